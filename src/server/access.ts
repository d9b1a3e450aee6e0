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
 * Checks that a call may touch an episode.
 *
 * @param owner the principal that opened it, or undefined if there is no such episode
 * @throws Fault `episode/not_found` in both cases, so that other people's episodes do not show
 */
export function checkAccess(
  keys: ResumeKeys,
  episode: string,
  owner: string | undefined,
  { caller, resumeKey, scope }: Access,
): void {
  if (owner !== undefined) {
    if (caller.kind === 'principal' && (caller.role === 'admin' || caller.name === owner)) return
    if (caller.kind === 'key' && caller.episode === episode && covers(caller.scope, scope)) return
    const key = resumeKey === undefined ? undefined : keys.read(resumeKey)
    if (key !== undefined && key.episode === episode && covers(key.scope, scope)) return
  }
  throw new Fault('episode/not_found', `there is no episode ${shown(episode)} for this caller`)
}

const covers = (given: KeyScope, needed: KeyScope): boolean => given === 'play' || needed === 'view'
