import { endEpisode } from '../../env/episode.ts'
import { publicCause, WorldChanged, WorldFailure, WorldUnavailable } from '../../env/failure.ts'
import { failureText } from '../../tools/failure-text.ts'
import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import type { Session } from '../session.ts'
import { storeEnd } from './store-end.ts'

/** The fault for a call that never reached the environment; undefined if the environment failed. */
export function notPlayedFault(error: unknown): Fault | undefined {
  if (error instanceof WorldUnavailable) return new Fault('env/unavailable', error.message)
  if (error instanceof WorldChanged) return new Fault('episode/unverifiable', error.message)
  return undefined
}

/** A message that an environment failed, with only the details that a caller may know. */
export function failedText(error: unknown): string {
  const cause = publicCause(error)
  return `failed in its environment${cause === undefined ? '' : ` (${cause})`}`
}

/** A failure for the server's log, with its place in the code. Python's message has it already. */
export const failureDetail = (error: unknown): string =>
  error instanceof Error && !(error instanceof WorldFailure)
    ? (error.stack ?? error.message)
    : failureText(error)

/**
 * Ends an episode whose environment threw, which is a bug of the environment and not of the caller.
 * Its log is kept and records the failure. Returns the fault to throw.
 */
export async function faultEpisode(
  core: HostCore,
  session: Session,
  error: unknown,
): Promise<Fault> {
  const { environment, taskId: task } = session.index
  core.log.error(
    { environment, task, episode: session.id, error: failureDetail(error) },
    'an environment failed in a step',
  )
  core.metrics.episodesFaulted += 1
  const ended = endEpisode(session.setup, session.state, 'faulted')
  // An error message may contain anything, and logs are exported. Only the server's log contains
  // it.
  const kind = error instanceof Error ? error.name : 'something that is no error'
  await storeEnd(core, session, ended, publicCause(error) ?? `it threw ${kind}`)
  return new Fault('episode/faulted', `episode ${session.id} ${failedText(error)}`)
}
