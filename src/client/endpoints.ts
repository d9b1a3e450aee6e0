import { clientError } from './errors.ts'

/** Separates the addresses of servers that share a store. */
const SEPARATOR = /\s*,\s*(?=[a-z]+:)/

/**
 * The servers that a client can use. Each of them can serve any episode.
 *
 * @throws BackchannelError `client/bad_url`
 */
export const allEndpoints = (urls: string): readonly Endpoints[] =>
  urls.split(SEPARATOR).map(endpoints)

/** The addresses of one server. */
export interface Endpoints {
  /** Of the native protocol, `ws://host:port/v1/ws`. */
  readonly webSocket: string
  /** The prefix of HTTP paths, without a slash at the end. */
  readonly http: string
}

/**
 * The headers that carry a bearer token.
 *
 * @throws BackchannelError `client/bad_token`, without the token
 */
export function authorization(token: string | undefined): Readonly<Record<string, string>> {
  if (token === undefined) return {}
  if (/^[\x20-\x7e]*$/.test(token)) return { authorization: `Bearer ${token}` }
  const message = 'the token has a character that no header can carry'
  throw clientError('client/bad_token', message, 'Look for a line end in it.')
}

/** An address for an error message, without the part that may hold a password. */
const quoted = (url: string): string => JSON.stringify(url.replace(/^(\w+:\/\/)?.*@/s, '$1…@'))

const SOCKET_PATH = '/v1/ws'

/**
 * The addresses of a server. Its URL may begin with `http`, `https`, `ws` or `wss`, and may end in
 * `/v1/ws`.
 *
 * @throws BackchannelError `client/bad_url`
 */
function endpoints(url: string): Endpoints {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const scheme = /^(http|ws)(s?):$/.exec(parsed?.protocol ?? '')
  const hasLogin = parsed !== undefined && parsed.username + parsed.password !== ''
  if (parsed === undefined || scheme === null || hasLogin) {
    throw clientError(
      'client/bad_url',
      `${quoted(url)} is not the address of a server`,
      'Write it like http://127.0.0.1:8000, without a user name.',
    )
  }
  const path = parsed.pathname.replace(/\/+$/, '').replace(/\/v1\/ws$/, '')
  const secure = scheme[2] ?? ''
  return {
    webSocket: `ws${secure}://${parsed.host}${path}${SOCKET_PATH}`,
    http: `http${secure}://${parsed.host}${path}`,
  }
}
