import { createHash, timingSafeEqual } from 'node:crypto'
import { Fault } from '../wire/faults.ts'
import type { Config } from './config/schema.ts'
import { type Caller, LOCAL } from './principal.ts'
import type { ResumeKeys } from './resume-keys.ts'
import { type SourceCheck, sourceCheck } from './source.ts'

export interface Gate {
  /**
   * Who makes a call.
   *
   * @throws Fault `auth/missing`, `auth/denied`
   */
  caller(authorization: string | undefined): Caller
  readonly checkSource: SourceCheck
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
    if (key !== undefined) return { kind: 'key', key }
    const given = digest(secret)
    return tokens.find((entry) => timingSafeEqual(entry.digest, given))?.caller
  }

  return {
    caller(authorization) {
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
    checkSource: sourceCheck(config),
  }
}
