import type { Condition } from '../env/group.ts'
import type { RunPage, RunSummary } from './event-store.ts'

/** The attempts of a run under one condition. */
export interface RunMean {
  readonly principal: string
  readonly run: string
  readonly condition: Condition
  readonly episodes: number
  readonly total: number
}

/** Names the place behind a run in the order of all. */
export const runCursor = ({ principal, run }: Pick<RunMean, 'principal' | 'run'>): string =>
  JSON.stringify([principal, run])

/** The run that precedes a cursor; the beginning for an invalid cursor. */
export function afterRun(cursor: string | undefined): { principal: string; run: string } {
  try {
    const [principal, run] = JSON.parse(cursor ?? '[]') as unknown[]
    return { principal: String(principal ?? ''), run: String(run ?? '') }
  } catch {
    return { principal: '', run: '' }
  }
}

/** A page of runs from their means, which come in order and complete for the runs of the page. */
export function runPage(means: readonly RunMean[], size: number): RunPage {
  const runs = new Map<string, RunSummary & { conditions: RunSummary['conditions'][number][] }>()
  for (const { principal, run, condition, episodes: attempts, total } of means) {
    const key = runCursor({ principal, run })
    const summary = runs.get(key) ?? { principal, run, conditions: [] }
    summary.conditions.push({ condition, attempts, total })
    runs.set(key, summary)
  }
  const summaries = [...runs.values()]
  const page = summaries.slice(0, size)
  const last = page.at(-1)
  const next = summaries.length > size && last !== undefined ? runCursor(last) : null
  return { runs: page, next }
}
