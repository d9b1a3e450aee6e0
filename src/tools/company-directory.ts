import { z } from 'zod'
import { searchDirectory } from '../sim/phone/directory.ts'
import type { Department, Line, PhoneWorld } from '../sim/phone/world.ts'
import type { Tool } from './tool.ts'

const QUERY_MAX = 300

/** Answers kept per world, of some 1.3 kB each. */
const MEMO_MAX = 2_000

const parameters = z.object({
  query: z
    .string()
    .min(1, 'give a company, a department or a purpose to look for')
    .max(QUERY_MAX, `at most ${QUERY_MAX} characters`)
    .describe('Words to look for: a company, a department, a purpose, opening hours.'),
})

export type DirectoryArguments = z.infer<typeof parameters>

export interface DirectoryScene {
  readonly world: PhoneWorld
}

/** Looks departments up in the public directory; answers JSON text for the model. */
export const companyDirectory = {
  name: 'company_directory',
  description:
    'Searches the directory of companies and their departments by company, department, purpose ' +
    'or opening hours. Typing errors are forgiven. Gives at most five departments, best first, ' +
    'and says how many more there are.',
  parameters,
  run: ({ query }: DirectoryArguments, { world }: DirectoryScene): string => {
    const memo = memoOf(world)
    const known = memo.get(query)
    if (known !== undefined) return known
    const answer = answerOf(world, query)
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(query, answer)
    return answer
  },
} satisfies Tool<DirectoryArguments, DirectoryScene, string>

function answerOf(world: PhoneWorld, query: string): string {
  const { lines, rest } = searchDirectory(world, query)
  return `{"results":[${lines.map(entryOf).join(',')}],"more":${rest}}`
}

/** Answers of a world; the rollouts of a group ask the same questions over and over. */
const answers = new WeakMap<PhoneWorld, Map<string, string>>()

function memoOf(world: PhoneWorld): Map<string, string> {
  const known = answers.get(world)
  if (known !== undefined) return known
  const memo = new Map<string, string>()
  answers.set(world, memo)
  return memo
}

/** Said of a department where a machine answers. */
const AUTOMATED = 'automated line: takes digits only'

const entries = new WeakMap<Department, string>()

/** A line as JSON text, made once: most of an answer's cost is writing the same entries again. */
function entryOf({ company, department }: Line): string {
  const known = entries.get(department)
  if (known !== undefined) return known
  const entry = JSON.stringify({
    company: company.name,
    department: department.name,
    phone_number: department.phone_number,
    description: department.description,
    services: department.services,
    opening_hours: department.opening_hours,
    ...(department.line === 'automated' ? { line: AUTOMATED } : {}),
  })
  entries.set(department, entry)
  return entry
}
