import { PLAY_FAULTS, STORE_READ_FAULTS } from './fault-lists.ts'
import { NO_KEYS, PLAY_KEYS } from './key-use.ts'
import type { Operation } from './operation.ts'
import * as requests from './requests.ts'
import * as results from './results.ts'

/** The operations on groups of rollouts. */
export const GROUP_OPERATIONS = {
  'group.beat': {
    summary: 'A heartbeat: a rollout of a group continues, so that others wait for it.',
    who: 'token or resume key',
    keys: PLAY_KEYS,
    params: requests.groupBeat,
    result: results.beatResult,
    http: 'POST /v1/episodes/{episode_id}/beat',
    socket: 'call',
    faults: [...PLAY_FAULTS, 'group/not_found'],
  },
  'group.critique': {
    summary: 'Sets the critique of a failed rollout, which later rollouts of its group see.',
    who: 'token or resume key',
    keys: PLAY_KEYS,
    params: requests.groupCritique,
    result: results.critiqueResult,
    http: 'POST /v1/episodes/{episode_id}/critique',
    socket: 'call',
    faults: [...PLAY_FAULTS, 'group/not_found', 'group/no_critique'],
  },
  'group.list': {
    summary:
      'Groups, by the time of their first episode. Admins see all of them, others their own.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.groupList,
    result: results.groupPage,
    http: 'GET /v1/groups',
    socket: 'call',
    faults: STORE_READ_FAULTS,
  },
  'group.status': {
    summary: 'The newest generation of a group: every rollout, and what it waits for.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.groupStatus,
    result: results.groupStatus,
    http: 'GET /v1/groups/{run}/{id}',
    socket: 'call',
    faults: ['group/not_found', 'episode/damaged', ...STORE_READ_FAULTS],
  },
} as const satisfies Readonly<Record<string, Operation>>
