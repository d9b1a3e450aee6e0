import { stream } from '../../sim/random.ts'
import type { AnyTask, Arena, ViewPlayer } from './arena.ts'
import type { Reference } from './exploitability.ts'

/** The honest player of an environment: the one that it names, or the oracle, if it has one. */
export function referenceIn({ environment, world }: Arena): Reference | undefined {
  const { id, audit, teaching } = environment
  const { players = {}, reference = '' } = teaching
  const honest = players[reference]?.()
  if (honest !== undefined) {
    const player = (task: AnyTask): ViewPlayer => {
      return (glimpse) => {
        const random = stream(task.index, glimpse.transcript.length, 'policy')
        const hidden = honest.needsHidden ? { hidden: { task, world } } : {}
        return honest.act({ environment: id, ...glimpse, random, ...hidden })
      }
    }
    return { name: reference, player }
  }
  const { solve } = audit
  if (solve === undefined) return undefined
  return {
    name: 'the oracle',
    player: (task) => (glimpse) => solve(task, world, glimpse),
  }
}
