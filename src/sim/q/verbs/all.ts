import { transcendentalVerbs } from '../arithmetic/transcendental.ts'
import { arithmeticVerbs } from '../arithmetic/verbs.ts'
import { comparisonVerbs } from '../comparison/verbs.ts'
import { displayVerbs } from '../display/verbs.ts'
import { evaluateVerbs } from '../evaluate/verbs.ts'
import { iteratorVerbs } from '../iterators/verbs.ts'
import { listVerbs } from '../lists/verbs.ts'
import { systemVariables } from '../namespaces/variables.ts'
import { statisticsVerbs } from '../statistics/verbs.ts'
import { temporalVerbs } from '../temporal/verbs.ts'
import type { SystemVariable } from './registry.ts'
import type { Verb } from './verb.ts'

/** The verbs of every folder. A function, since the folders import one another. */
export const ALL_VERBS = (): readonly Verb[] => [
  ...arithmeticVerbs,
  ...transcendentalVerbs,
  ...comparisonVerbs,
  ...listVerbs,
  ...statisticsVerbs,
  ...temporalVerbs,
  ...iteratorVerbs,
  ...evaluateVerbs,
  ...displayVerbs,
]

/** The system variables of every folder. */
export const ALL_VARIABLES = (): readonly SystemVariable[] => systemVariables
