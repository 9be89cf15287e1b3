-- What everything below shares. Numbers are whole and below 2^53, which Lua's doubles hold exactly; they are never turned
-- into text by default rules, which keep 14 digits.
--
-- Whatever a script defines is made anew in every call, and a function costs the more to make the more it refers to. So
-- what a plain check takes is written out here without functions, and the rest is made only where a call needs it.

-- Servers before 5.0 replicate scripts as text unless told otherwise, and refuse to write after reading the time.
if redis.replicate_commands then redis.replicate_commands() end

local call = redis.call
local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
local sub, format = string.sub, string.format
local packBytes, unpackBytes = struct.pack, struct.unpack

local EPOCH_MS = 1577836800000
local MAX_EXACT = 9007199254740991

-- Parts of units in one scale as parts in another. Where they do not come out even, more counts as used.
local function rescaled(parts, fromUnit, toUnit)
  local whole = floor(parts / fromUnit)
  return min(MAX_EXACT, whole * toUnit + ceil((parts - whole * fromUnit) * toUnit / fromUnit))
end
