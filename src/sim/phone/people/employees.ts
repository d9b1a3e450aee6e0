import type { RandomStream } from '../../random.ts'
import { drawName, type PersonName } from './names.ts'

/** How employees speak. */
export const SPEECH_STYLES = ['formal', 'conversational', 'direct', 'apologetic'] as const
export type SpeechStyle = (typeof SPEECH_STYLES)[number]

/** Somebody who answers a department's phone. */
export interface Employee extends PersonName {
  readonly style: SpeechStyle
}

const EMPLOYEES_MIN = 2
const EMPLOYEES_MAX = 4

/** The people of a department, no two of the same first name. */
export function drawEmployees(random: RandomStream): Employee[] {
  const count = random.integer(EMPLOYEES_MIN, EMPLOYEES_MAX)
  const employees: Employee[] = []
  while (employees.length < count) {
    const employee = { ...drawName(random), style: random.pick(SPEECH_STYLES) }
    if (employees.every(({ first }) => first !== employee.first)) employees.push(employee)
  }
  return employees
}
