import { z } from 'zod'
import { CONDITIONS } from '../env/group.ts'
import * as requests from './requests.ts'
import * as results from './results.ts'
import * as scalars from './scalars.ts'

/** One HTTP operation: what the server serves and `openapi.yaml` describes. */
export interface Route {
  readonly method: 'get' | 'post'
  /** In the OpenAPI form, with `{name}` for parameters. */
  readonly path: string
  readonly operation: string
  readonly summary: string
  /** Who may call it: everybody, any token or resume key, or admins only. */
  readonly access: 'open' | 'caller' | 'admin'
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly result: z.ZodType | 'text/plain' | 'application/jsonl' | 'application/yaml'
}

const route = <Given extends Route>(given: Given): Given => given

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const count = (maximum: number) => z.coerce.number().int().min(0).max(maximum)
const pageLimit = z.coerce.number().int().min(1).max(1_000).default(100)

export const taskQuery = z.strictObject({
  split: scalars.splitName,
  /** First index of the page. */
  from: count(Number.MAX_SAFE_INTEGER).default(0),
  difficulty: count(1_000).optional(),
  limit: pageLimit,
  hidden: flag.default(false),
})
export const oneTaskQuery = z.strictObject({ hidden: flag.default(false) })
export const episodeQuery = z.strictObject({
  env: scalars.environmentId.optional(),
  split: scalars.splitName.optional(),
  task: scalars.taskId.optional(),
  run: z.string().max(200).optional(),
  principal: z.string().max(200).optional(),
  parent: scalars.episodeId.optional(),
  open: flag.optional(),
  success: flag.optional(),
  end_reason: z.string().max(50).optional(),
  group: scalars.groupName.optional(),
  condition: z.enum(CONDITIONS).optional(),
  after: scalars.episodeId.optional(),
  limit: pageLimit,
})
export const groupQuery = z.strictObject({
  run: scalars.groupName.optional(),
  principal: z.string().max(200).optional(),
  after: scalars.episodeId.optional(),
  limit: pageLimit,
})
export const runQuery = z.strictObject({
  run: scalars.groupName.optional(),
  principal: z.string().max(200).optional(),
  after: z.string().max(1_000).optional(),
  limit: pageLimit,
})
export const oneGroupQuery = z.strictObject({ principal: z.string().max(200).optional() })
export const logQuery = z.strictObject({
  from: count(1_000_000).default(0),
  format: z.enum(['json', 'jsonl']).default('json'),
})

const status = z.strictObject({ status: z.string() })

/** Bodies of operations on one episode: its id is in the path, a resume key in the header. */
export const stepBody = requests.episodeStep.omit({ episode_id: true, resume_key: true })
export const forkBody = requests.episodeFork.omit({ episode_id: true, resume_key: true })
export const critiqueBody = requests.groupCritique.omit({ episode_id: true, resume_key: true })
export const beatBody = z.strictObject({})
export const closeBody = requests.episodeClose.omit({ episode_id: true, resume_key: true })

