import type { Page } from 'playwright-core'

/** Events of a trace, in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  /** Processor time. */
  readonly tdur?: number
}

/** Marks the thread of a page in the trace. */
export const markPage = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((given) => performance.mark(given), name)

/** The tasks of the main thread that has a mark. */
export function tasksOf(events: readonly TraceEvent[], markName: string): readonly TraceEvent[] {
  const marked = events.find(({ name }) => name === markName)
  if (marked === undefined) throw new Error(`the trace has no page ${markName}`)
  return events.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === marked.pid && tid === marked.tid,
  )
}
