import type { AnyEnvironment } from '../env/plugin.ts'
import { sampledTurns } from '../env/usual-players.ts'
import type { Policy } from './policy.ts'

/** Picks one of the environment's plausible next turns at random. */
export function randomPolicy(findEnvironment: (id: string) => AnyEnvironment): Policy {
  return {
    name: 'random',
    needsHidden: false,
    act(situation) {
      const { environment, random } = situation
      return random.pick(sampledTurns(findEnvironment(environment), situation, random))
    },
  }
}
