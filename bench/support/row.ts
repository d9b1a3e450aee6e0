import { loadavg } from 'node:os'

/** What a row must hold. Gates are ratios or times that DESIGN fixes; the rest is told only. */
export interface Gate {
  /** What is compared, such as `echo CPU / step CPU`. */
  readonly what: string
  readonly value: number
  readonly goal: number
  /** Whether more is better (rates, ratios) or less (times, memory). */
  readonly better: 'more' | 'less'
}

/** One line of the report. */
export interface Row {
  readonly name: string
  /** Measured figures by name, with the unit last in the name. */
  readonly figures: Readonly<Record<string, number>>
  readonly gate?: Gate
  /** What a reader must know to read the figures: the mix of tools, sizes, rounds. */
  readonly note?: string
  /** One-minute load average of the machine when the row was done. */
  readonly load: number
}

/** How far below its goal a figure may be before `--check` fails. */
const FLOOR_SHARE = 0.7

/** Completes a row with the load of the machine. */
export const row = (given: Omit<Row, 'load'>): Row => ({ ...given, load: loadavg()[0] ?? 0 })

/** Whether a gate's goal is met, or at least its floor (30 % off the goal). */
export function judge(gate: Gate): 'met' | 'floor' | 'failed' {
  const share = gate.better === 'more' ? gate.value / gate.goal : gate.goal / gate.value
  if (share >= 1) return 'met'
  return share >= FLOOR_SHARE ? 'floor' : 'failed'
}

/** Settings of a run that every row reads. */
export interface RunOptions {
  /** How often each interleaved case is measured; the best round counts. */
  readonly rounds: number
}

/** Measures the rows of one file. */
export type Bench = (options: RunOptions) => Promise<readonly Row[]>
