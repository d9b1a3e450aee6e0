import { NO_KEYS } from './key-use.ts'
import type { Operation } from './operation.ts'
import * as requests from './requests.ts'
import * as results from './results.ts'

/** The operations that tell of the process itself. */
export const SERVER_OPERATIONS = {
  'server.health': {
    summary: 'Whether the process is up.',
    who: 'everybody',
    keys: NO_KEYS,
    params: requests.nothing,
    result: results.status,
    http: 'GET /healthz',
    faults: [],
  },
  'server.ready': {
    summary: 'Whether episodes can be played: the store accepts rows, and nothing shuts down.',
    who: 'everybody',
    keys: NO_KEYS,
    params: requests.nothing,
    result: results.status,
    http: 'GET /readyz',
    faults: ['store/unavailable', 'store/full'],
  },
  'server.metrics': {
    summary: 'Counters and gauges in the Prometheus text format.',
    who: 'admin',
    keys: NO_KEYS,
    params: requests.nothing,
    result: 'text/plain; version=0.0.4',
    http: 'GET /metrics',
    faults: [],
  },
  'server.description': {
    summary: 'This OpenAPI document.',
    who: 'everybody',
    keys: NO_KEYS,
    params: requests.nothing,
    result: 'application/yaml',
    http: 'GET /openapi.yaml',
    faults: [],
  },
} as const satisfies Readonly<Record<string, Operation>>
