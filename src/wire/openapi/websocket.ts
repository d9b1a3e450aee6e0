import type { JsonObject } from '../../sim/json.ts'
import type { Operation } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'
import { METHODS, SUBPROTOCOL } from '../rpc.ts'
import { type SchemaTable, schemaRef } from './schemas.ts'

const NOTIFICATIONS: JsonObject = {
  'episode.row': {
    summary: 'One row of a watched episode. Rows arrive in order and complete.',
    params: schemaRef('LogRow'),
  },
  'feed.change': {
    summary:
      'Changes of episodes since the previous notification. A slow reader gets more in each.',
    params: schemaRef('FeedChange'),
  },
  'episode.watch_lagged': {
    summary: 'The client read too slowly, so the watch has ended. Watch again from `position`.',
    params: schemaRef('WatchResult'),
  },
}

const CLOSE_CODES: JsonObject = {
  '1001': 'The server shuts down: connect again and call episode.resume.',
  '1002': 'The frame breaks the WebSocket protocol.',
  '1007': 'The frame is not UTF-8.',
  '1008': 'The answers are not being read: the unsent ones exceed limits.backlog_close_bytes.',
  '1009': 'The frame is larger than limits.payload_bytes_max.',
}

const RPC_ERROR: JsonObject = {
  type: 'object',
  properties: {
    code: {
      type: 'integer',
      description: '-32700 not JSON, -32601 unknown method, -32602 invalid request, else -32000.',
    },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'A key of the fault table.' },
        status: { type: 'integer' },
        retryable: { type: 'boolean' },
        hint: { type: 'string' },
        details: schemaRef('JsonObject'),
      },
      required: ['code', 'status', 'retryable', 'hint', 'details'],
    },
  },
  required: ['code', 'message', 'data'],
}

/** The native WebSocket: an upgrade on its path, and the messages that follow. */
export function webSocketPath(schemas: SchemaTable): JsonObject {
  return {
    get: {
      operationId: 'webSocket',
      summary: 'Upgrades to the native protocol; see x-websocket and docs/protocol.md.',
      tags: ['episodes'],
      security: [{ token: [] }, { resumeKey: [] }],
      responses: {
        '101': { description: 'Switching to WebSocket.' },
        ...Object.fromEntries(
          [400, 401, 403, 426, 503].map((status) => [
            String(status),
            { $ref: `#/components/responses/Problem${status}` },
          ]),
        ),
      },
      'x-websocket': {
        subprotocol: SUBPROTOCOL,
        encoding: 'JSON-RPC 2.0 in text frames, one call or one batch (an array) per frame.',
        methods: methods(schemas),
        notifications: NOTIFICATIONS,
        error: RPC_ERROR,
        'close-codes': CLOSE_CODES,
      },
    },
  }
}

function methods(schemas: SchemaTable): JsonObject {
  return Object.fromEntries(
    METHODS.map((name) => {
      const { summary, params, result, socket, faults }: Operation = OPERATIONS[name]
      return [
        name,
        {
          summary,
          params: schemas.ref(params),
          result: typeof result === 'string' ? { type: 'string' } : schemas.result(result),
          batchable: socket === 'call',
          'x-faults': [...faults],
        },
      ]
    }),
  )
}
