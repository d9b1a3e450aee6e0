import { ceilingsOf } from '../../sim/phone/ceilings.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Ceiling } from '../audit.ts'

/** What a first attempt can win at most, by level. */
export const phoneCeilings = (tasks: readonly PhoneTask[], world: PhoneWorld): Ceiling[] =>
  ceilingsOf(tasks, world).map(({ level, first }) => ({
    level,
    name: 'best first attempt',
    value: first,
  }))
