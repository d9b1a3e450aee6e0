import { createHash, timingSafeEqual } from 'node:crypto'
import { Fault, shown } from '../wire/faults.ts'
import { isLoopback } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { type Caller, LOCAL } from './principal.ts'
import type { ResumeKeys } from './resume-keys.ts'

/** The headers that decide who calls and from where. */
export interface CallHeaders {
  readonly authorization?: string | undefined
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

export interface Gate {
  /**
   * Who makes a call.
   *
   * @throws Fault `auth/missing`, `auth/denied`
   */
  caller(headers: CallHeaders): Caller
  /**
   * Checks where a call comes from: a web page elsewhere must not reach a server on loopback.
   *
   * @throws Fault `auth/foreign_host`, `auth/foreign_origin`
   */
  checkSource(headers: CallHeaders): void
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Checks tokens, resume keys, Host and Origin by the config. */
export function gate(config: Config, keys: ResumeKeys): Gate {
  const tokens = config.tokens.map((entry) => ({
    digest: digest(entry.token ?? ''),
    caller: { kind: 'principal', name: entry.principal, role: entry.role } as const,
  }))

  function callerOf(secret: string): Caller | undefined {
    const key = keys.read(secret)
    if (key !== undefined) return { kind: 'key', ...key }
    const given = digest(secret)
    return tokens.find((entry) => timingSafeEqual(entry.digest, given))?.caller
  }

  return {
    caller({ authorization }) {
      if (authorization === undefined) {
        if (tokens.length === 0) return LOCAL
        throw new Fault('auth/missing', 'this server needs a token')
      }
      const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
      if (secret === undefined) {
        throw new Fault('auth/denied', 'the Authorization header must read "Bearer TOKEN"')
      }
      const caller = callerOf(secret)
      if (caller !== undefined) return caller
      throw new Fault('auth/denied', 'the token or key is not known here')
    },
    checkSource({ host, origin }) {
      const name = hostName(host)
      if (!hostAllowed(config, name)) {
        throw new Fault('auth/foreign_host', `the Host ${shown(host ?? null)} is not served here`)
      }
      if (origin === undefined || config.allowed_origins.includes(origin)) return
      if (!sameHost(origin, host)) {
        throw new Fault('auth/foreign_origin', `pages of ${shown(origin)} may not call here`)
      }
    },
  }
}

/** The name in a Host header, without the port. */
function hostName(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '').toLowerCase()
}

function hostAllowed(config: Config, name: string): boolean {
  if (isLoopback(name) || name === config.host || config.allowed_hosts.includes(name)) return true
  // A page that rebinds its name to this server cannot know a token, so any name may be used then.
  return config.tokens.length > 0 && config.allowed_hosts.length === 0
}

function sameHost(origin: string, host: string | undefined): boolean {
  try {
    return new URL(origin).host === host?.toLowerCase()
  } catch {
    return false
  }
}
