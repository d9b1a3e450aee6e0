import { Fault, shown } from '../wire/faults.ts'
import type { Caller, KeyScope } from './principal.ts'
import type { ResumeKeys } from './resume-keys.ts'

/** What an access check needs to know of a call. */
export interface Access {
  readonly caller: Caller
  readonly resumeKey?: string | undefined
  readonly scope: KeyScope
}

/**
 * What a call may do with an episode: everything, look at it, or (undefined) nothing at all.
 *
 * @param owner the principal that opened it, or undefined if there is no such episode
 */
export function grantedScope(
  keys: ResumeKeys,
  episode: string,
  owner: string | undefined,
  { caller, resumeKey }: Omit<Access, 'scope'>,
): KeyScope | undefined {
  if (owner === undefined) return undefined
  if (caller.kind === 'principal' && (caller.role === 'admin' || caller.name === owner)) {
    return 'play'
  }
  const key = resumeKey === undefined ? undefined : keys.read(resumeKey)
  const scopes = [caller.kind === 'key' ? caller : undefined, key]
    .filter((given) => given?.episode === episode)
    .map((given) => given?.scope)
  return scopes.includes('play') ? 'play' : scopes[0]
}

/**
 * Checks that a call may touch an episode.
 *
 * @throws Fault `episode/not_found` also where it exists, so that other people's do not show
 */
export function checkAccess(
  keys: ResumeKeys,
  episode: string,
  owner: string | undefined,
  access: Access,
): void {
  const granted = grantedScope(keys, episode, owner, access)
  if (granted === 'play' || granted === access.scope) return
  throw new Fault('episode/not_found', `there is no episode ${shown(episode)} for this caller`)
}
