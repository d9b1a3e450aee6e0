import { loadavg } from 'node:os'
import { type Cost, middleOf } from './cost.ts'

/** What is measured, and the most that it may take on a machine at rest. */
export interface Measured {
  readonly what: string
  /** Milliseconds; left out where nothing is promised. */
  readonly bound?: number
  /** What the bound is for: the time by the clock, or that of the page's main thread. */
  readonly of?: 'wall' | 'page'
  readonly costs: readonly Cost[]
}

const COLUMNS = [
  'what',
  'bound',
  'wall',
  'worst',
  'page',
  'script',
  'layout',
  'server',
  '',
] as const

const whole = (value: number): string =>
  Number.isNaN(value) ? '–' : value < 10 ? value.toFixed(1) : value.toFixed(0)

function lineOf({ what, bound, of = 'wall', costs }: Measured): string[] {
  const middle = middleOf(costs)
  const { wall, page, script, layout, server } = middle
  const worst = Math.max(...costs.map((cost) => cost.wall))
  const verdict = bound === undefined ? '' : middle[of] <= bound ? 'pass' : 'miss'
  const given = bound === undefined ? '' : of === 'page' ? `page < ${bound}` : `< ${bound}`
  return [what, given, ...[wall, worst, page, script, layout, server].map(whole), verdict]
}

/** One table in milliseconds: the middle of all rounds, but for the worst of the wall. */
export function report(all: readonly Measured[]): string {
  const lines = [[...COLUMNS], ...all.map(lineOf)]
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const table = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const missed = lines.filter((line) => line.at(-1) === 'miss').length
  const load = loadavg()[0]?.toFixed(1)
  return [...table, `${missed} missed; load ${load}; page and server: processor time`].join('\n')
}
