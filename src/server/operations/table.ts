import type { CheckedParams, OperationName, Result } from '../../wire/operations.ts'
import { describeEntry, summarizeEntry } from '../catalog.ts'
import type { HostCore } from '../core.ts'
import type { WaitOptions } from '../groups/options.ts'
import { critiqueOperation, heartbeatOperation } from '../groups/requests.ts'
import { listOperation, statusOperation } from '../groups/status.ts'
import type { Caller } from '../principal.ts'
import { readRunCritiques } from '../runs/critiques.ts'
import { readRunFailures, readTaskFailures } from '../runs/failures.ts'
import { runsOperation } from '../runs/list.ts'
import { logRun, readRunReported } from '../runs/reports.ts'
import { readRunCompare, readRunTasks } from '../runs/run-tasks.ts'
import { readRunSeries, readRunStatus } from '../runs/run-views.ts'
import { readAccount } from './account.ts'
import { readCalls } from './calls.ts'
import { readEnvCard, readTaskStats } from './cards.ts'
import { closeOperation } from './close.ts'
import { connectOperation, revokeKeyOperation } from './connect.ts'
import { continueOperation } from './continue.ts'
import { readFeed } from './feed.ts'
import { forkOperation } from './fork.ts'
import { listEpisodes } from './list-episodes.ts'
import { readLog } from './log.ts'
import { findEntry, openOperation } from './open.ts'
import { checkReady } from './ready.ts'
import { replayCheck } from './replay-check.ts'
import { resumeOperation } from './resume.ts'
import { revokeOperation } from './revoke.ts'
import { searchSaid } from './search-said.ts'
import { segmentsOperation } from './segments.ts'
import { readServerStatus } from './server-status.ts'
import { stepOperation } from './step.ts'
import { getTask, getWorld, listTasks } from './tasks.ts'
import { gradeMath, runQ } from './try-out.ts'
import { weightsOperation } from './weights.ts'

/** The operations with a single answer: all except watches, and the pages of the process. */
export type HostOperation = Exclude<
  OperationName,
  | 'episode.watch'
  | 'episode.unwatch'
  | 'feed.watch'
  | 'feed.unwatch'
  | 'server.metrics'
  | 'server.description'
>

type Perform<Name extends HostOperation> = (
  core: HostCore,
  caller: Caller,
  params: CheckedParams<Name>,
  waitOptions: WaitOptions | undefined,
) => Result<Name> | Promise<Result<Name>>

/** The implementation of each operation. */
export const PERFORM: { readonly [Name in HostOperation]: Perform<Name> } = {
  'env.list': (core) => [...core.catalog.values()].map(summarizeEntry),
  'env.describe': (core, _, { env }) => describeEntry(findEntry(core, env)),
  'env.world': (core, _, { env }) => getWorld(core, env),
  'task.list': listTasks,
  'task.get': getTask,
  'episode.open': openOperation,
  'episode.list': listEpisodes,
  'episode.resume': resumeOperation,
  'episode.step': stepOperation,
  'episode.fork': forkOperation,
  'episode.continue': continueOperation,
  'episode.close': closeOperation,
  'episode.revoke': revokeOperation,
  'key.connect': connectOperation,
  'key.revoke': revokeKeyOperation,
  'gateway.weights': weightsOperation,
  'episode.log': readLog,
  'episode.calls': readCalls,
  'episode.replay': replayCheck,
  'group.beat': heartbeatOperation,
  'group.critique': critiqueOperation,
  'group.list': listOperation,
  'group.status': statusOperation,
  'run.list': runsOperation,
  'feed.read': readFeed,
  'run.status': readRunStatus,
  'run.series': readRunSeries,
  'run.tasks': readRunTasks,
  'run.compare': readRunCompare,
  'run.failures': readRunFailures,
  'run.critiques': readRunCritiques,
  'run.log': logRun,
  'run.reported': readRunReported,
  'episode.account': readAccount,
  'episode.segments': segmentsOperation,
  'search.said': searchSaid,
  'env.card': readEnvCard,
  'task.stats': readTaskStats,
  'task.failures': readTaskFailures,
  'q.run': runQ,
  'math.grade': gradeMath,
  'server.status': readServerStatus,
  'server.health': () => ({ status: 'ok' }),
  'server.ready': checkReady,
}
