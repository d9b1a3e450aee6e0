import { CHEATER_NAMES, type CheaterName, cheater } from '../env/conformance/cheaters.ts'
import type { Action } from '../env/message.ts'
import type { Policy } from './policy.ts'

export { CHEATER_NAMES, type CheaterName }

/** The turn of a cheater without further ideas. The second such turn ends an episode. */
const NOTHING: Action = { content: '' }

/** A player that knows only the contract and tries to be paid for something other than the work. */
export function cheaterPolicy(name: CheaterName): Policy {
  const cheat = cheater(name)
  return {
    name,
    needsHidden: false,
    act: (situation) => cheat(situation) ?? NOTHING,
  }
}
