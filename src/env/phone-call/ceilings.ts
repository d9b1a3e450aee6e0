import { computeCeilings } from '../../sim/phone/ceilings.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Ceiling } from '../audit.ts'
import type { Settings } from './task.ts'

/**
 * The largest share that a first attempt can win, by level. None at the stages with a dialogue,
 * where everything can be won.
 */
export function phoneCeilings(
  tasks: readonly PhoneTask[],
  world: PhoneWorld,
  { stage }: Partial<Pick<Settings, 'stage'>> = {},
): Ceiling[] {
  if (stage === 'curriculum' || stage === 'full') return []
  return computeCeilings(tasks, world).map(({ level, first }) => ({
    level,
    name: 'best first attempt',
    value: first,
  }))
}
