import type { RandomStream } from '../../random.ts'
import { departmentsAsNoun, type Slots } from '../grammar/agreement.ts'
import { say } from '../speech.ts'
import type { Line } from '../world.ts'
import type { Employee } from './employees.ts'
import { fullNameOf } from './names.ts'

/** An employee on the phone, and how they name themselves in this call. */
export interface Speaker {
  readonly employee: Employee
  readonly slots: Slots
}

const FULL_NAME_SHARE = 0.5

/** Draws who answers, and what they call themselves. */
export function drawSpeaker({ company, department }: Line, random: RandomStream): Speaker {
  const employee = random.pick(department.hidden.employees)
  const name = random.chance(FULL_NAME_SHARE) ? fullNameOf(employee) : employee.first
  const { name: desk } = department
  const our_desk = departmentsAsNoun([desk])
  return { employee, slots: { name, company: company.name, desk, our_desk } }
}

/** The first words of a call. Behind an automated line a person takes over from the machine. */
export function sayGreeting(
  { employee, slots }: Speaker,
  { department }: Line,
  random: RandomStream,
): string {
  const isAutomated = department.line === 'automated'
  const act = isAutomated ? 'greeting_after_machine' : 'greeting'
  return say(act, employee.style, slots, random)
}

const GOODBYE_SHARE = 0.5

/** The last words of a call that is over, for those who take leave; else nothing. */
export const sayGoodbye = (
  { employee, slots }: Speaker,
  random: RandomStream,
): readonly string[] =>
  random.chance(GOODBYE_SHARE) ? [say('goodbye', employee.style, slots, random)] : []
