import type { Player } from '../../env/player.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { sampledTurns, solutionTurn } from '../../env/usual-players.ts'

/** The names of the generic players, and of the environment's own players. */
export const playerNames = (environment: AnyEnvironment): string[] => [
  ...(environment.audit.solve === undefined ? [] : ['oracle']),
  'random',
  ...Object.keys(environment.teaching.players ?? {}),
]

/** The environment's player of this name, or undefined. */
export function playerNamed(environment: AnyEnvironment, name: string): Player | undefined {
  const { players = {} } = environment.teaching
  if (name === 'oracle') {
    if (environment.audit.solve === undefined) return undefined
    return {
      needsHidden: true,
      act(situation) {
        const { hidden } = situation
        if (hidden === undefined) throw new Error('the oracle must be shown the hidden task')
        return solutionTurn(environment, hidden.task, hidden.world, situation)
      },
    }
  }
  if (name === 'random') {
    return {
      needsHidden: false,
      act: (situation) =>
        situation.random.pick(sampledTurns(environment, situation, situation.random)),
    }
  }
  return Object.hasOwn(players, name) ? players[name]?.() : undefined
}
