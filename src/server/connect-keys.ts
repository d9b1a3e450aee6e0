import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sealing } from './sealed-bytes.ts'

/** How an agent program asks a model while it plays the one episode of its key. */
export interface GatewayGrant {
  /** The chat profile that answers. */
  readonly profile: string
  /** Who calls the episode's tools: the agent over MCP, or the gateway for it. */
  readonly tools: 'mcp' | 'injected'
  /** The last revocation of the episode's keys before this one was given; 0 without one. */
  readonly revokedMs: number
  /** In a copy of an episode: how many of its model calls are answered as they were recorded. */
  readonly replay?: { readonly episode: string; readonly calls: number }
}

/** What the bearer of a connect key may do, and until when. */
export interface ConnectScope {
  /** In whose name episodes are opened and played. */
  readonly principal: string
  /** The one environment. */
  readonly env: string
  /** The one episode that may be played; null: those that are opened with the key. */
  readonly episode: string | null
  /** How many may be opened; null for any number. */
  readonly episodes: number | null
  /** By the store's clock. */
  readonly expiresMs: number
  /** Present on the key of a program that the model gateway serves. */
  readonly gateway?: GatewayGrant
}

/** What a genuine key says. Whether it was revoked is for the store to tell. */
export interface ConnectKey extends ConnectScope {
  /** Names the key where it must not be told itself; no secret. */
  readonly id: string
}

/**
 * Makes and reads the keys that clients without headers carry in the path of their base address. A
 * key says everything itself, sealed, so that nothing is kept of it but its revocation.
 */
export interface ConnectKeys {
  make(scope: ConnectScope): { readonly id: string; readonly text: string }
  /** A genuine key that has not expired, or undefined. */
  read(text: string): ConnectKey | undefined
  hasExpired(key: ConnectKey): boolean
  /** Whether a key of this id was given to the principal. */
  isOf(id: string, principal: string): boolean
}

const ID = /^ck_([0-9a-f]{16})([0-9a-f]{16})$/
const KEY = /^(ck_[0-9a-f]{32})_([\w-]{40,1600})$/
/** Keys are filled up to a multiple of this, since their length would tell that of a name. */
const FILLED_BYTES = 96
/** So many keys that were read are kept, a few hundred bytes each. */
const GENUINE_MAX = 1_024

/**
 * @param secret the store's
 * @param nowMs the store's clock, in milliseconds since 1970
 */
export function connectKeys(secret: string, nowMs: () => number): ConnectKeys {
  const { seal, open } = sealing(secret, 'connect key')
  const markOf = (random: string, principal: string): string =>
    createHmac('sha256', secret)
      .update(`connect key id\n${random}\n${principal}`)
      .digest('hex')
      .slice(0, 16)
  /** Genuine keys by their texts: a program sends its key with every call. */
  const genuine = new Map<string, ConnectKey>()
  const opened = (text: string): ConnectKey | undefined => {
    const known = genuine.get(text)
    if (known !== undefined) return known
    const [, id, sealed] = KEY.exec(text) ?? []
    if (id === undefined || sealed === undefined) return undefined
    const bytes = open(Buffer.from(sealed, 'base64url'), Buffer.from(id))
    if (bytes === undefined) return undefined
    const key = { ...(JSON.parse(bytes.toString('utf8')) as ConnectScope), id }
    if (genuine.size >= GENUINE_MAX) genuine.clear()
    genuine.set(text, key)
    return key
  }
  const hasExpired = ({ expiresMs }: ConnectKey): boolean => nowMs() >= expiresMs
  return {
    make(scope) {
      const random = randomBytes(8).toString('hex')
      const id = `ck_${random}${markOf(random, scope.principal)}`
      const sealed = seal(filled(JSON.stringify(scope)), Buffer.from(id))
      return { id, text: `${id}_${sealed.toString('base64url')}` }
    },
    read(text) {
      const key = opened(text)
      return key === undefined || hasExpired(key) ? undefined : key
    },
    hasExpired,
    isOf(id, principal) {
      const [, random = '', mark = ''] = ID.exec(id) ?? []
      if (random === '') return false
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(random, principal)))
    },
  }
}

function filled(text: string): Buffer {
  const bytes = Buffer.from(text)
  const missing = (FILLED_BYTES - (bytes.length % FILLED_BYTES)) % FILLED_BYTES
  return Buffer.concat([bytes, Buffer.alloc(missing, ' ')])
}

/** The open key of an episode that is opened with a connect key: it tells that it was. */
export const connectedOpenKey = ({ id }: ConnectKey, rest: string | number): string =>
  `${id} ${rest}`

/** Whether an episode is one that the bearer of a connect key may play. */
export const isConnectedTo = (
  key: ConnectKey,
  episode: string,
  { principal, openKey }: { readonly principal: string; readonly openKey: string },
): boolean => {
  if (principal !== key.principal) return false
  return key.episode === null
    ? openKey.startsWith(connectedOpenKey(key, ''))
    : key.episode === episode
}

/** What stands before everything that is asked with a connect key. */
export const CONNECT_ROOT = '/connect'

/** Where agent programs ask for model calls. */
export const GATEWAY_ROOT = '/v1/gateway'

/** A target whose path may contain a connect key: the key, and the target without it. */
export function withoutConnectKey(target: string): {
  readonly key: string | undefined
  readonly target: string
} {
  for (const root of [CONNECT_ROOT, GATEWAY_ROOT]) {
    if (!target.startsWith(`${root}/`)) continue
    const [key = ''] = target.slice(root.length + 1).split(/[/?#]/, 1)
    const rest = target.slice(root.length + 1 + key.length)
    if (root === CONNECT_ROOT) return { key, target: rest }
    return key === 'v1' ? { key: undefined, target } : { key, target: root + rest }
  }
  return { key: undefined, target }
}
