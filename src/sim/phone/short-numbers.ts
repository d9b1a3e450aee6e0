import { FIELDS, type Field } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'
import { type Department, type Line, lineAt, type PhoneWorld } from './world.ts'

/** Numbers and details as they are, or cut to a few characters for the smallest models. */
const NUMBER_FORMS = ['full', 'short'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]

/** Of so many extensions one is in use at most, so that free ones are found at once. */
const SPARE = 2
const FIRST = 1_000

interface Extensions {
  readonly lines: ReadonlyMap<string, Line>
  readonly byDepartment: ReadonlyMap<Department, string>
}

const known = new WeakMap<PhoneWorld, Extensions>()

/** The extensions of a world's departments: four digits each, more in worlds of thousands. */
function extensionsOf(world: PhoneWorld): Extensions {
  const before = known.get(world)
  if (before !== undefined) return before
  const all = world.companies.flatMap((company) =>
    company.departments.map((department): Line => ({ company, department })),
  )
  let end = 10 * FIRST
  while (end - FIRST < SPARE * all.length) end *= 10
  const lines = new Map<string, Line>()
  const byDepartment = new Map<Department, string>()
  for (const line of all) {
    const digits = line.department.phone_number.replace(/\D/g, '')
    const size = end - FIRST
    let extension = Number(digits.slice(0, 3) + digits.slice(-2)) % size
    while (lines.has(String(FIRST + extension))) extension = (extension + 1) % size
    lines.set(String(FIRST + extension), line)
    byDepartment.set(line.department, String(FIRST + extension))
  }
  const extensions = { lines, byDepartment }
  known.set(world, extensions)
  return extensions
}

/** The number at which the directory lists a department. */
export const numberOf = (world: PhoneWorld, department: Department, form: NumberForm): string =>
  (form === 'short' ? extensionsOf(world).byDepartment.get(department) : undefined) ??
  department.phone_number

/** Who answers at a number. With short ones the whole number still reaches its department. */
export const lineCalled = (world: PhoneWorld, number: string, form: NumberForm): Line | undefined =>
  (form === 'short' ? extensionsOf(world).lines.get(number.replace(/\D/g, '')) : undefined) ??
  lineAt(world, number)

const lastDigits = (value: string): string => value.replace(/\D/g, '').slice(-4)

/** Details that are no row of digits, and what is left of them; of all others the last four. */
const CUT: Partial<Readonly<Record<Field, (value: string) => string>>> = {
  full_name: (value) => value,
  email: (value) => value.slice(0, value.indexOf('@')),
  service_address: (value) => value.slice(0, value.lastIndexOf(' ')),
  booking_reference: (value) => value.slice(0, 4),
}

const shortened = new WeakMap<PhoneTask, PhoneTask>()

/** The task as its customer tells it: the same one, with short details where that is wished. */
export function shownTask(task: PhoneTask, form: NumberForm): PhoneTask {
  if (form === 'full') return task
  const before = shortened.get(task)
  if (before !== undefined) return before
  const { customer } = task
  const values = { ...customer.values }
  for (const field of FIELDS) values[field] = (CUT[field] ?? lastDigits)(values[field])
  const shown = { ...task, customer: { ...customer, values } }
  shortened.set(task, shown)
  return shown
}
