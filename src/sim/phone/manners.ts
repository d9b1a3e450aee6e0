import type { RandomStream } from '../random.ts'
import { departmentsAsNoun, type Slots } from './grammar/agreement.ts'
import { expand } from './grammar/expand.ts'
import { MANNERS } from './grammar/manners.ts'
import type { Employee } from './people/employees.ts'
import { fullName } from './people/names.ts'
import type { Line } from './world.ts'

/** An employee on the phone, and how they name themselves in this call. */
interface Speaker {
  readonly employee: Employee
  readonly slots: Slots
}

const FULL_NAME_SHARE = 0.5

/** Draws the employee and the form of their name. */
export function drawSpeaker(line: Line, random: RandomStream): Speaker {
  const employee = random.pick(line.department.hidden.employees)
  const name = random.chance(FULL_NAME_SHARE) ? fullName(employee) : employee.first
  return toSpeaker(line, employee, name)
}

/** The employee who is on the phone already. */
export function sameSpeaker(line: Line, index: number): Speaker {
  const { employees } = line.department.hidden
  const employee = employees[index % employees.length] as Employee
  return toSpeaker(line, employee, employee.first)
}

function toSpeaker({ company, department }: Line, employee: Employee, name: string): Speaker {
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
  const act = department.line === 'automated' ? 'greeting_after_machine' : 'greeting'
  return expand(random.pick(MANNERS[act][employee.style]), slots, random)
}

const GOODBYE_SHARE = 0.5

/** The goodbye at the end of a call; some employees say none. */
export const sayGoodbye = (
  { employee, slots }: Speaker,
  random: RandomStream,
): readonly string[] =>
  random.chance(GOODBYE_SHARE)
    ? [expand(random.pick(MANNERS.goodbye[employee.style]), slots, random)]
    : []
