import { FIELDS, type Field } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'
import { type Department, findLineByNumber, type Line, type PhoneWorld } from './world.ts'

/** Numbers and details in full, or cut to a few characters for the smallest models. */
const NUMBER_FORMS = ['full', 'short'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]

/** There are this many extensions per department, so a free one is found quickly. */
const NUMBERS_PER_LINE = 2
const FIRST_EXTENSION = 1_000

interface Extensions {
  readonly lines: ReadonlyMap<string, Line>
  readonly byDepartment: ReadonlyMap<Department, string>
}

const extensionsByWorld = new WeakMap<PhoneWorld, Extensions>()

/** The extensions of a world's departments: four digits each, more in worlds of thousands. */
function getExtensions(world: PhoneWorld): Extensions {
  const cached = extensionsByWorld.get(world)
  if (cached !== undefined) return cached
  const all = world.companies.flatMap((company) =>
    company.departments.map((department): Line => ({ company, department })),
  )
  let endExtension = 10 * FIRST_EXTENSION
  while (endExtension - FIRST_EXTENSION < NUMBERS_PER_LINE * all.length) endExtension *= 10
  const lines = new Map<string, Line>()
  const byDepartment = new Map<Department, string>()
  for (const line of all) {
    const digits = line.department.phone_number.replace(/\D/g, '')
    const size = endExtension - FIRST_EXTENSION
    let extension = Number(digits.slice(0, 3) + digits.slice(-2)) % size
    while (lines.has(String(FIRST_EXTENSION + extension))) extension = (extension + 1) % size
    lines.set(String(FIRST_EXTENSION + extension), line)
    byDepartment.set(line.department, String(FIRST_EXTENSION + extension))
  }
  const extensions = { lines, byDepartment }
  extensionsByWorld.set(world, extensions)
  return extensions
}

/** The number at which the directory lists a department. */
export const listedNumber = (world: PhoneWorld, department: Department, form: NumberForm): string =>
  (form === 'short' ? getExtensions(world).byDepartment.get(department) : undefined) ??
  department.phone_number

/** The department at a number. In short form, the full number also works. */
export const findCalledLine = (
  world: PhoneWorld,
  number: string,
  form: NumberForm,
): Line | undefined =>
  (form === 'short' ? getExtensions(world).lines.get(number.replace(/\D/g, '')) : undefined) ??
  findLineByNumber(world, number)

const lastDigits = (value: string): string => value.replace(/\D/g, '').slice(-4)

/** The short form of details that are not digits; of all others, the last four characters. */
const SHORT_FORMS: Partial<Readonly<Record<Field, (value: string) => string>>> = {
  full_name: (value) => value,
  email: (value) => value.slice(0, value.indexOf('@')),
  service_address: (value) => value.slice(0, value.lastIndexOf(' ')),
  booking_reference: (value) => value.slice(0, 4),
}

const shortenedTasks = new WeakMap<PhoneTask, PhoneTask>()

/** The task with the details as the customer gives them: in full, or short. */
export function visibleTaskFor(task: PhoneTask, form: NumberForm): PhoneTask {
  if (form === 'full') return task
  const cached = shortenedTasks.get(task)
  if (cached !== undefined) return cached
  const { customer } = task
  const values = { ...customer.values }
  for (const field of FIELDS) values[field] = (SHORT_FORMS[field] ?? lastDigits)(values[field])
  const shortTask = { ...task, customer: { ...customer, values } }
  shortenedTasks.set(task, shortTask)
  return shortTask
}
