import type { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import * as results from '../results.ts'
import { METHODS, type Method, SUBPROTOCOL } from '../rpc.ts'
import { type SchemaTable, schemaRef } from './schemas.ts'

interface MethodDescription {
  readonly summary: string
  /** A list of these, where `list` is set. */
  readonly result: z.ZodType
  readonly list?: true
}

const DESCRIPTIONS: Readonly<Record<Method, MethodDescription>> = {
  'env.list': {
    summary: 'The environments of this server, with their splits.',
    result: results.environmentSummary,
    list: true,
  },
  'env.describe': {
    summary: 'One environment: tools, limits, metrics, settings.',
    result: results.environmentDescription,
  },
  'episode.open': {
    summary: 'Opens an episode; the same open_key, or place in a group, gives the same episode.',
    result: results.openResult,
  },
  'episode.step': {
    summary: 'Plays one assistant turn; repeating a seq with the same action is safe.',
    result: results.stepResult,
  },
  'episode.resume': {
    summary: 'Where an episode stands, with the whole conversation.',
    result: results.resumeResult,
  },
  'episode.fork': {
    summary: 'Opens an episode that begins with the first steps of another.',
    result: results.resumeResult,
  },
  'episode.close': {
    summary: 'Ends an episode and gives its account; safe to repeat.',
    result: results.closeResult,
  },
  'episode.watch': {
    summary: 'Sends the rows of an episode from a position on as they are stored.',
    result: results.watchResult,
  },
  'episode.unwatch': {
    summary: 'Stops a watch; answers position -1.',
    result: results.watchResult,
  },
  'group.beat': {
    summary: 'Says that a rollout of a group goes on, so that others wait for it.',
    result: results.beatResult,
  },
  'group.critique': {
    summary: 'Gives a failed rollout of a group the critique that later ones are shown.',
    result: results.critiqueResult,
  },
  'group.status': {
    summary: 'A group in its newest generation: every rollout, and what it waits for.',
    result: results.groupStatus,
  },
  'group.list': {
    summary: 'Groups in the order in which they were begun.',
    result: results.groupPage,
  },
}

const NOTIFICATIONS: JsonObject = {
  'episode.row': {
    summary: 'One row of a watched episode, in order, none left out.',
    params: schemaRef('LogRow'),
  },
  'episode.watch_lagged': {
    summary: 'The rows were read too slowly and the watch has ended; watch again from `position`.',
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
  const names = Object.keys(METHODS) as Method[]
  return Object.fromEntries(
    names.map((name) => {
      const { summary, result, list } = DESCRIPTIONS[name]
      const one = schemas.ref(result)
      return [
        name,
        {
          summary,
          params: schemas.ref(METHODS[name]),
          result: list ? { type: 'array', items: one } : one,
        },
      ]
    }),
  )
}
