import type { RunSummary } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { RunPageResult, RunSummaryResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { seesAll } from '../views.ts'

/** Conditions of a listing of runs. */
export interface RunQuery {
  readonly run?: string | undefined
  readonly principal?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/**
 * Lists training runs by principal and name, as far as the store knows them by their episodes.
 *
 * @throws Fault `auth/missing`, `auth/forbidden`, `store/unavailable`
 */
export async function runsOperation(
  core: HostCore,
  caller: Caller,
  { principal: asked, ...query }: RunQuery,
): Promise<RunPageResult> {
  const principal = whose(caller, asked)
  const given = Object.entries({ ...query, principal }).filter(([, value]) => value !== undefined)
  try {
    const page = await core.store.listRuns({ ...Object.fromEntries(given), limit: query.limit })
    return { runs: page.runs.map(runResult), next: page.next }
  } catch (error) {
    throw storeFault(error)
  }
}

/** Whose runs a caller may ask for; undefined: everybody's. */
function whose(caller: Caller, asked: string | undefined): string | undefined {
  if (seesAll(caller)) return asked
  if (caller.kind !== 'principal') {
    throw new Fault('auth/missing', 'a resume key gives access to one episode and to no run')
  }
  if (asked === undefined || asked === caller.name) return caller.name
  throw new Fault('auth/forbidden', 'the runs of other principals need the role admin')
}

function runResult({ principal, run, conditions }: RunSummary): RunSummaryResult {
  const of = (wanted: string): RunSummaryResult['clean'] => {
    const found = conditions.find(({ condition }) => condition === wanted)
    if (found === undefined || found.attempts === 0) return { attempts: 0, mean_reward: null }
    const { attempts, total } = found
    return { attempts, mean_reward: total / attempts / 1_000 }
  }
  return { principal, run, clean: of('clean'), guided: of('guided') }
}
