import { z } from 'zod'
import { type Findings, findDepartments, type Texts } from '../../sim/phone/listing.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { sharedJson, shareJson } from '../../sim/shared-json.ts'
import type { Tool } from '../tool.ts'

const QUERY_MAX = 300

/** The largest number of cached answers for each world and form; one takes about 8 kB. */
const MEMO_MAX = 1_000

const parameters = z.strictObject({
  query: z
    .string()
    .min(1, 'give a company, a department or a purpose to look for')
    .max(QUERY_MAX, `at most ${QUERY_MAX} characters`)
    .describe('Words to look for: a company, a department, a purpose, opening hours.'),
})

export type DirectoryArguments = z.infer<typeof parameters>

interface DirectoryScene {
  readonly world: PhoneWorld
  readonly texts: Texts
}

/** Finds departments and their services. */
export const companyDirectory = {
  name: 'company_directory',
  description:
    'Searches the directory of companies and their departments by company, department, purpose ' +
    'or opening hours. Typing errors are forgiven. Gives at most five departments, best first, ' +
    'with the services that each of them carries out, and says how many more there are.',
  parameters,
  run: ({ query }: DirectoryArguments, { world, texts }: DirectoryScene): Findings => {
    const memo = memoOf(world, texts)
    const known = memo.get(query)
    if (known !== undefined) {
      shareFindings(known)
      return known
    }
    const outcome = findDepartments(world, query, texts)
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(query, outcome)
    return outcome
  },
} satisfies Tool<DirectoryArguments, DirectoryScene, Findings>

/** A search that is repeated once is probably repeated more often. */
function shareFindings({ content, found: { departments } }: Findings): void {
  if (sharedJson(departments) !== undefined) return
  shareJson(content)
  shareJson(departments)
}

type Memo = Map<string, Findings>

/** Cached answers by form and world, because the rollouts of a group repeat their questions. */
const memos: Readonly<Record<Texts, WeakMap<PhoneWorld, Memo>>> = {
  full: new WeakMap(),
  compact: new WeakMap(),
}

function memoOf(world: PhoneWorld, texts: Texts): Memo {
  const known = memos[texts].get(world)
  if (known !== undefined) return known
  const made: Memo = new Map()
  memos[texts].set(world, made)
  return made
}
