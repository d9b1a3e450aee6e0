import type { Problem } from './problem.ts'
import { ARITHMETIC } from './topics/arithmetic.ts'
import { LISTS } from './topics/lists.ts'

/** Every problem, in a fixed order: a new one goes to the end of its topic's last file. */
export const PROBLEMS: readonly Problem[] = [...ARITHMETIC, ...LISTS]
