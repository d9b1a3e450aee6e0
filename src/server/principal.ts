import { Fault, shown } from '../wire/faults.ts'
import type { ConnectKey } from './connect-keys.ts'
import type { Connection } from './connection.ts'
import type { Holding } from './holdings.ts'
import type { ResumeKey } from './resume-keys.ts'

/** Who holds a token. Clients see their own episodes and public views; admins see everything. */
interface Principal {
  readonly name: string
  readonly role: 'client' | 'admin'
}

/** Who asks to be let in: a principal, or only the bearer of a resume key or a connect key. */
export type Visitor = PrincipalVisitor | KeyVisitor | ConnectVisitor

type PrincipalVisitor = { readonly kind: 'principal' } & Principal
type KeyVisitor = { readonly kind: 'key'; readonly key: ResumeKey }
export type ConnectVisitor = { readonly kind: 'connect'; readonly key: ConnectKey }

/** Who makes a call: of the bearer of a key it is known whose episode the key is for. */
export type Caller = (
  | PrincipalVisitor
  | (KeyVisitor & { readonly owner: string })
  | (ConnectVisitor & { readonly owner: string })
) & {
  /** The connection that the call came over, where there is one that stays. */
  readonly connection?: Connection
  /** The request over HTTP that the call came in: it closes when whoever asked has hung up. */
  readonly request?: Connection
  /** What is held for whoever makes the call; left out: nobody counts. */
  readonly holding?: Holding
}

/** The principal of a server without tokens, which listens on loopback only. */
export const LOCAL: PrincipalVisitor = { kind: 'principal', name: 'local', role: 'admin' }

/** What tells when nobody waits for the answer of a call any more; undefined: nothing does. */
export const linkOf = ({ connection, request }: Caller): Connection | undefined =>
  connection ?? request

/**
 * The principal in whose line a call waits, and under whose name its limits are counted. The bearer
 * of a key shares those of the principal who gave it, whatever number of keys that one has given
 * away.
 */
export const callerName = (caller: Caller): string =>
  caller.kind === 'principal' ? caller.name : caller.owner

/**
 * The principal that a new episode belongs to.
 *
 * @throws Fault `auth/missing` for the bearer of a resume key: it opens one episode, no others
 */
export function ownerOf(caller: Caller): string {
  if (caller.kind !== 'key') return callerName(caller)
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
