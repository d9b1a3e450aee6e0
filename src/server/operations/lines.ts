import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'

/** The line of those who have but the key of an episode that is not in memory. */
const KEY_BEARERS = '\u0000keys'

/**
 * In whose line a call waits for its turn. The bearer of a resume key waits with the principal of
 * its episode, whatever number of keys that principal has given away.
 */
export function lineOf({ sessions }: Pick<HostCore, 'sessions'>, caller: Caller): string {
  if (caller.kind === 'principal') return caller.name
  return sessions.get(caller.key.episode)?.index.principal ?? KEY_BEARERS
}
