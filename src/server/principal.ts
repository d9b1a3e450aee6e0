import { Fault, shown } from '../wire/faults.ts'
import type { Connection } from './connection.ts'
import type { Holding } from './holdings.ts'
import type { ResumeKey } from './resume-keys.ts'

/** Who holds a token. Clients see their own episodes and public views; admins see everything. */
export interface Principal {
  readonly name: string
  readonly role: 'client' | 'admin'
}

/** What a resume key lets its bearer do with its one episode. */
export type KeyScope = 'play' | 'view'

/** Who makes a call: a principal, or only the bearer of a resume key. */
export type Caller = (
  | ({ readonly kind: 'principal' } & Principal)
  | { readonly kind: 'key'; readonly key: ResumeKey }
) & {
  /** The connection that the call came over, where there is one that stays. */
  readonly connection?: Connection
  /** What is held for whoever makes the call; left out: nobody counts. */
  readonly holding?: Holding
}

/** The principal of a server without tokens, which listens on loopback only. */
export const LOCAL: Caller = { kind: 'principal', name: 'local', role: 'admin' }

/** The name under which limits of a caller are counted. */
export const callerName = (caller: Caller): string =>
  caller.kind === 'principal' ? caller.name : `key:${caller.key.episode}`

/**
 * The principal that a new episode belongs to.
 *
 * @throws Fault `auth/missing` for the bearer of a resume key: it opens one episode, no others
 */
export function ownerOf(caller: Caller): string {
  if (caller.kind === 'principal') return caller.name
  throw new Fault('auth/missing', 'a resume key gives access to one episode and opens no others')
}

/** Whether a caller may see hidden facts. */
export const seesAll = (caller: Caller): boolean =>
  caller.kind === 'principal' && caller.role === 'admin'

/**
 * Whose episodes, groups or runs a listing shows; undefined: everybody's.
 *
 * @param asked the principal that the caller names, if any
 * @throws Fault `auth/forbidden` for another one's, `auth/missing` for the bearer of a resume key
 */
export function whoseToList(caller: Caller, asked: string | undefined): string | undefined {
  if (seesAll(caller)) return asked
  const own = ownerOf(caller)
  if (asked === undefined || asked === own) return own
  throw new Fault('auth/forbidden', `what belongs to ${shown(asked)} needs the role admin`)
}
