import { z } from 'zod'
import { EPISODE_FAULTS, PLAY_FAULTS, STORE_READ_FAULTS } from './fault-lists.ts'
import type { FaultCode } from './faults.ts'
import { GATEWAY_OPERATIONS } from './gateway-operations.ts'
import { GROUP_OPERATIONS } from './group-operations.ts'
import { KEY_OPERATIONS } from './key-operations.ts'
import { revokeResult } from './key-results.ts'
import {
  CONNECT_KEYS,
  NO_KEYS,
  PLAY_KEYS,
  PLAY_OR_CONNECT_KEYS,
  VIEW_KEYS,
  VIEW_OR_CONNECT_KEYS,
} from './key-use.ts'
import * as lists from './list-results.ts'
import { modelCall } from './model-call.ts'
import type { Operation } from './operation.ts'
import * as requests from './requests.ts'
import * as results from './results.ts'
import { SERVER_OPERATIONS } from './server-operations.ts'
import { VIEW_OPERATIONS } from './view-operations.ts'

const operation = <Given extends Operation>(given: Given): Given => given

const STORE_WRITE = ['store/unavailable', 'store/full'] as const
const ENVIRONMENT = ['env/unknown'] as const
const TASK = [...ENVIRONMENT, 'env/no_data', 'task/unknown'] as const
const STEPPED = [
  ...PLAY_FAULTS,
  'episode/other_revision',
  'env/unavailable',
  'action/malformed',
  'action/too_large',
  'step/stale_seq',
  'step/in_flight',
  'step/future_seq',
  'step/conflict',
  'episode/closed',
] as const
const BEGUN = [
  ...STORE_WRITE,
  'seed/unused',
  'settings/unknown_profile',
  'episode/key_reused',
  'episode/faulted',
  'episode/unverifiable',
  'episode/not_found',
  'episode/damaged',
  'episode/moved',
  'capacity/episodes',
] as const

/**
 * Every operation of the server, by name. From this table come the methods of the socket, the
 * routes of HTTP, `openapi.yaml`, the types of clients, the tables of docs/protocol.md and the
 * lists of permitted faults.
 */
