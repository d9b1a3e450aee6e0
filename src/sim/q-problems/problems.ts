import type { Problem } from './problem.ts'
import { ARITHMETIC } from './topics/arithmetic.ts'
import { DATES } from './topics/dates.ts'
import { DICTIONARIES } from './topics/dictionaries.ts'
import { LISTS } from './topics/lists.ts'
import { STRINGS } from './topics/strings.ts'
import { TABLES } from './topics/tables.ts'

/** Every problem, by topic. */
export const PROBLEMS: readonly Problem[] = [
  ...ARITHMETIC,
  ...LISTS,
  ...STRINGS,
  ...DICTIONARIES,
  ...TABLES,
  ...DATES,
]
