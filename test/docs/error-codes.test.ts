/** The page of errors and the table of codes list each other exactly. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCodes, SluiceError } from '../../packages/sluice/src/index.ts'

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `(ERR_[A-Z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)]

test('every code has one row, and every row a code', () => {
  expect(rows.map(([, code]) => code)).toEqual(Object.keys(errorCodes))
})

test('every code has a sentence, and every row says when it comes and what to do', () => {
  for (const sentence of Object.values(errorCodes)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
  for (const [, , when, remedy] of rows) {
    expect(when?.length).toBeGreaterThan(20)
    expect(remedy?.length).toBeGreaterThan(15)
  }
})

test('a fault is an Error with its code, its field and what was found', () => {
  const fault = new SluiceError('ERR_INVALID_COST', 'cost must be whole.', { field: 'cost', value: 0.5 })
  expect(fault).toBeInstanceOf(Error)
  expect(fault).toMatchObject({
    name: 'SluiceError',
    code: 'ERR_INVALID_COST',
    message: 'cost must be whole.',
    field: 'cost',
    value: 0.5,
  })
  expect(new SluiceError('ERR_LOG_FIELD', 'gone')).toMatchObject({ field: undefined, value: undefined })
})
