import { z } from 'zod'
import { type ListingForm, listingOf } from '../sim/phone/listing.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import type { Tool } from './tool.ts'

const QUERY_MAX = 300

/** Answers kept per world and form, of some 1.3 kB each. */
const MEMO_MAX = 2_000

const parameters = z.object({
  query: z
    .string()
    .min(1, 'give a company, a department or a purpose to look for')
    .max(QUERY_MAX, `at most ${QUERY_MAX} characters`)
    .describe('Words to look for: a company, a department, a purpose, opening hours.'),
})

export type DirectoryArguments = z.infer<typeof parameters>

interface DirectoryScene {
  readonly world: PhoneWorld
  readonly form: ListingForm
}

/** Looks departments up in the public directory; answers text for the model. */
export const companyDirectory = {
  name: 'company_directory',
  description:
    'Searches the directory of companies and their departments by company, department, purpose ' +
    'or opening hours. Typing errors are forgiven. Gives at most five departments, best first, ' +
    'and says how many more there are.',
  parameters,
  run: ({ query }: DirectoryArguments, { world, form }: DirectoryScene): string => {
    const memo = memoOf(world, form)
    const known = memo.get(query)
    if (known !== undefined) return known
    const answer = listingOf(world, query, form)
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(query, answer)
    return answer
  },
} satisfies Tool<DirectoryArguments, DirectoryScene, string>

/** Answers of a world in a form; the rollouts of a group ask the same questions over and over. */
const answers = new WeakMap<PhoneWorld, Map<string, Map<string, string>>>()

function memoOf(world: PhoneWorld, { directory, numbers }: ListingForm): Map<string, string> {
  let forms = answers.get(world)
  if (forms === undefined) {
    forms = new Map()
    answers.set(world, forms)
  }
  const form = `${directory}, ${numbers}`
  let memo = forms.get(form)
  if (memo === undefined) {
    memo = new Map()
    forms.set(form, memo)
  }
  return memo
}
