import type { Context } from 'hono'
import type { z } from 'zod'
import type { BaseTask } from '../../env/environment.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { EpisodeFilter } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { EpisodeOpenRequest } from '../../wire/requests.ts'
import type { LogRowResult } from '../../wire/results.ts'
import type { RouteName } from '../../wire/routes.ts'
import {
  episodeQuery,
  groupQuery,
  logQuery,
  oneGroupQuery,
  oneTaskQuery,
  runQuery,
  taskQuery,
} from '../../wire/routes.ts'
import type { Offer } from '../core.ts'
import { runsOperation } from '../groups/runs.ts'
import type { Patience } from '../groups/turn.ts'
import type { Host } from '../host.ts'
import { ownedLink } from '../link.ts'
import { lineOf } from '../operations/lines.ts'
import { loadEpisode } from '../operations/load.ts'
import { storeFault } from '../operations/rows.ts'
import type { Caller } from '../principal.ts'
import { rowResult, seesAll, summaryResult } from '../views.ts'
import { type BodyLimits, readBody, readQuery } from './request.ts'

/** What a handler works with. */
export interface Request {
  readonly context: Context
  readonly host: Host
  readonly caller: Caller
  readonly limits: BodyLimits
  /** Says how many bytes the request holds from now on. */
  held(bytes: number): void
  /** How an opening may wait for others of its group. */
  readonly patience: Patience
}

/** An answer that is no JSON. */
export class TextAnswer {
  readonly text: string
  readonly type: string

  constructor(text: string, type: string) {
    this.text = text
    this.type = type
  }
}

/** Answers a request with a JSON value, or with a text. */
export type Handler = (request: Request) => unknown

const param = (context: Context, name: string): string => context.req.param(name) ?? ''

async function body<Body>(request: Request, name: RouteName): Promise<Body> {
  const { context, limits, held } = request
  const announced = Number(context.req.header('content-length') ?? 0)
  held(Math.min(announced, limits.bytesMax))
  const checked = await readBody<Body>(context, name, limits)
  held(0)
  return checked
}

function adminFor(what: string, caller: Caller): void {
  if (!seesAll(caller)) throw new Fault('auth/forbidden', `${what} needs the role admin`)
}

const ENDLESS_LOOK_MAX = 1_000

async function listTasks({ context, host, caller }: Request): Promise<JsonObject> {
  const query = readQuery(context, taskQuery)
  if (query.hidden) adminFor('a list with hidden facts', caller)
  const offer = host.offer(param(context, 'env'))
  const split = offer.dataSet?.splits.find((candidate) => candidate.name === query.split)
  if (split === undefined) {
    const known = offer.dataSet?.splits.map((candidate) => candidate.name).join(', ') ?? 'none'
    throw new Fault('task/unknown', `there is no split ${shown(query.split)}; there are: ${known}`)
  }
  const tasks: JsonObject[] = []
  // Tasks of an endless split are made on the way: a page looks at no more than this many.
  const end = Math.min(split.count ?? Number.MAX_SAFE_INTEGER, query.from + ENDLESS_LOOK_MAX)
  const last = split.count === null ? end : split.count
  let index = query.from
  const share = host.core.turns.share(lineOf(host.core, caller))
  for (; index < last && tasks.length < query.limit; index++) {
    if (share.isUsedUp) await share.renew()
    const task = offer.dataSet?.task(query.split, index)
    if (task === undefined) break
    if (query.difficulty !== undefined && task.difficulty !== query.difficulty) continue
    tasks.push(taskView(offer, task, query.hidden))
  }
  const more = split.count === null || index < split.count
  return { tasks, next: more ? index : null }
}

const taskView = (offer: Offer, task: BaseTask & JsonObject, hidden: boolean): JsonObject =>
  hidden ? task : offer.environment.publicTask(task)

function getTask({ context, host, caller }: Request): JsonObject {
  const { hidden } = readQuery(context, oneTaskQuery)
  if (hidden) adminFor('a task with its hidden facts', caller)
  const offer = host.offer(param(context, 'env'))
  const id = param(context, 'task')
  const task = offer.dataSet?.find(id)
  if (task === undefined) throw new Fault('task/unknown', `there is no task ${shown(id)}`)
  return taskView(offer, task, hidden)
}

function getWorld({ context, host }: Request): JsonObject {
  const { dataSet, worldHash, environment } = host.offer(param(context, 'env'))
  if (dataSet === undefined) throw new Fault('env/no_data', `${environment.id} has no data set`)
  return { hash: worldHash, world: dataSet.world }
}

