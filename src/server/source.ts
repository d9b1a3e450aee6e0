import { Fault, shown } from '../wire/faults.ts'
import { hostOfHeader, isLoopback } from './config/host-name.ts'
import type { Config } from './config/schema.ts'

/** The headers that show where a call comes from. */
export interface SourceHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  /** The relation of the calling page to this server. Only browsers send it. */
  readonly 'sec-fetch-site'?: string | undefined
  readonly 'sec-fetch-mode'?: string | undefined
  readonly 'sec-fetch-dest'?: string | undefined
}

/** Checks where a call comes from. Web pages of other sites must not reach a server on loopback. */
type SourceCheck = (headers: SourceHeaders, method?: string) => void

type SourceSettings = Pick<Config, 'host' | 'allowed_hosts' | 'allowed_origins' | 'tokens'>

/**
 * The check for the config's hosts and origins.
 *
 * @returns a function that throws Fault `auth/foreign_host`, `auth/foreign_origin`
 */
export function sourceCheck(config: SourceSettings): SourceCheck {
  const hosts = new Set<string | undefined>([
    ...config.allowed_hosts,
    config.host.includes(':') ? `[${config.host}]` : config.host,
  ])
  // A page that rebinds its name to this server cannot know a token, so any name is permitted then.
  const anyHost = config.tokens.length > 0 && config.allowed_hosts.length === 0

  return (headers, method = 'GET') => {
    const { host, origin } = headers
    const name = hostOfHeader(host)
    if (!anyHost && !isLoopback(name) && !hosts.has(name)) {
      throw new Fault('auth/foreign_host', `the Host ${shown(host ?? null)} is not served here`)
    }
    if (origin !== undefined) {
      if (config.allowed_origins.includes(origin) || isOwn(origin, host, name)) return
      throw new Fault('auth/foreign_origin', `pages of ${shown(origin)} may not call here`)
    }
    if (!isOtherSite(headers) || isVisit(headers, method)) return
    throw new Fault('auth/foreign_origin', 'pages of another site may not call here')
  }
}

/**
 * Whether an origin is this server's own. The server speaks plain HTTP: on loopback, a page with
 * another scheme belongs to another program. Elsewhere a proxy may add the encryption.
 */
function isOwn(origin: string, host: string | undefined, name: string | undefined): boolean {
  const hostname = host?.toLowerCase()
  return origin === `http://${hostname}` || (!isLoopback(name) && origin === `https://${hostname}`)
}

/** Browsers omit the origin from many requests, such as those for images and scripts. */
function isOtherSite({ 'sec-fetch-site': site }: SourceHeaders): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A user followed a link. The other page cannot read the answer. */
const isVisit = (headers: SourceHeaders, method: string): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'
