import type { Condition } from '../env/group.ts'
import type { RunSummary, StoredRunPage } from './event-store.ts'

/** The attempts of a run under one condition. */
export interface RunMean {
  readonly principal: string
  readonly run: string
  readonly condition: Condition
  readonly episodes: number
  /** The sum of the rewards, in thousandths. */
  readonly total: number
}

/** The cursor of the page that begins after a run. */
export const runCursor = ({ principal, run }: Pick<RunMean, 'principal' | 'run'>): string =>
  JSON.stringify([principal, run])

/** The run of a cursor. An invalid cursor gives the beginning of the list. */
export function parseRunCursor(cursor: string | undefined): { principal: string; run: string } {
  try {
    const [principal, run] = JSON.parse(cursor ?? '[]') as unknown[]
    return { principal: String(principal ?? ''), run: String(run ?? '') }
  } catch {
    return { principal: '', run: '' }
  }
}

/** Builds a page of runs. The means must be sorted and complete for every run of the page. */
export function buildRunPage(means: readonly RunMean[], size: number): StoredRunPage {
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
