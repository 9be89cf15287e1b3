import { readPolicy } from 'sluice/policy'
import { expect, test } from 'vitest'
import { ruleLines } from './rule-lines.ts'

test('rules are told in words: whom each limits, and how', () => {
  const policy = readPolicy(`
version: 1
rules:
  - name: login
    match: { method: [POST, PUT], path: /login }
    key: [account, client]
    count: failures
    limits:
      - sliding-log: { limit: 5, window: 15m }
  - name: sms
    match: {}
    key: []
    mode: shadow
    limits:
      - leaky-bucket: { size: 100, rate: 50/s }
      - name: month
        fixed-window: { limit: 90000, window: month, timeZone: UTC }
`)
  expect(ruleLines(policy)).toBe(
    `  login  method POST or PUT, path /login, by account and client, failures alone
         sliding-log: a limit of 5 in 15 min
  sms    every request, one allowance for all, on trial (shadow)
         leaky-bucket: a size of 100 at 50 per 1 s
         month (fixed-window): 90,000 a month of the calendar in UTC`,
  )
})
