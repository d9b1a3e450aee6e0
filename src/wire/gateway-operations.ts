import { weightsResult } from './key-results.ts'
import { NO_KEYS } from './key-use.ts'
import type { Operation } from './operation.ts'
import * as requests from './requests.ts'

/** The operations of trainers on the models that agent programs ask. */
export const GATEWAY_OPERATIONS = {
  'gateway.weights': {
    summary: 'Announces new weights of a model server, which rows of model calls then record.',
    who: 'token',
    keys: NO_KEYS,
    params: requests.gatewayWeights,
    result: weightsResult,
    http: 'POST /v1/weights',
    socket: 'call',
    faults: ['settings/unknown_profile'],
  },
} as const satisfies Readonly<Record<string, Operation>>
