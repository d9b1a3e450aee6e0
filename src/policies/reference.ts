import type { AnyTask, Arena, Player } from '../env/conformance/arena.ts'
import type { Reference } from '../env/conformance/exploitability.ts'
import type { Action } from '../env/message.ts'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { stream } from '../sim/random.ts'
import { habitPolicy } from './habit.ts'

/** The honest player of an environment: one that thinks, or the oracle where none is shipped. */
export function referenceIn({ environment, world }: Arena): Reference {
  if (environment.id === phoneCallEnvironment.id) return habitReference(environment.id)
  return {
    name: 'the oracle',
    player: (task) => {
      const isKnown = environment.knowsSolution?.(task) !== false
      return ({ transcript }) => (isKnown ? environment.solve(task, world, transcript) : undefined)
    },
  }
}

function habitReference(environment: string): Reference {
  const habit = habitPolicy()
  const player = (task: AnyTask): Player => {
    return ({ transcript, tools }) => {
      const random = stream(task.index, transcript.length, 'policy')
      return habit.act({ environment, transcript, tools, random }) as Action
    }
  }
  return { name: habit.name, player }
}
