import { cpus } from 'node:os'
import { judge, type Row } from './row.ts'

const number = (value: number): string =>
  value >= 1_000
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })

const WORDS = { met: 'goal met', floor: 'goal missed, floor held', failed: 'FAILED' } as const

/** The report for people: a paragraph per row, with the gate's verdict at the end. */
export function printRow({ name, figures, gate, note, load }: Row): void {
  const parts = Object.entries(figures).map(([key, value]) => `${key} ${number(value)}`)
  console.log(`${name.padEnd(40)} ${parts.join('  ')}  (load ${load.toFixed(2)})`)
  if (note !== undefined) console.log(`    ${note}`)
  if (gate === undefined) return
  const sign = gate.better === 'more' ? '>=' : '<='
  const goal = `${sign} ${number(gate.goal)}`
  console.log(`    ${gate.what}: ${number(gate.value)} (goal ${goal}): ${WORDS[judge(gate)]}`)
}

/** The machine, for readers elsewhere. */
export const machine = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} x ${cpu?.model ?? 'unknown CPU'}, Node ${process.versions.node}`
}

/** The report for programs. */
export function jsonReport(rows: readonly Row[]): string {
  const judgedRows = rows.map((row) =>
    row.gate === undefined ? row : { ...row, verdict: judge(row.gate) },
  )
  return JSON.stringify({ machine: machine(), rows: judgedRows }, null, 2)
}
