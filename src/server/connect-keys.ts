import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sealing } from './sealed-bytes.ts'

/** How an agent program uses a model while it plays the one episode of its key. */
export interface GatewayGrant {
  /** The chat profile that answers. */
  readonly profile: string
  /** Who calls the episode's tools: the agent over MCP, or the gateway on its behalf. */
  readonly tools: 'mcp' | 'injected'
  /** The last revocation of the episode's keys before this key was given; 0 if there was none. */
  readonly revokedMs: number
  /** For a copy of an episode: how many of its model calls get their recorded answers. */
  readonly replay?: { readonly episode: string; readonly calls: number }
}

/** The permissions of a connect key, and its expiry. */
export interface ConnectScope {
  /** The principal on whose behalf episodes are opened and played. */
  readonly principal: string
  /** The one environment. */
  readonly env: string
  /** The one episode that may be played; null for episodes that are opened with the key. */
  readonly episode: string | null
  /** The number of episodes that may be opened; null for no limit. */
  readonly episodes: number | null
  /** By the store's clock. */
  readonly expiresMs: number
  /** Set for the key of a program that uses the model gateway. */
  readonly gateway?: GatewayGrant
}

/** The content of a genuine key. The store knows whether the key was revoked. */
export interface ConnectKey extends ConnectScope {
  /** Identifies the key without its secret. */
  readonly id: string
}

const ID = /^ck_([0-9a-f]{16})([0-9a-f]{16})$/
const KEY = /^(ck_[0-9a-f]{32})_([\w-]{40,1600})$/
/** Keys are padded to a multiple of this, because their length would reveal that of a name. */
const FILLED_BYTES = 96
/** The number of parsed keys in the cache, a few hundred bytes each. */
const GENUINE_MAX = 1_024

/**
 * Creates and parses the keys that clients without headers put into the path of their base address.
 * A key contains its own encrypted permissions, so the store keeps only revocations.
 *
 * @param secret the store's secret
 * @param nowMs the store's clock, in milliseconds since 1970
 */
export function connectKeys(secret: string, nowMs: () => number) {
  const { seal, open } = sealing(secret, 'connect key')
  const keyMark = (random: string, principal: string): string =>
    createHmac('sha256', secret)
      .update(`connect key id\n${random}\n${principal}`)
      .digest('hex')
      .slice(0, 16)
  /** Genuine keys by their text, because a program sends its key with every call. */
  const genuine = new Map<string, ConnectKey>()
  const opened = (text: string): ConnectKey | undefined => {
    const cachedKey = genuine.get(text)
    if (cachedKey !== undefined) return cachedKey
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
    make(scope: ConnectScope): { readonly id: string; readonly text: string } {
      const random = randomBytes(8).toString('hex')
      const id = `ck_${random}${keyMark(random, scope.principal)}`
      const sealed = seal(filled(JSON.stringify(scope)), Buffer.from(id))
      return { id, text: `${id}_${sealed.toString('base64url')}` }
    },
    /** The parsed key if it is genuine and has not expired, otherwise undefined. */
    read(text: string): ConnectKey | undefined {
      const key = opened(text)
      return key === undefined || hasExpired(key) ? undefined : key
    },
    hasExpired,
    /** Whether the key of this id was given to the principal. */
    isOf(id: string, principal: string): boolean {
      const [, random = '', mark = ''] = ID.exec(id) ?? []
      if (random === '') return false
      return timingSafeEqual(Buffer.from(mark), Buffer.from(keyMark(random, principal)))
    },
  }
}

export type ConnectKeys = ReturnType<typeof connectKeys>

function filled(text: string): Buffer {
  const bytes = Buffer.from(text)
  const paddingLength = (FILLED_BYTES - (bytes.length % FILLED_BYTES)) % FILLED_BYTES
  return Buffer.concat([bytes, Buffer.alloc(paddingLength, ' ')])
}

/** The open key of an episode that is opened with a connect key. It identifies the connect key. */
export const connectedOpenKey = ({ id }: ConnectKey, suffix: string | number): string =>
  `${id} ${suffix}`

/** Whether the bearer of a connect key may play an episode. */
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

/** The path prefix of all requests with a connect key. */
export const CONNECT_ROOT = '/connect'

/** The path of the model gateway. */
export const GATEWAY_ROOT = '/v1/gateway'

/** Splits a target into the connect key in its path, if any, and the target without it. */
export function withoutConnectKey(target: string): {
  readonly key: string | undefined
  readonly target: string
} {
  for (const root of [CONNECT_ROOT, GATEWAY_ROOT]) {
    if (!target.startsWith(`${root}/`)) continue
    const [key = ''] = target.slice(root.length + 1).split(/[/?#]/, 1)
    const targetAfterKey = target.slice(root.length + 1 + key.length)
    if (root === CONNECT_ROOT) return { key, target: targetAfterKey }
    return key === 'v1' ? { key: undefined, target } : { key, target: root + targetAfterKey }
  }
  return { key: undefined, target }
}
