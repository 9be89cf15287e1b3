/** What came of every question on every runtime: counted, and shown as a table. */

const PASSED = 'passed'
const DIFFERS = 'differs'
const ABSENT = 'did not run'
const NOT_ASKED = '-'

export class Results {
  #columns = []
  #rows = new Map()
  #faults = []

  /** A runtime that has questions from here on. */
  addRuntime(title) {
    this.#columns.push(title)
  }

  /** No fault is a pass. */
  add(question, faults) {
    this.#set(question, faults.length === 0 ? PASSED : DIFFERS)
    for (const fault of faults) this.#faults.push(`${this.#columns.at(-1)}, ${question}: ${fault}`)
  }

  /** A runtime that could not be asked anything. */
  addAbsent(title, why) {
    this.#columns.push(`${title} (${ABSENT})`)
    this.#faults.push(`${title} ${ABSENT}: ${why}`)
  }

  count(isAbsenceFailure) {
    const cells = [...this.#rows.values()].flatMap((row) => [...row.values()])
    const absent = this.#columns.filter((title) => title.endsWith(`(${ABSENT})`)).length
    return {
      passed: cells.filter((cell) => cell === PASSED).length,
      failed: cells.filter((cell) => cell === DIFFERS).length + (isAbsenceFailure ? absent : 0),
    }
  }

  table() {
    const header = ['', ...this.#columns]
    const rows = [...this.#rows].map(([question, cells]) => [
      question,
      ...this.#columns.map((title) => cells.get(title) ?? NOT_ASKED),
    ])
    const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column].length)))
    const lines = [header, ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    return [...lines, '', ...this.#faults].join('\n').trimEnd()
  }

  #set(question, outcome) {
    if (!this.#rows.has(question)) this.#rows.set(question, new Map())
    this.#rows.get(question).set(this.#columns.at(-1), outcome)
  }
}
