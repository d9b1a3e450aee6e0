import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { isBusyLevel } from '../../sim/phone/clock/now.ts'
import { queueAt } from '../../sim/phone/clock/queues.ts'
import type { Moment } from '../../sim/phone/clock/time.ts'
import { hasMenu } from '../../sim/phone/clock/transfers.ts'
import { type Callable, timeToCall } from '../../sim/phone/clock/when-to-call.ts'
import { forbidsTime } from '../../sim/phone/house/breaches.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { type Department, lineOf, type PhoneWorld } from '../../sim/phone/world.ts'

/** A department as somebody knows it who knows how long one waits there. */
export function knownCallable(
  task: PhoneTask,
  world: PhoneWorld,
  department: Department,
  rules: readonly Rule[],
): Callable {
  const isBusy = isBusyLevel(task)
  return {
    opening: department.opening_hours,
    wait: (moment) => (isBusy ? queueAt(world, department, moment) : 0),
    isAllowed: (moment, wait) => isAllowed(rules, moment, wait),
  }
}

/** Whether one may call then and wait so long. */
export const isAllowed = (rules: readonly Rule[], moment: Moment, wait: number): boolean =>
  !rules.some(
    (rule) => forbidsTime(rule, { calledAt: moment }) || forbidsTime(rule, { waited: wait }),
  )

/** What is said on a call that goes well, and searches for each department, with some to spare. */
const SAYS = 6
const SEARCHES = 2

/**
 * When a task can be done if each call is made when it is through soonest: what goes beyond it was
 * lost.
 *
 * @param begun when it begins
 * @param messages how many messages or forms it takes to ask the customer
 */
export function soonestEnd(
  task: PhoneTask,
  world: PhoneWorld,
  rules: readonly Rule[],
  begun: Moment,
  messages: number,
): Moment {
  const calls = task.required_calls
  let now = begun + calls.length * SEARCHES * MINUTES.search + messages * MINUTES.customer
  for (const id of calls) {
    const { department } = lineOf(world, id)
    const callable = knownCallable(task, world, department, rules)
    const at = timeToCall(now, callable)
    if (at === undefined) throw new Error(`task ${task.id}: no time to call ${id}`)
    const menu = isBusyLevel(task) && hasMenu(world, department) ? MINUTES.menu : 0
    now = at + callable.wait(at) + MINUTES.dialling + menu + SAYS * MINUTES.say
  }
  return now
}
