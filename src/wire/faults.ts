import type { Json, JsonObject } from '../sim/json.ts'

export { quoteValue as shown } from '../tools/shown.ts'

interface FaultKind {
  /** HTTP status. */
  readonly status: number
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean
  readonly title: string
  /** How the caller can solve the problem. */
  readonly hint: string
}

const kind = (status: number, title: string, hint: string, retryable = false): FaultKind => ({
  status,
  retryable,
  title,
  hint,
})

/** Every fault a caller can get, on every transport. Codes read `area/reason`. */
export const FAULTS = {
  'request/malformed_json': kind(400, 'Not JSON', 'Send one JSON value in UTF-8.'),
  'request/invalid': kind(400, 'Invalid request', 'Compare the named member with the schema.'),
  'request/unknown_method': kind(
    404,
    'Unknown method',
    'See the list of methods in docs/protocol.md.',
  ),
  'request/not_found': kind(404, 'No such resource', 'See openapi.yaml for the paths.'),
  'request/method_not_allowed': kind(
    405,
    'Method not allowed',
    'See openapi.yaml for the methods.',
  ),
  'request/too_large': kind(
    413,
    'Request too large',
    'Send less, or raise the limit in the config.',
  ),
  'request/too_deep': kind(400, 'Nested too deeply', 'Send JSON with at most 32 levels.'),
  'request/unsupported_type': kind(
    415,
    'Unsupported content type',
    'Send the body with "Content-Type: application/json".',
  ),
  'request/upgrade_required': kind(
    426,
    'WebSocket required',
    'Upgrade the connection to a WebSocket, with the subprotocol backchannel.v1.',
  ),
  'request/length_required': kind(411, 'Length required', 'Send a Content-Length header.'),
  'request/not_batchable': kind(
    400,
    'Not allowed in a batch',
    'Send it as a call of its own; the members of a batch belong to different episodes.',
  ),
  'auth/missing': kind(401, 'Token missing', 'Send "Authorization: Bearer TOKEN".'),
  'auth/denied': kind(
    401,
    'Token not accepted',
    'Check the token with the operator of the server.',
  ),
  'auth/forbidden': kind(403, 'Not allowed', 'This needs a token with the role admin.'),
  'auth/foreign_origin': kind(403, 'Foreign origin', 'Add the origin to allowed_origins.'),
  'auth/foreign_host': kind(403, 'Foreign host', 'Add the host name to allowed_hosts.'),
  'env/unknown': kind(404, 'Unknown environment', 'Call env.list for the known ones.'),
  'env/unknown_player': kind(404, 'Unknown player', 'Call env.card for the known ones.'),
  'env/no_data': kind(
    409,
    'No data',
    'Give the environment a data set: see "backchannel generate".',
  ),
  'env/unavailable': kind(
    503,
    'Environment busy',
    'Its workers are busy or restarting: send the same call a little later.',
    true,
  ),
  'task/unknown': kind(404, 'Unknown task', 'Call env.describe for the splits and their sizes.'),
  'task/stale': kind(409, 'Other data', 'The data differs on this server: export it again.'),
  'seed/unused': kind(400, 'Seed not used', 'Leave the seed out: it changes nothing here.'),
  'settings/invalid': kind(400, 'Invalid settings', 'Call env.describe for the settings schema.'),
  'settings/unknown_profile': kind(
    400,
    'Unknown chat profile',
    'Name a profile of the server’s configuration, or let its operator add this one.',
  ),
  'action/malformed': kind(
    400,
    'Malformed action',
    'Send the message of a chat completion, {content?, tool_calls?}, or {text}. ' +
      'The step was not used up.',
  ),
  'action/too_large': kind(
    413,
    'Action too large',
    'Send a shorter turn. The step was not used up.',
  ),
  'step/stale_seq': kind(
    409,
    'Step already recorded',
    'Another action was recorded under this seq; call episode.resume for the state.',
  ),
  'step/in_flight': kind(
    409,
    'Another step is running',
    'Wait for its answer, then send the next.',
    true,
  ),
  'step/future_seq': kind(409, 'Step out of order', 'Call episode.resume for the next seq.'),
  'step/conflict': kind(
    409,
    'Another server wrote first',
    'Call episode.resume to see whether the action was recorded, and send it again if not. With ' +
      '"seq", a repeated step is played only once.',
  ),
  'episode/not_found': kind(404, 'No such episode', 'Check the id, and that the token may see it.'),
  'episode/closed': kind(409, 'Episode over', 'Open or fork another one.'),
  'episode/faulted': kind(409, 'Episode faulted', 'Its log is kept; open or fork another one.'),
  'episode/key_reused': kind(
    409,
    'Open key used before',
    'Use a new open_key for another request.',
  ),
  'key/not_found': kind(404, 'No such connect key', 'Check the key_id that key.connect gave.'),
  'episode/moved': kind(409, 'Another server wrote', 'Call episode.resume, then continue.', true),
  'episode/no_position': kind(400, 'No such position', 'Give a step that the episode has.'),
  'episode/unverifiable': kind(
    409,
    'Not playable here',
    'The log can be read; playing it needs the version of the environment that made it.',
  ),
  'episode/other_revision': kind(
    409,
    'Other revision',
    'The log can be read. Fork it at a step that still replays, close it, or open another ' +
      'episode of the task.',
  ),
  'episode/damaged': kind(
    409,
    'Episode damaged',
    'The stored log does not match its hashes, so the server returns none of it. The operator ' +
      'finds the damage with "backchannel db check" and can restore a backup. Open another one.',
  ),
  'group/would_wait': kind(
    409,
    'Earlier attempts still running',
    'Open it again a little later, or leave out "wait": false.',
    true,
  ),
  'group/superseded': kind(
    409,
    'Newer generation',
    'Another client started a new generation of the group. Give every trainer its own run name.',
  ),
  'group/mismatch': kind(
    409,
    'Another group',
    'All rollouts of a group have one task, size, mode and schedule; use a new id or generation.',
  ),
  'group/not_found': kind(404, 'No such group', 'Check the run and the id of the group.'),
  'run/not_found': kind(404, 'No such run', 'Check the name of the run, and whose it is.'),
  'run/full': kind(
    409,
    'No room for this report',
    'Report fewer names or steps, or have the operator prune old runs.',
  ),
  'group/no_critique': kind(
    409,
    'No critique wanted',
    'A rollout of a group can have one critique, after it ended without success.',
  ),
  'group/no_critic': kind(
    409,
    'No model for critiques',
    'Name a profile in groups.critique_profile of the config, or use the critique "rule".',
  ),
  'capacity/episodes': kind(503, 'Too many episodes', 'Close some, or try again later.', true),
  'capacity/in_flight': kind(429, 'Too many calls at once', 'Wait for answers first.', true),
  'capacity/answers': kind(
    429,
    'Too much to send',
    'Read the pending answers, then send the same call again. With an open_key or a seq, it ' +
      'takes effect only once.',
    true,
  ),
  'capacity/tokens': kind(
    429,
    'Too many tokens in a minute',
    'Send the same request again after the wait.',
    true,
  ),
  'capacity/sockets': kind(503, 'Too many connections', 'Close some, or try again later.', true),
  'capacity/watches': kind(429, 'Too many watches', 'Stop some first.'),
  'capacity/groups': kind(429, 'Too many groups', 'Wait for answers in other groups.', true),
  'capacity/waiting': kind(429, 'Too many openings wait', 'Wait for answers first.', true),
  'store/unavailable': kind(
    503,
    'Store unavailable',
    'Send the same call again. With an open_key or a seq, it takes effect only once.',
    true,
  ),
  'store/full': kind(507, 'Store full', 'Free space with "backchannel db prune".', true),
  'gateway/budget': kind(
    429,
    'Budget of the episode used up',
    'Open another episode, or raise the limits of the gateway profile.',
  ),
  'gateway/refused': kind(
    400,
    'Refused by the model server',
    'Send a shorter prompt, or other tools.',
  ),
  'gateway/failed': kind(
    502,
    'No answer from the model server',
    'Send the same request again a little later.',
    true,
  ),
  'gateway/unavailable': kind(
    503,
    'Model server busy or away',
    'Send the same request again a little later.',
    true,
  ),
  'server/draining': kind(503, 'Shutting down', 'Try again on the restarted server.', true),
  'server/internal': kind(500, 'Internal error', 'Report it with the time it happened.'),
} as const satisfies Readonly<Record<string, FaultKind>>

