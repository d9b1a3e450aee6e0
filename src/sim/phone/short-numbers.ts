import { FIELDS, type Field } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'
import { type Department, type Line, lineAt, type PhoneWorld } from './world.ts'

/** Numbers and details in full, or cut to a few characters for the smallest models. */
const NUMBER_FORMS = ['full', 'short'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]

/** At most one of this many extensions is in use, so a free one is found quickly. */
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
export const listedNumberOf = (
  world: PhoneWorld,
  department: Department,
  form: NumberForm,
): string =>
  (form === 'short' ? extensionsOf(world).byDepartment.get(department) : undefined) ??
  department.phone_number

/** The department at a number. In short form, the full number also works. */
export const lineCalled = (world: PhoneWorld, number: string, form: NumberForm): Line | undefined =>
  (form === 'short' ? extensionsOf(world).lines.get(number.replace(/\D/g, '')) : undefined) ??
  lineAt(world, number)

const lastDigits = (value: string): string => value.replace(/\D/g, '').slice(-4)

/** The short form of details that are not digits; of all others, the last four characters. */
const CUT: Partial<Readonly<Record<Field, (value: string) => string>>> = {
  full_name: (value) => value,
  email: (value) => value.slice(0, value.indexOf('@')),
  service_address: (value) => value.slice(0, value.lastIndexOf(' ')),
  booking_reference: (value) => value.slice(0, 4),
}

const shortened = new WeakMap<PhoneTask, PhoneTask>()

/** The task with the details as the customer gives them: in full, or short. */
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
