import { stream } from '../../sim/random.ts'
import type { AnyTask, Arena, Player } from './arena.ts'
import type { Reference } from './exploitability.ts'

/** The honest player of an environment: the one that it names, or the oracle. */
export function referenceIn({ environment, world }: Arena): Reference {
  const { id, players = {}, reference = '' } = environment
  const honest = players[reference]?.()
  if (honest !== undefined) {
    const player = (task: AnyTask): Player => {
      return ({ transcript, tools }) => {
        const random = stream(task.index, transcript.length, 'policy')
        const hidden = honest.needsHidden ? { hidden: { task, world } } : {}
        return honest.act({ environment: id, transcript, tools, random, ...hidden })
      }
    }
    return { name: reference, player }
  }
  return {
    name: 'the oracle',
    player: (task) => {
      const isKnown = environment.knowsSolution?.(task) !== false
      return ({ transcript }) => (isKnown ? environment.solve(task, world, transcript) : undefined)
    },
  }
}