export type FaultCode = keyof typeof FAULTS

/** Misuse or lack of capacity, reported to the caller. Not for bad moves of agents or for bugs. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly details: JsonObject
  readonly hint: string

  /**
   * @param message names the offending value (see `shown`) and the problem
   * @param options `hint` replaces the table's remedy by a better one
   */
  constructor(
    code: FaultCode,
    message: string,
    options: { details?: JsonObject; hint?: string; cause?: unknown } = {},
  ) {
    super(bounded(message), options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.details = options.details ?? {}
    this.hint = options.hint ?? FAULTS[code].hint
  }

  get status(): number {
    return FAULTS[this.code].status
  }

  get retryable(): boolean {
    return FAULTS[this.code].retryable
  }
}

const MESSAGE_CHARACTERS_MAX = 600

/** Limits quoted names: the complaints of schemas quote names of any length. */
const bounded = (message: string): string =>
  message.length > MESSAGE_CHARACTERS_MAX ? `${message.slice(0, MESSAGE_CHARACTERS_MAX)}…` : message

/** The body of an HTTP error, in the form of RFC 9457 (problem+json). */
export function problemBody(fault: Fault): JsonObject {
  return {
    type: `urn:backchannel:fault:${fault.code}`,
    title: FAULTS[fault.code].title,
    status: fault.status,
    detail: fault.message,
    code: fault.code,
    retryable: fault.retryable,
    hint: fault.hint,
    details: fault.details,
  }
}

const RPC_CODES: Readonly<Partial<Record<FaultCode, number>>> = {
  'request/malformed_json': -32700,
  'request/invalid': -32602,
  'request/unknown_method': -32601,
}

/** The `error` member of a JSON-RPC response: −32000 with the fault in `data`. */
export function rpcError(fault: Fault): JsonObject {
  return {
    code: RPC_CODES[fault.code] ?? -32000,
    message: fault.message,
    data: {
      code: fault.code,
      status: fault.status,
      retryable: fault.retryable,
      hint: fault.hint,
      details: fault.details as Json,
    },
  }
}
