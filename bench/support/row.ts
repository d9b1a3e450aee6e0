import { loadavg } from 'node:os'

/**
 * The requirement of a row. Gates are ratios or times with a fixed goal; other figures are only
 * reported.
 */
export interface Gate {
  /** The compared figure, such as `echo CPU / step CPU`. */
  readonly what: string
  readonly value: number
  readonly goal: number
  /** Whether more is better (rates, ratios) or less (times, memory). */
  readonly better: 'more' | 'less'
}

/** One line of the report. */
export interface Row {
  readonly name: string
  /** Measured figures by name; the unit is the end of the name. */
  readonly figures: Readonly<Record<string, number>>
  readonly gate?: Gate
  /** What a reader needs to interpret the figures: the mix of tools, sizes, rounds. */
  readonly note?: string
  /** One-minute load average of the machine at the end of the row. */
  readonly load: number
}

/** How far below its goal a figure may be before `--check` fails. */
const FLOOR_SHARE = 0.7

/** Completes a row with the load of the machine. */
export const row = (given: Omit<Row, 'load'>): Row => ({ ...given, load: loadavg()[0] ?? 0 })

/** Whether a gate reaches its goal, or at least its floor (30 % below the goal). */
export function judge(gate: Gate): 'met' | 'floor' | 'failed' {
  const share = gate.better === 'more' ? gate.value / gate.goal : gate.goal / gate.value
  if (share >= 1) return 'met'
  return share >= FLOOR_SHARE ? 'floor' : 'failed'
}

/** Settings of a run that every row reads. */
export interface RunOptions {
  /** Measurements of each interleaved case; the best one counts. */
  readonly rounds: number
}

/** Measures the rows of one file. */
export type Bench = (options: RunOptions) => Promise<readonly Row[]>