/** Every HTTP operation, by the name under which the server implements it. */
export const ROUTES = {
  health: route({
    method: 'get',
    path: '/healthz',
    operation: 'health',
    summary: 'Whether the process is up.',
    access: 'open',
    result: status,
  }),
  ready: route({
    method: 'get',
    path: '/readyz',
    operation: 'ready',
    summary: 'Whether episodes can be played: the store takes rows and nothing is shutting down.',
    access: 'open',
    result: status,
  }),
  metrics: route({
    method: 'get',
    path: '/metrics',
    operation: 'metrics',
    summary: 'Counters and gauges in the Prometheus text format.',
    access: 'admin',
    result: 'text/plain',
  }),
  openapi: route({
    method: 'get',
    path: '/openapi.yaml',
    operation: 'openapi',
    summary: 'This description.',
    access: 'open',
    result: 'application/yaml',
  }),
  listEnvironments: route({
    method: 'get',
    path: '/v1/environments',
    operation: 'listEnvironments',
    summary: 'The environments of this server, with their splits.',
    access: 'caller',
    result: z.array(results.environmentSummary),
  }),
  describeEnvironment: route({
    method: 'get',
    path: '/v1/environments/{env}',
    operation: 'describeEnvironment',
    summary: 'One environment: tools, limits, metrics, settings.',
    access: 'caller',
    result: results.environmentDescription,
  }),
  listTasks: route({
    method: 'get',
    path: '/v1/environments/{env}/tasks',
    operation: 'listTasks',
    summary: 'Tasks of a split in order; with hidden facts for admins who ask for them.',
    access: 'caller',
    query: taskQuery,
    result: results.taskPage,
  }),
  getTask: route({
    method: 'get',
    path: '/v1/environments/{env}/tasks/{task}',
    operation: 'getTask',
    summary: 'One task; with its hidden facts for admins who ask for them.',
    access: 'caller',
    query: oneTaskQuery,
    result: scalars.openObject,
  }),
  getWorld: route({
    method: 'get',
    path: '/v1/environments/{env}/world',
    operation: 'getWorld',
    summary: 'The world that the tasks of an environment share, hidden facts included.',
    access: 'admin',
    result: z.strictObject({ hash: z.string(), world: scalars.openObject }),
  }),
  openEpisode: route({
    method: 'post',
    path: '/v1/episodes',
    operation: 'openEpisode',
    summary: 'Opens an episode; the same open_key, or place in a group, gives the same episode.',
    access: 'caller',
    body: requests.episodeOpen,
    result: results.openResult,
  }),
  listEpisodes: route({
    method: 'get',
    path: '/v1/episodes',
    operation: 'listEpisodes',
    summary: 'Episodes in order of opening: the caller’s own, all of them for admins.',
    access: 'caller',
    query: episodeQuery,
    result: results.episodePage,
  }),
  getEpisode: route({
    method: 'get',
    path: '/v1/episodes/{episode_id}',
    operation: 'getEpisode',
    summary: 'Where an episode stands, with the whole conversation.',
    access: 'caller',
    result: results.resumeResult,
  }),
  stepEpisode: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/steps',
    operation: 'stepEpisode',
    summary: 'Plays one assistant turn; repeating a seq with the same action is safe.',
    access: 'caller',
    body: stepBody,
    result: results.stepResult,
  }),
  forkEpisode: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/fork',
    operation: 'forkEpisode',
    summary: 'Opens an episode that begins with the first steps of this one.',
    access: 'caller',
    body: forkBody,
    result: results.resumeResult,
  }),
  closeEpisode: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/close',
    operation: 'closeEpisode',
    summary: 'Ends an episode and gives its account; safe to repeat.',
    access: 'caller',
    body: closeBody,
    result: results.closeResult,
  }),
  getLog: route({
    method: 'get',
    path: '/v1/episodes/{episode_id}/log',
    operation: 'getLog',
    summary: 'The rows of an episode from a position on, as a JSON array or as JSON lines.',
    access: 'caller',
    query: logQuery,
    result: z.array(results.logRow),
  }),
  beatEpisode: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/beat',
    operation: 'beatEpisode',
    summary: 'Says that a rollout of a group goes on, so that others wait for it.',
    access: 'caller',
    body: beatBody,
    result: results.beatResult,
  }),
  critiqueEpisode: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/critique',
    operation: 'critiqueEpisode',
    summary: 'Gives a failed rollout of a group the critique that later ones are shown.',
    access: 'caller',
    body: critiqueBody,
    result: results.critiqueResult,
  }),
  listGroups: route({
    method: 'get',
    path: '/v1/groups',
    operation: 'listGroups',
    summary: 'Groups in the order in which they were begun: the caller’s own, all for admins.',
    access: 'caller',
    query: groupQuery,
    result: results.groupPage,
  }),
  getGroup: route({
    method: 'get',
    path: '/v1/groups/{run}/{id}',
    operation: 'getGroup',
    summary: 'A group in its newest generation: every rollout, and what it waits for.',
    access: 'caller',
    query: oneGroupQuery,
    result: results.groupStatus,
  }),
  listRuns: route({
    method: 'get',
    path: '/v1/runs',
    operation: 'listRuns',
    summary: 'Training runs of which an attempt has ended: the caller’s own, all for admins.',
    access: 'caller',
    query: runQuery,
    result: results.runPage,
  }),
  checkReplay: route({
    method: 'post',
    path: '/v1/episodes/{episode_id}/replay',
    operation: 'checkReplay',
    summary:
      'Checks the hash chain of an episode, plays it again and reports the first difference.',
    access: 'caller',
    result: results.replayReport,
  }),
} as const

export type RouteName = keyof typeof ROUTES
