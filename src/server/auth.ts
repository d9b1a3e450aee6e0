import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Fault } from '../wire/faults.ts'
import type { Config } from './config/schema.ts'
import { type ConnectKeys, GATEWAY_ROOT, withoutConnectKey } from './connect-keys.ts'
import { LOCAL, type Visitor } from './principal.ts'
import { type KeyKind, missingGatewayKey, refusedKey } from './refused-key.ts'
import type { ResumeKeys } from './resume-keys.ts'
import { sourceCheck } from './source.ts'

/** The credentials of a request. Some clients can send their key only in a specific header. */
function readAuthorization(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (headers.authorization !== undefined || key === undefined || key === '') {
    return headers.authorization
  }
  return `Bearer ${String(key)}`
}

/** @throws Fault `auth/denied` */
function parseSecret(authorization: string): string {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (secret !== undefined) return secret
  throw new Fault('auth/denied', 'the Authorization header must read "Bearer TOKEN"')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Checks tokens, keys, Host and Origin against the config. */
export function gate(config: Config, keys: ResumeKeys, connects: ConnectKeys) {
  const tokens = config.tokens.map((entry) => ({
    digest: digest(entry.token ?? ''),
    caller: { kind: 'principal', name: entry.principal, role: entry.role } as const,
  }))

  /**
   * Identifies the visitor.
   *
   * @throws Fault `auth/missing`, `auth/denied`
   */
  function visitor(authorization: string | undefined): Visitor {
    if (authorization === undefined) {
      if (tokens.length === 0) return LOCAL
      throw new Fault('auth/missing', 'this server needs a token')
    }
    const secret = parseSecret(authorization)
    const key = keys.read(secret)
    if (key !== undefined) return { kind: 'key', key }
    const secretDigest = digest(secret)
    const known = tokens.find((entry) => timingSafeEqual(entry.digest, secretDigest))
    if (known !== undefined) return known.caller
    throw new Fault('auth/denied', 'the token or key is not known here')
  }

  /** A key is valid only while the principal that gave it has a token. */
  const names = new Set(
    tokens.length === 0 ? [LOCAL.name] : tokens.map((token) => token.caller.name),
  )
  /**
   * Identifies the bearer of a connect key in a path.
   *
   * @throws Fault `auth/denied`
   */
  function connected(text: string, kind: KeyKind = 'connect'): Visitor {
    const key = connects.read(text)
    if (key !== undefined && names.has(key.principal)) return { kind: 'connect', key }
    throw refusedKey(kind)
  }

  /** A request is checked twice: for its queue and for its answer. Its key is decrypted once. */
  const opened = new WeakMap<IncomingHttpHeaders, { text: string; visitor: Visitor }>()
  function connectedBy(headers: IncomingHttpHeaders, text: string, kind: KeyKind): Visitor {
    const cached = opened.get(headers)
    if (cached?.text === text) return cached.visitor
    const visitor = connected(text, kind)
    opened.set(headers, { text, visitor })
    return visitor
  }

  return {
    visitor,
    connected,
    /**
     * Identifies the visitor by a connect key in the path, otherwise by the headers.
     *
     * @throws Fault `auth/missing`, `auth/denied`
     */
    asking({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Visitor {
      const { key } = withoutConnectKey(url)
      const isGateway = url.startsWith(`${GATEWAY_ROOT}/`)
      if (key !== undefined) return connectedBy(headers, key, isGateway ? 'gateway' : 'connect')
      const authorization = readAuthorization(headers)
      if (!isGateway) return visitor(authorization)
      if (authorization === undefined) throw missingGatewayKey()
      return connectedBy(headers, parseSecret(authorization), 'gateway')
    },
    checkSource: sourceCheck(config),
  }
}
export type Gate = ReturnType<typeof gate>