export const OPERATIONS = {
  'env.list': operation({
    summary: 'The environments of this server, with their splits.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.envList,
    result: z.array(results.environmentSummary),
    http: 'GET /v1/environments',
    socket: 'call',
    faults: [],
  }),
  'env.describe': operation({
    summary: 'One environment: tools, limits, metrics, settings.',
    who: 'token or resume key',
    keys: VIEW_OR_CONNECT_KEYS,
    params: requests.envDescribe,
    result: results.environmentDescription,
    http: 'GET /v1/environments/{env}',
    socket: 'call',
    faults: ENVIRONMENT,
  }),
  'env.world': operation({
    summary: 'The data that the tasks of an environment share (its world), with hidden facts.',
    who: 'admin',
    keys: NO_KEYS,
    params: requests.envWorld,
    result: results.worldResult,
    http: 'GET /v1/environments/{env}/world',
    socket: 'call',
    faults: [...ENVIRONMENT, 'env/no_data'],
  }),
  'task.list': operation({
    summary: 'Tasks of a split, in order. Admins may request hidden facts.',
    who: 'token or resume key',
    keys: VIEW_OR_CONNECT_KEYS,
    params: requests.taskList,
    result: results.taskPage,
    http: 'GET /v1/environments/{env}/tasks',
    socket: 'call',
    faults: TASK,
  }),
  'task.get': operation({
    summary: 'One task. Admins may request its hidden facts.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.taskGet,
    result: results.taskResult,
    http: 'GET /v1/environments/{env}/tasks/{task}',
    socket: 'call',
    faults: TASK,
  }),
  'episode.open': operation({
    summary: 'Opens an episode. The same open_key, or index in a group, returns the same episode.',
    who: 'token',
    keys: CONNECT_KEYS,
    params: requests.episodeOpen,
    result: results.openResult,
    http: 'POST /v1/episodes',
    socket: 'call',
    waits: true,
    faults: [
      ...TASK,
      'task/stale',
      'env/unavailable',
      'settings/invalid',
      ...BEGUN,
      'group/would_wait',
      'group/superseded',
      'group/mismatch',
      'group/no_critic',
      'capacity/waiting',
    ],
  }),
  'episode.list': operation({
    summary: 'Episodes, filtered and sorted. Admins see all of them, others their own.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.episodeList,
    result: lists.episodePage,
    http: 'GET /v1/episodes',
    socket: 'call',
    faults: STORE_READ_FAULTS,
  }),
  'episode.resume': operation({
    summary: 'The state of an episode, with the whole conversation.',
    who: 'token or resume key',
    keys: VIEW_OR_CONNECT_KEYS,
    params: requests.episodeResume,
    result: results.resumeResult,
    http: 'GET /v1/episodes/{episode_id}',
    socket: 'call',
    faults: PLAY_FAULTS,
  }),
  'episode.step': operation({
    summary: 'Plays one assistant turn. Repeating a seq with the same action is safe.',
    who: 'token or resume key',
    keys: PLAY_OR_CONNECT_KEYS,
    params: requests.episodeStep,
    result: results.stepResult,
    http: 'POST /v1/episodes/{episode_id}/steps',
    socket: 'call',
    faults: STEPPED,
  }),
  'episode.fork': operation({
    summary: 'Opens an episode that begins with the first steps of another.',
    who: 'token',
    keys: PLAY_KEYS,
    params: requests.episodeFork,
    result: results.resumeResult,
    http: 'POST /v1/episodes/{episode_id}/fork',
    socket: 'call',
    faults: [...BEGUN, 'episode/no_position', 'episode/other_revision'],
  }),
  'episode.continue': operation({
    summary: 'Lets a player of the environment play the next turn of an episode.',
    who: 'admin',
    keys: NO_KEYS,
    params: requests.episodeContinue,
    result: results.stepResult,
    http: 'POST /v1/episodes/{episode_id}/continue',
    socket: 'call',
    faults: [...STEPPED, 'env/unknown_player'],
  }),
  'episode.close': operation({
    summary: 'Ends an episode and returns its result. Safe to repeat.',
    who: 'token or resume key',
    keys: PLAY_OR_CONNECT_KEYS,
    params: requests.episodeClose,
    result: results.closeResult,
    http: 'POST /v1/episodes/{episode_id}/close',
    socket: 'call',
    faults: [...PLAY_FAULTS, 'step/in_flight'],
  }),
  'episode.revoke': operation({
    summary: 'Revokes all keys of an episode and returns new ones.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.episodeRevoke,
    result: revokeResult,
    http: 'POST /v1/episodes/{episode_id}/revoke',
    socket: 'call',
    faults: ['episode/not_found', ...STORE_WRITE],
  }),
  'episode.log': operation({
    summary: 'The rows of an episode, from a position.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.episodeLog,
    result: z.array(results.logRow),
    http: 'GET /v1/episodes/{episode_id}/log',
    socket: 'call',
    lines: true,
    faults: EPISODE_FAULTS,
  }),
  'episode.calls': operation({
    summary: 'The model calls of the agent program that plays an episode.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.episodeCalls,
    result: z.array(modelCall),
    http: 'GET /v1/episodes/{episode_id}/calls',
    socket: 'call',
    lines: true,
    faults: EPISODE_FAULTS,
  }),
  'episode.watch': operation({
    summary: 'Sends the rows of an episode from a position, as they are stored.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.episodeWatch,
    result: results.watchResult,
    socket: 'alone',
    faults: [...EPISODE_FAULTS, 'capacity/watches'],
  }),
  'episode.unwatch': operation({
    summary: 'Stops a watch. Returns position -1.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.episodeUnwatch,
    result: results.watchResult,
    socket: 'alone',
    faults: [],
  }),
  'episode.replay': operation({
    summary:
      'Checks the hash chain of an episode, plays it again and reports the first difference.',
    who: 'token or resume key',
    keys: VIEW_KEYS,
    params: requests.episodeReplay,
    result: results.replayReport,
    http: 'POST /v1/episodes/{episode_id}/replay',
    socket: 'call',
    faults: EPISODE_FAULTS,
  }),
  ...GROUP_OPERATIONS,
  'run.list': operation({
    summary: 'Training runs with finished attempts. Admins see all of them, others their own.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.runList,
    result: results.runPage,
    http: 'GET /v1/runs',
    socket: 'call',
    faults: STORE_READ_FAULTS,
  }),
  ...KEY_OPERATIONS,
  ...GATEWAY_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...SERVER_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof OPERATIONS

/** What callers send. */
export type Params<Name extends OperationName> = z.input<(typeof OPERATIONS)[Name]['params']>

/** The validated parameters that the server uses, with defaults. */
export type CheckedParams<Name extends OperationName> = z.output<
  (typeof OPERATIONS)[Name]['params']
>

/** What callers get. */
export type Result<Name extends OperationName> =
  (typeof OPERATIONS)[Name]['result'] extends z.ZodType
    ? z.output<(typeof OPERATIONS)[Name]['result']>
    : string

/** The operations that the socket has, by their methods. */
export type Method = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { readonly socket: string }
    ? Name
    : never
}[OperationName]

/** The operations in their order, as plain entries. */
export const operations = Object.entries(OPERATIONS) as readonly (readonly [
  OperationName,
  Operation,
])[]

/** The faults of every call, whatever it asks for. */
export const EVERY_CALL: readonly FaultCode[] = [
  'request/invalid',
  'request/malformed_json',
  'request/too_deep',
  'request/too_large',
  'auth/missing',
  'auth/denied',
  'auth/forbidden',
  'auth/foreign_host',
  'auth/foreign_origin',
  'capacity/in_flight',
  'capacity/answers',
  'server/draining',
  'server/internal',
]

/** All faults that a call may be answered with, those of its transport included. */
export function permittedFaults(
  name: OperationName,
  transport: 'socket' | 'http',
): ReadonlySet<FaultCode> {
  const own: readonly FaultCode[] = OPERATIONS[name].faults
  const way: readonly FaultCode[] =
    transport === 'socket'
      ? ['request/not_batchable']
      : ['request/length_required', 'request/unsupported_type']
  return new Set([...own, ...EVERY_CALL, ...way])
}