async function listEpisodes({ context, host, caller }: Request): Promise<unknown> {
  const query = readQuery(context, episodeQuery)
  if (caller.kind === 'key') throw new Fault('auth/missing', 'a resume key cannot list episodes')
  const filter = episodeFilter(query, caller)
  try {
    const page = await host.core.store.list(filter)
    return { episodes: page.episodes.map(summaryResult), next: page.next }
  } catch (error) {
    throw storeFault(error)
  }
}

function episodeFilter(
  query: z.infer<typeof episodeQuery>,
  caller: Extract<Caller, { kind: 'principal' }>,
): EpisodeFilter {
  const given = {
    environment: query.env,
    split: query.split,
    taskId: query.task,
    run: query.run,
    principal: caller.role === 'admin' ? query.principal : caller.name,
    parent: query.parent,
    open: query.open,
    success: query.success,
    endReason: query.end_reason,
    group: query.group,
    condition: query.condition,
    after: query.after,
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(set), limit: query.limit }
}

async function openEpisode(request: Request): Promise<unknown> {
  const { context, host, caller, patience } = request
  const asked = await body<EpisodeOpenRequest>(request, 'openEpisode')
  if (asked.group === undefined) return host.open(caller, asked)
  // Nobody waits for a caller who has hung up.
  const link = ownedLink(() => host.core.store.nowMs())
  context.req.raw.signal.addEventListener('abort', link.close, { once: true })
  return host.open(caller, asked, { ...patience, link })
}

async function getLog({ context, host, caller }: Request): Promise<unknown> {
  const { from, format } = readQuery(context, logQuery)
  const id = param(context, 'episode_id')
  const stored = await loadEpisode(host.core, id, { caller, scope: 'view' }, { from })
  const { environment } = stored.summary
  const share = host.core.turns.share(lineOf(host.core, caller))
  const rows: LogRowResult[] = []
  for (const row of stored.rows) {
    if (share.isUsedUp) await share.renew()
    rows.push(rowResult(host.core, row, environment, caller))
  }
  if (format === 'json') return rows
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return new TextAnswer(text, 'application/jsonl')
}

async function ready({ host }: Request): Promise<JsonObject> {
  if (host.draining) throw new Fault('server/draining', 'the server is shutting down')
  const trouble = host.core.queue.trouble()
  if (trouble !== undefined) throw storeFault(trouble)
  try {
    await host.core.store.list({ limit: 1 })
  } catch (error) {
    throw storeFault(error)
  }
  return { status: 'ready' }
}

/** What each HTTP operation does; `metrics` and `openapi` are texts, added by the app. */
export const HANDLERS: Readonly<Record<Exclude<RouteName, 'metrics' | 'openapi'>, Handler>> = {
  health: () => ({ status: 'ok' }),
  ready,
  listEnvironments: ({ host }) => host.list(),
  describeEnvironment: ({ context, host }) => host.describe(param(context, 'env')),
  listTasks,
  getTask,
  getWorld,
  openEpisode,
  listEpisodes,
  getEpisode: ({ context, host, caller }) =>
    host.resume(caller, { episode_id: param(context, 'episode_id') }),
  stepEpisode: async (request) =>
    request.host.step(request.caller, {
      ...(await body<{ action: never }>(request, 'stepEpisode')),
      episode_id: param(request.context, 'episode_id'),
    }),
  forkEpisode: async (request) =>
    request.host.fork(request.caller, {
      ...(await body<{ position: number }>(request, 'forkEpisode')),
      episode_id: param(request.context, 'episode_id'),
    }),
  closeEpisode: async (request) =>
    request.host.close(request.caller, {
      ...(await body<object>(request, 'closeEpisode')),
      episode_id: param(request.context, 'episode_id'),
    }),
  getLog,
  beatEpisode: ({ context, host, caller }) =>
    host.beat(caller, { episode_id: param(context, 'episode_id') }),
  critiqueEpisode: async (request) =>
    request.host.critique(request.caller, {
      ...(await body<{ text: string }>(request, 'critiqueEpisode')),
      episode_id: param(request.context, 'episode_id'),
    }),
  listGroups: ({ context, host, caller }) => host.groupList(caller, readQuery(context, groupQuery)),
  getGroup: ({ context, host, caller }) =>
    host.groupStatus(caller, {
      ...readQuery(context, oneGroupQuery),
      run: param(context, 'run'),
      id: param(context, 'id'),
    }),
  listRuns: ({ context, host, caller }) =>
    runsOperation(host.core, caller, readQuery(context, runQuery)),
  checkReplay: ({ context, host, caller }) =>
    host.checkReplay(caller, param(context, 'episode_id')),
}
