import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PythonRandom } from './python-random.ts'

const url = new URL('../../../../test/fixtures/truth/python-random.json', import.meta.url)
const truth: Record<string, number[]> = JSON.parse(readFileSync(url, 'utf8'))

const times = <Value>(count: number, draw: () => Value): Value[] => Array.from({ length: count }, draw)

test('draws the numbers of the check file', () => {
  const range = new PythonRandom(7)
  expect(times(20, () => range.randrange(1, 500))).toEqual(truth['randrange(1,500)'])
  const one = new PythonRandom(1)
  expect(times(10, () => one.random())).toEqual(truth['seed1_random'])
  const nine = new PythonRandom(7)
  expect(times(20, () => nine.choice([0, 1, 2, 3, 4, 5, 6, 7, 8]))).toEqual(truth['seed7_choice_index_of_9'])
})

// Each row: python3 -c "import random; r = random.Random(SEED); ..." with a new generator a column:
// [r.random() for _ in range(3)], [r.getrandbits(k) for k in BITS],
// [r.randrange(n) for n in SIZES] + [r.randrange(5, 17), r.randrange(-5, 5)].
const BITS = [1, 5, 31, 32, 33, 48, 53]
const SIZES = [1, 2, 3, 10, 1000, 2 ** 32, 2 ** 40]
const SEEDED: [seed: number, random: number[], bits: number[], ranges: number[]][] = [
  [
    0,
    [0.8444218515250481, 0.7579544029403025, 0.420571580830845],
    [1, 12, 1627694678, 3823568514, 1806341205, 271752282791482, 4376848748439138],
    [0, 1, 0, 4, 988, 2195908194, 788025983492, 14, -2],
  ],
  [
    1,
    [0.13436424411240122, 0.8474337369372327, 0.763774618976614],
    [0, 18, 1819850095, 3445702192, 3280387012, 33188307809340, 6854138572100987],
    [0, 0, 1, 1, 507, 3268308804, 207060179245, 12, -5],
  ],
  [
    7,
    [0.32383276483316237, 0.15084917392450192, 0.6509344730398537],
    [0, 30, 323946139, 1695753998, 2795742288, 231168335884083, 847850320662571],
    [0, 0, 1, 0, 74, 404285457, 127057107037, 13, -2],
  ],
  [
    2 ** 32,
    [0.11299430095636409, 0.41782886486292836, 0.0166763664992291],
    [0, 11, 897280643, 4014597330, 71624475, 246598174623497, 6866487935427072],
    [0, 1, 1, 0, 23, 1940533316, 163801826810, 11, 3],
  ],
  [
    2 ** 53 - 1,
    [0.09425040007102303, 0.22287455761867403, 0.19135148760372034],
    [0, 17, 478619461, 3232321614, 5116815672, 32736874019308, 193918189570596],
    [0, 0, 0, 2, 119, 416156196, 985612452494, 5, -1],
  ],
]

test.each(SEEDED)('draws what CPython draws for seed %d', (seed, random, bits, ranges) => {
  const a = new PythonRandom(seed)
  expect(times(3, () => a.random())).toEqual(random)
  const b = new PythonRandom(seed)
  expect(BITS.map((count) => b.getrandbits(count))).toEqual(bits)
  const c = new PythonRandom(seed)
  expect([...SIZES.map((size) => c.randrange(size)), c.randrange(5, 17), c.randrange(-5, 5)]).toEqual(ranges)
})

test('the sign of a seed does not count', () => {
  expect(new PythonRandom(-7).random()).toBe(new PythonRandom(7).random())
})

test('goes on right after its state was regenerated several times', () => {
  // r = random.Random(7); [r.random() for _ in range(2000)]; r.random()
  const random = new PythonRandom(7)
  times(2000, () => random.random())
  expect(random.random()).toBe(0.6415743501553379)
})

test('waits are those of expovariate, but for the last bits of the logarithm', () => {
  // r = random.Random(7); [r.expovariate(2.5) for _ in range(3)]
  const expected = [0.1565259376939217, 0.06540738280219126, 0.42099824722837076]
  const random = new PythonRandom(7)
  for (const wait of expected) expect(Math.abs(random.expovariate(2.5) / wait - 1)).toBeLessThan(1e-14)
})

test.each([1.5, NaN, Infinity, 2 ** 53])('refuses the seed %d', (seed) => {
  expect(() => new PythonRandom(seed)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'seed', value: seed }),
  )
})

test('refuses empty ranges, empty lists and more bits than a number holds', () => {
  const random = new PythonRandom(7)
  expect(() => random.randrange(0)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
  expect(() => random.randrange(3, 3)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
  expect(() => random.choice([])).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OPTION' }))
  expect(() => random.getrandbits(54)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
  expect(random.getrandbits(0)).toBe(0)
})
