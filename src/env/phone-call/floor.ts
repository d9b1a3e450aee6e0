import { bitOf, type FieldSet, fieldCount, fieldsOf, setOf } from '../../sim/phone/field-set.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Floor } from '../audit.ts'
import { neededFields } from './state.ts'
import type { Settings } from './task.ts'

/** What a task requires of a form. */
interface Need {
  readonly needed: FieldSet
  readonly patience: number
}

const needOf = (task: PhoneTask, world: PhoneWorld): Need => ({
  needed: setOf(neededFields(task, world)),
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
  const form = bestForm(tasks.map((task) => needOf(task, world)))
  const names = fieldsOf(form).join(', ')
  return {
    plan: `always the form ${names || 'without fields'}`,
    wins: (task) => isEnough(needOf(task, world), form),
    holds: 'on_average',
  }
}

function bestForm(needs: readonly Need[]): FieldSet {
  const counts = new Map<string, { readonly need: Need; count: number }>()
  for (const need of needs) {
    const key = `${need.needed} ${need.patience}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { need, count: 1 })
    else known.count += 1
  }
  const all = [...counts.values()]
  let best = { form: 0, won: -1 }
  const end = bitOf(FIELDS[FIELDS.length - 1] as (typeof FIELDS)[number]) * 2
  for (let form = 0; form < end; form++) {
    const won = all.reduce((sum, { need, count }) => sum + (isEnough(need, form) ? count : 0), 0)
    if (won > best.won) best = { form, won }
  }
  return best.form
}
