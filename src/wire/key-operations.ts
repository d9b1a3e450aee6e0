import { connectResult, revokedKeyResult } from './key-results.ts'
import { NO_KEYS } from './key-use.ts'
import type { Operation } from './operation.ts'
import * as requests from './requests.ts'

/** The operations on keys for clients that cannot send headers. */
export const KEY_OPERATIONS = {
  'key.connect': {
    summary:
      'Creates a connect key, which goes into the URL path, for clients that cannot send headers.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.keyConnect,
    result: connectResult,
    http: 'POST /v1/keys',
    socket: 'call',
    faults: ['env/unknown', 'episode/not_found', 'store/unavailable'],
  },
  'key.revoke': {
    summary: 'Revokes a connect key. Safe to repeat.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.keyRevoke,
    result: revokedKeyResult,
    http: 'POST /v1/keys/{key_id}/revoke',
    socket: 'call',
    faults: ['key/not_found', 'store/unavailable', 'store/full'],
  },
} as const satisfies Readonly<Record<string, Operation>>
