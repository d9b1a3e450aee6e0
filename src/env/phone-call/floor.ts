import { solves } from '../../sim/phone/belief.ts'
import { bestConstantForm, type Need } from '../../sim/phone/blind-forms.ts'
import { truthOf } from '../../sim/phone/ceilings.ts'
import { patienceOf } from '../../sim/phone/dialogue/reply.ts'
import { bitOf, fieldsOf } from '../../sim/phone/field-set.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import type { Floor } from '../audit.ts'
import type { Settings } from './task.ts'

/**
 * The best form that is the same for every customer, of all forms there are, for a player who
 * makes every call as well as it can be made. Of a customer who can be asked it is the best list of
 * questions, which bounds what constant plans win there. With a page nothing is won that way: what
 * must not be told, what is offered, and what the report has to say is another in every task.
 */
export function floorOfPhoneCall(
  tasks: readonly PhoneTask[],
  world: PhoneWorld,
  { customer, page }: Pick<Settings, 'customer' | 'page'>,
): Floor<PhoneTask> {
  if (page === 'on') return { plan: 'none', wins: () => false, holds: 'each_task' }
  const needIn = (task: PhoneTask): Need => needOf(task, world, customer)
  const { form } = bestConstantForm(tasks.map(needIn))
  const names = fieldsOf(form).join(', ')
  return {
    plan:
      customer === 'form'
        ? `always the form ${names || 'without fields'}`
        : `always asks for ${names}`,
    wins: (task) => {
      const { truth, told } = needIn(task)
      return solves(truth, form, told)
    },
    holds: 'on_average',
  }
}

function needOf(task: PhoneTask, world: PhoneWorld, customer: Settings['customer']): Need {
  const { tells } = task.customer
  const truth = truthOf(task, world)
  const patience = customer === 'form' ? truth.patience : patienceOf(task)
  return { truth: { ...truth, patience }, told: tells === null ? 0 : bitOf(tells) }
}
