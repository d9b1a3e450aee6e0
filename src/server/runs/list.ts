import { definedMembers } from '../../sim/defined-members.ts'
import type { RunSummary } from '../../store/event-store.ts'
import { runCursor } from '../../store/run-page.ts'
import type { CheckedParams } from '../../wire/operations.ts'
import type { RunPageResult, RunSummaryResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import { readStore } from '../operations/store-reads.ts'
import { type Caller, callerName, listedPrincipal } from '../principal.ts'
import { readReport } from './reports.ts'

/** A page with reports ends after the run that exceeds this many characters. */
const PAGE_CHARACTERS = 1_000_000

/**
 * Lists training runs by principal and name, from their stored episodes.
 *
 * @throws Fault `auth/missing`, `auth/forbidden`, `store/unavailable`
 */
export async function runsOperation(
  core: HostCore,
  caller: Caller,
  { principal: requestedPrincipal, reported, ...query }: CheckedParams<'run.list'>,
): Promise<RunPageResult> {
  const principal = listedPrincipal(caller, requestedPrincipal)
  const filter = { ...definedMembers({ ...query, principal }), limit: query.limit }
  const page = await readStore(() => core.store.book.listRuns(filter))
  if (!reported) return { runs: page.runs.map(runResult), next: page.next }
  const runs: RunSummaryResult[] = []
  let characters = 0
  for (const run of page.runs) {
    const report = await core.fairReads.read(callerName(caller), () => readReport(core, run))
    runs.push({ ...runResult(run), report })
    characters += JSON.stringify(report).length
    if (characters > PAGE_CHARACTERS && runs.length < page.runs.length) {
      return { runs, next: runCursor(run) }
    }
  }
  return { runs, next: page.next }
}

function runResult({ principal, run, conditions }: RunSummary): RunSummaryResult {
  const summarize = (wantedCondition: string): RunSummaryResult['clean'] => {
    const summary = conditions.find(({ condition }) => condition === wantedCondition)
    if (summary === undefined || summary.attempts === 0) return { attempts: 0, mean_reward: null }
    const { attempts, total } = summary
    return { attempts, mean_reward: total / attempts / 1_000 }
  }
  return { principal, run, clean: summarize('clean'), guided: summarize('guided') }
}
