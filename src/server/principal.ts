import { Fault, shown } from '../wire/faults.ts'
import type { ConnectKey } from './connect-keys.ts'
import type { Connection } from './connection.ts'
import type { Holding } from './holdings.ts'
import type { ResumeKey } from './resume-keys.ts'

/**
 * The holder of a token. Clients see their own episodes and public views; admins see everything.
 */
interface Principal {
  readonly name: string
  readonly role: 'client' | 'admin'
}

/** An authenticated visitor: a principal, or the bearer of a resume key or a connect key. */
export type Visitor = PrincipalVisitor | KeyVisitor | ConnectVisitor

type PrincipalVisitor = { readonly kind: 'principal' } & Principal
type KeyVisitor = { readonly kind: 'key'; readonly key: ResumeKey }
export type ConnectVisitor = { readonly kind: 'connect'; readonly key: ConnectKey }

/** The caller of an operation. For the bearer of a key, the owner of the key's episode is known. */
export type Caller = (
  | PrincipalVisitor
  | (KeyVisitor & { readonly owner: string })
  | (ConnectVisitor & { readonly owner: string })
) & {
  /** The persistent connection of the call, if there is one. */
  readonly connection?: Connection
  /** The HTTP request of the call. It closes when the client disconnects. */
  readonly request?: Connection
  /** The bytes held for the caller. Default: not counted. */
  readonly holding?: Holding
}

/** The principal of a server without tokens, which listens on loopback only. */
export const LOCAL: PrincipalVisitor = { kind: 'principal', name: 'local', role: 'admin' }

/** Reports when nobody waits for the answer any more; undefined if nothing can report it. */
export const waitingConnection = ({ connection, request }: Caller): Connection | undefined =>
  connection ?? request

/**
 * The principal whose queue and limits a call uses. The bearer of a key shares those of the
 * principal that gave it, regardless of the number of keys.
 */
export const callerName = (caller: Caller): string =>
  caller.kind === 'principal' ? caller.name : caller.owner

/**
 * The principal that owns a new episode.
 *
 * @throws Fault `auth/missing` for the bearer of a resume key, which cannot open episodes
 */
export function queueName(caller: Caller): string {
  if (caller.kind !== 'key') return callerName(caller)
  throw new Fault('auth/missing', 'a resume key gives access to one episode and opens no others')
}

/** Whether a caller may see hidden facts. */
export const seesAll = (caller: Caller): boolean =>
  caller.kind === 'principal' && caller.role === 'admin'

/**
 * The owner of the episodes, groups or runs in a listing; undefined for all owners.
 *
 * @param requested the principal in the caller's request, if any
 * @throws Fault `auth/forbidden` for another principal, `auth/missing` for the bearer of a resume
 *   key
 */
export function listedPrincipal(caller: Caller, requested: string | undefined): string | undefined {
  if (seesAll(caller)) return requested
  const ownPrincipal = queueName(caller)
  if (requested === undefined || requested === ownPrincipal) return ownPrincipal
  throw new Fault('auth/forbidden', `what belongs to ${shown(requested)} needs the role admin`)
}
