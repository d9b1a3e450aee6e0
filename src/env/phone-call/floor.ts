import { solves } from '../../sim/phone/belief.ts'
import { bestConstantForm, type Need } from '../../sim/phone/blind-forms.ts'
import { truthOf } from '../../sim/phone/ceilings.ts'
import { bitOf, fieldsOf } from '../../sim/phone/field-set.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Floor } from '../environment.ts'

/**
 * The best form that is the same for every customer, of all forms there are, for a player who
 * makes every call as well as it can be made.
 */
export function floorOfPhoneCall(tasks: readonly PhoneTask[], world: PhoneWorld): Floor<PhoneTask> {
  const { form } = bestConstantForm(tasks.map((task) => needOf(task, world)))
  return {
    plan: `always the form ${fieldsOf(form).join(', ') || 'without fields'}`,
    wins: (task) => {
      const { truth, told } = needOf(task, world)
      return solves(truth, form, told)
    },
    holds: 'on_average',
  }
}

function needOf(task: PhoneTask, world: PhoneWorld): Need {
  const { tells } = task.customer
  return { truth: truthOf(task, world), told: tells === null ? 0 : bitOf(tells) }
}
