import type { AnyEnvironment } from '../env/plugin.ts'
import { oracleTurn } from '../env/usual-players.ts'
import type { Policy } from './policy.ts'

/** Plays what the environment's own solver says; it must be shown the hidden task and world. */
export function oraclePolicy(environmentOf: (id: string) => AnyEnvironment): Policy {
  return {
    name: 'oracle',
    needsHidden: true,
    act({ environment, transcript, hidden }) {
      if (hidden === undefined) {
        throw new Error('oracle: it must be shown the hidden task; ask with an admin token')
      }
      return oracleTurn(environmentOf(environment), hidden, transcript)
    },
  }
}
