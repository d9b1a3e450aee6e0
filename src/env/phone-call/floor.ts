import { type Scenario, solves } from '../../sim/phone/belief.ts'
import { truthOf } from '../../sim/phone/ceilings.ts'
import { bitOf, type FieldSet, fieldsOf, sizeOf } from '../../sim/phone/field-set.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Floor } from '../environment.ts'

/** What a form has to bring in one task, made ready for trying thousands of forms. */
interface Need {
  readonly truth: Scenario
  readonly told: FieldSet
  /** Every field that some department wants, or what replaces it; less what was told. */
  readonly wanted: FieldSet
}

/**
 * The best form that is the same for every customer, of all forms there are, for a player who
 * makes every call as well as it can be made.
 */
export function floorOfPhoneCall(tasks: readonly PhoneTask[], world: PhoneWorld): Floor<PhoneTask> {
  const needs = tasks.map((task) => needOf(task, world))
  let best = 0
  let most = -1
  for (let form = 0; form < 1 << FIELDS.length; form++) {
    const won = winsWith(form, needs)
    if (won > most) {
      best = form
      most = won
    }
  }
  return {
    plan: `always the form ${fieldsOf(best).join(', ') || 'without fields'}`,
    wins: (task) => {
      const { truth, told } = needOf(task, world)
      return solves(truth, best, told)
    },
    holds: 'on_average',
  }
}

function winsWith(form: FieldSet, needs: readonly Need[]): number {
  const size = sizeOf(form)
  let won = 0
  for (const { truth, wanted } of needs) {
    if ((wanted & ~(form & ~truth.missing)) === 0 && size <= truth.patience) won += 1
  }
  return won
}

function needOf(task: PhoneTask, world: PhoneWorld): Need {
  const truth = truthOf(task, world)
  const { tells } = task.customer
  const told = tells === null ? 0 : bitOf(tells)
  let wanted = 0
  for (const { wants } of truth.gates) for (const { use } of wants) wanted |= use
  return { truth, told, wanted: wanted & ~told }
}
