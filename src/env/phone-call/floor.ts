import { bestConstantForm, type Need } from '../../sim/phone/blind-forms.ts'
import { type FieldSet, fieldCount, toFieldSet, toFields } from '../../sim/phone/field-set.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Floor } from '../audit.ts'
import { neededFields } from './state.ts'
import type { Settings } from './task.ts'

const toNeed = (task: PhoneTask, world: PhoneWorld): Need => ({
  needed: toFieldSet(neededFields(task, world)),
  patience: task.customer.patience,
})

const isEnough = ({ needed, patience }: Need, form: FieldSet): boolean =>
  (needed & ~form) === 0 && fieldCount(form) <= patience

/**
 * The best constant form of all forms, for a player who makes every call as well as possible. At
 * the stages with a dialogue the floor is 0, because questions and right answers differ in every
 * task.
 */
export function floorOfPhoneCall(
  tasks: readonly PhoneTask[],
  world: PhoneWorld,
  { stage }: Pick<Settings, 'stage'>,
): Floor<PhoneTask> {
  if (stage !== 'seed') return { plan: 'none', wins: () => false, holds: 'each_task' }
  const { form } = bestConstantForm(tasks.map((task) => toNeed(task, world)))
  const names = toFields(form).join(', ')
  return {
    plan: `always the form ${names || 'without fields'}`,
    wins: (task) => isEnough(toNeed(task, world), form),
    holds: 'on_average',
  }
}
