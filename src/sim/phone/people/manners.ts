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
  return speakerOf({ company, department }, employee, name)
}

/** Somebody of a department who is on the phone already. */
export function speakerAgain(line: Line, index: number): Speaker {
  const { employees } = line.department.hidden
  const employee = employees[index % employees.length] as Employee
  return speakerOf(line, employee, employee.first)
}

function speakerOf({ company, department }: Line, employee: Employee, name: string): Speaker {
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

/** Whether somebody stays on the line while the customer is asked, in their words. */
export const sayWaiting = (
  { employee, slots }: Speaker,
  waits: boolean,
  random: RandomStream,
): string => say(waits ? 'wait' : 'no_wait', employee.style, slots, random)

/** The last words of a call that is over, for those who take leave; else nothing. */
export const sayGoodbye = (
  { employee, slots }: Speaker,
  random: RandomStream,
): readonly string[] =>
  random.chance(GOODBYE_SHARE) ? [say('goodbye', employee.style, slots, random)] : []
