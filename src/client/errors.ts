/** Errors of the client itself. Faults of the server keep their own codes. */
type ClientCode =
  | 'client/bad_url'
  | 'client/bad_token'
  | 'client/timeout'
  | 'client/disconnected'
  | 'client/closed'
  | 'client/busy'
  | 'client/protocol'

/** The parts of a `BackchannelError` besides its message. */
interface ErrorParts {
  readonly code: string
  readonly status?: number
  readonly retryable?: boolean
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * A call that did not succeed. Its code is that of a server's fault (`area/reason`, see
 * docs/protocol.md), or `client/…` if there was no answer from the server.
 */
export class BackchannelError extends Error {
  readonly code: string
  /** The HTTP status of the fault; 0 for `client/…` codes. */
  readonly status: number
  /** Whether the same call may succeed later. The client has already tried again. */
  readonly retryable: boolean
  /** The remedy. */
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, parts: ErrorParts) {
    super(message, parts.cause === undefined ? {} : { cause: parts.cause })
    this.name = 'BackchannelError'
    this.code = parts.code
    this.status = parts.status ?? 0
    this.retryable = parts.retryable ?? false
    this.hint = parts.hint ?? ''
    this.details = parts.details ?? {}
  }
}

/** An error of the client itself. */
export const clientError = (
  code: ClientCode,
  message: string,
  hint: string,
  details: Omit<ErrorParts, 'code' | 'hint'> = {},
): BackchannelError => new BackchannelError(message, { ...details, code, hint })

/** The error for the `error` member of a JSON-RPC response. */
export function rpcFailure(error: unknown): BackchannelError {
  const { message, data } = asRecord(error)
  return faultError(asRecord(data), textOr(message, 'the server gave no reason'))
}

/** The error for a problem+json body, or undefined if the text is no such body. */
export function problemError(text: string): BackchannelError | undefined {
  try {
    const body = asRecord(JSON.parse(text))
    if (typeof body.code !== 'string') return undefined
    return faultError(body, textOr(body.detail, textOr(body.title, body.code)))
  } catch {
    return undefined
  }
}

function faultError(data: Record<string, unknown>, message: string): BackchannelError {
  const { code, status, retryable, hint, details } = data
  if (typeof code !== 'string') {
    return clientError(
      'client/protocol',
      message,
      'Check that the address is a Backchannel server.',
    )
  }
  return new BackchannelError(message, {
    code,
    status: typeof status === 'number' ? status : 0,
    retryable: retryable === true,
    hint: textOr(hint, ''),
    details: asRecord(details),
  })
}

const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
