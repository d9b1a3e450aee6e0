import type { EpisodeSummary } from '../store/event-store.ts'
import { Fault, shown } from '../wire/faults.ts'
import { OPERATIONS, type OperationName } from '../wire/operations.ts'
import { type ConnectKey, isConnectedTo } from './connect-keys.ts'
import { COPY_KEYS_MAX, type CopyKey, parseCopyKeys } from './copy-keys.ts'
import type { HostCore } from './core.ts'
import { readStore } from './operations/store-reads.ts'
import { type Caller, type ConnectVisitor, seesAll, type Visitor } from './principal.ts'
import { type KeyKind, refusedKey } from './refused-key.ts'
import { type KeyScope, type KeyStamp, PLAY_GRACE_MS, type ResumeKey } from './resume-keys.ts'
import type { Session } from './session.ts'

/** The facts about a call that an access check needs. */
export interface Access {
  readonly caller: Caller
  readonly resumeKey?: string | undefined
  readonly scope: KeyScope
}

/** The operations on one episode that accept its keys. */
type KeyedOperation = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['keys']['episode'] extends KeyScope
    ? Name
    : never
}[OperationName]

/** A call of an operation, with the key permissions that the table of operations requires. */
export const accessTo = (
  name: KeyedOperation,
  caller: Caller,
  resumeKey: string | undefined,
): Access => ({ caller, resumeKey, scope: OPERATIONS[name].keys.episode })

/** The facts about an episode that an access check needs. */
type AccessFacts = Pick<Session, 'id' | 'endedMs'> & {
  readonly index: Pick<Session['index'], 'principal' | 'openKey'>
}

/** The permission of a call on an episode: full access, or read only. */
interface Grant {
  readonly scope: KeyScope
  /** The key that grants the access; undefined for the owner and for admins. */
  readonly key: ResumeKey | undefined
}

type Keyring = Pick<HostCore, 'resumeKeys' | 'connectKeys' | 'store'>

const OWNER_GRANT: Grant = { scope: 'play', key: undefined }

/** Whether a caller needs no key, because it owns the episode or is an admin. */
const isOwn = (owner: string, caller: Caller): boolean =>
  caller.kind === 'principal' && (caller.role === 'admin' || caller.name === owner)

/**
 * Returns the permission of a call on an episode, or undefined if there is none. The answer for the
 * owner is immediate. A caller with a key waits for the store, because another process may have
 * revoked the key.
 */
function findGrant(
  core: Keyring,
  episode: AccessFacts,
  { caller, resumeKey }: Omit<Access, 'scope'>,
): Grant | undefined | Promise<Grant | undefined> {
  const { index } = episode
  const copyKeys = seesAll(caller) ? [] : parseCopyKeys(index)
  const grant = directGrant(core, episode, { caller, resumeKey })
  if (copyKeys.length === 0 || grant === undefined) return grant
  return checkNotRevoked(core, copyKeys).then(() => grant)
}

/** The permission on an episode, without a check of the keys that the episode was copied with. */
function directGrant(
  core: Keyring,
  episode: AccessFacts,
  { caller, resumeKey }: Omit<Access, 'scope'>,
): Grant | undefined | Promise<Grant | undefined> {
  const { id, index } = episode
  if (isOwn(index.principal, caller)) return OWNER_GRANT
  if (caller.kind === 'connect' && isConnectedTo(caller.key, id, index)) {
    if (hasEndedWith(core, caller.key, episode)) return undefined
    return checkConnectKey(core, caller.key).then(() => OWNER_GRANT)
  }
  const parsedKey = resumeKey === undefined ? undefined : core.resumeKeys.read(resumeKey)
  const keys = [caller.kind === 'key' ? caller.key : undefined, parsedKey].filter(
    (key) => key !== undefined && key.episode === id,
  ) as ResumeKey[]
  return keys.length === 0 ? undefined : grantByKeys(core, episode, keys)
}

/** A gateway key ends with its episode. During a grace period it still gets recorded answers. */
const hasEndedWith = (
  { store }: Keyring,
  { gateway }: ConnectKey,
  { endedMs }: AccessFacts,
): boolean =>
  gateway !== undefined && endedMs !== undefined && store.nowMs() - endedMs >= PLAY_GRACE_MS

/** @throws Fault `auth/denied` if a key that a copy was made with is revoked */
async function checkNotRevoked(core: Keyring, keys: readonly CopyKey[]): Promise<void> {
  for (const { episode, revokedMs } of keys) {
    if ((await readRevocation(core, episode)) === revokedMs) continue
    throw new Fault('auth/denied', 'the key that this copy was made with was revoked')
  }
}

async function grantByKeys(
  core: Keyring,
  { id, endedMs }: AccessFacts,
  keys: readonly ResumeKey[],
): Promise<Grant | undefined> {
  const revokedMs = await readRevocation(core, id)
  const grants = keys.flatMap((key): Grant[] => {
    const scope = core.resumeKeys.scopeOf(key, { revokedMs, endedMs })
    return scope === undefined ? [] : [{ scope, key }]
  })
  return grants.find(({ scope }) => scope === 'play') ?? grants[0]
}

const readRevocation = ({ store }: Keyring, keyed: string): Promise<number> =>
  readStore(() => store.book.revokedMs(keyed))

