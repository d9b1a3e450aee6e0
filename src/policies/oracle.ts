import type { AnyEnvironment } from '../env/plugin.ts'
import { solutionTurn } from '../env/usual-players.ts'
import type { Policy } from './policy.ts'

/** Plays the turns of the environment's own solver, which needs the hidden task and world. */
export function oraclePolicy(findEnvironment: (id: string) => AnyEnvironment): Policy {
  return {
    name: 'oracle',
    needsHidden: true,
    act(situation) {
      const { environment, hidden } = situation
      if (hidden === undefined) {
        throw new Error('oracle: it must be shown the hidden task; ask with an admin token')
      }
      const playedEnvironment = findEnvironment(environment)
      if (playedEnvironment.audit.solve === undefined) {
        throw new Error(`oracle: ${environment} has no audit.solve, so nobody knows how to win it`)
      }
      return solutionTurn(playedEnvironment, hidden.task, hidden.world, situation)
    },
  }
}