/**
 * The keys that a copy of an episode depends on: those of the episode itself, if it is a copy, and
 * the key of the copying call.
 *
 * @throws Fault `episode/not_found`, `auth/denied`, `auth/forbidden`, `store/unavailable`
 */
export async function copyKeysFor(
  core: Keyring,
  episode: AccessFacts,
  access: Access,
): Promise<readonly CopyKey[]> {
  const { key } = checkGrant(await findGrant(core, episode, access), episode.id, access)
  const currentKeys = parseCopyKeys(episode.index)
  if (key === undefined || currentKeys.some(({ episode: id }) => id === key.episode))
    return currentKeys
  if (currentKeys.length < COPY_KEYS_MAX) return [...currentKeys, key]
  throw new Fault('auth/forbidden', `a copy depends on at most ${COPY_KEYS_MAX} keys`)
}

/** The keys that the answer to a call contains. */
export interface IssuedKeys {
  readonly scope: KeyScope
  readonly stamp: KeyStamp
}

/**
 * The keys for a call on an episode. A caller with a key never gets a newer key, because otherwise
 * a leaked key could be renewed for ever.
 *
 * @throws Fault `episode/not_found`, `store/unavailable`
 */
export async function keysFor(
  core: Keyring,
  episode: AccessFacts,
  access: Access,
): Promise<IssuedKeys> {
  const { scope, key } = checkGrant(await findGrant(core, episode, access), episode.id, access)
  const createStamp = async () => ({
    day: core.resumeKeys.today(),
    revokedMs: await readRevocation(core, episode.id),
  })
  return { scope, stamp: key ?? (await createStamp()) }
}

/** The first keys of a new episode. */
export const firstKeys = ({ resumeKeys }: Pick<HostCore, 'resumeKeys'>): IssuedKeys => ({
  scope: 'play',
  stamp: { day: resumeKeys.today(), revokedMs: 0 },
})

/**
 * Identifies the visitor. For the bearer of a key, the store is asked whether the key was revoked.
 *
 * @throws Fault `auth/denied`, `store/unavailable`
 */
export function admitVisitor(core: Keyring, visitor: Visitor): Caller | Promise<Caller> {
  if (visitor.kind === 'principal') return visitor
  return visitor.kind === 'key' ? admitBearer(core, visitor.key) : admitConnected(core, visitor)
}

async function admitConnected(core: Keyring, visitor: ConnectVisitor): Promise<Caller> {
  await checkConnectKey(core, visitor.key)
  return connectedCaller(visitor)
}

/** The bearer of a connect key as a caller. The code that uses it checks the key itself. */
export const connectedCaller = ({ kind, key }: ConnectVisitor): Caller => ({
  ...{ kind, key, owner: key.principal },
})

const connectKind = ({ gateway }: ConnectKey): KeyKind =>
  gateway === undefined ? 'connect' : 'gateway'

/** @throws Fault `auth/denied` if a connect key has expired, or any process revoked it */
async function checkConnectKey(core: Keyring, key: ConnectKey): Promise<void> {
  const { gateway, episode } = key
  const kind = connectKind(key)
  if (core.connectKeys.hasExpired(key)) throw refusedKey(kind)
  const ofEpisode = gateway !== undefined && episode !== null
  const [keyMs, episodeMs] = await Promise.all([
    readRevocation(core, key.id),
    ofEpisode ? readRevocation(core, episode) : undefined,
  ])
  if (keyMs > 0 || episodeMs !== gateway?.revokedMs) throw refusedKey(kind)
}

async function admitBearer(core: Keyring, key: ResumeKey): Promise<Caller> {
  const { episode: id } = key
  const storedEpisode = await readStore(() => core.store.log.load(id, 0, 0))
  if (storedEpisode === undefined) throw refusedKey('resume')
  const caller = { kind: 'key', key, owner: storedEpisode.summary.principal } as const
  if ((await findGrant(core, toAccessFacts(storedEpisode.summary), { caller })) !== undefined)
    return caller
  throw refusedKey('resume')
}

/** A stored episode in the form that access checks use. */
export const toAccessFacts = (summary: EpisodeSummary): AccessFacts => ({
  id: summary.episode,
  index: summary,
  // Nothing of an episode is stored after its end.
  endedMs: summary.endReason === null ? undefined : summary.updatedMs,
})

/**
 * Checks that a call may use an episode. The check of the owner is immediate; that of a key returns
 * a promise.
 *
 * @param episode undefined if no episode has this id
 * @throws Fault `episode/not_found`, also for episodes of others, so that a caller cannot detect
 *   them; `auth/denied` if a caller has only a key that is not valid any more; `store/unavailable`
 */
export function checkAccess(
  core: Keyring,
  id: string,
  episode: AccessFacts | undefined,
  access: Access,
): Promise<void> | undefined {
  const grant = episode && findGrant(core, episode, access)
  if (grant instanceof Promise) {
    return grant.then((checked) => void checkGrant(checked, id, access))
  }
  checkGrant(grant, id, access)
  return undefined
}

function checkGrant(grant: Grant | undefined, id: string, { caller, scope }: Access): Grant {
  if (grant !== undefined && (grant.scope === 'play' || grant.scope === scope)) return grant
  if (grant === undefined && caller.kind !== 'principal' && caller.key.episode === id) {
    throw refusedKey(caller.kind === 'connect' ? connectKind(caller.key) : 'resume')
  }
  throw new Fault('episode/not_found', `there is no episode ${shown(id)} for this caller`)
}
