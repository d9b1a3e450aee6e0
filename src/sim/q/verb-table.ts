import { transcendentalVerbs } from './arithmetic/transcendental.ts'
import { arithmeticVerbs } from './arithmetic/verbs.ts'
import { comparisonVerbs } from './comparison/verbs.ts'
import { displayVerbs } from './display/verbs.ts'
import { evaluateVerbs } from './evaluate/verbs.ts'
import { textVerbs } from './files/text-verbs.ts'
import { fileVerbs } from './files/verbs.ts'
import { iteratorVerbs } from './iterators/verbs.ts'
import { joinVerbs } from './joins/verbs.ts'
import { jsonVerbs } from './json/verbs.ts'
import { listVerbs } from './lists/verbs.ts'
import { dotQVerbs } from './namespaces/dot-q.ts'
import { outsideVerbs } from './namespaces/outside.ts'
import { systemVariables } from './namespaces/variables.ts'
import { queryVerbs } from './qsql/verbs.ts'
import { statisticsVerbs } from './statistics/verbs.ts'
import { stringVerbs } from './strings/verbs.ts'
import { tableVerbs } from './tables/verbs.ts'
import { temporalVerbs } from './temporal/verbs.ts'
import { NIL } from './values/build.ts'
import { withCharge } from './verbs/charging.ts'
import { VerbTable } from './verbs/table.ts'

const VERBS = [
  ...arithmeticVerbs,
  ...transcendentalVerbs,
  ...comparisonVerbs,
  ...listVerbs,
  ...statisticsVerbs,
  ...temporalVerbs,
  ...iteratorVerbs,
  ...evaluateVerbs,
  ...displayVerbs,
  ...queryVerbs,
  ...tableVerbs,
  ...joinVerbs,
  ...stringVerbs,
  ...dotQVerbs,
  ...jsonVerbs,
  ...textVerbs,
  ...fileVerbs,
  ...outsideVerbs,
]

/** The verbs of every folder, each charged for its reading, and the system variables. */
export const VERB_TABLE = new VerbTable([...VERBS.map(withCharge), NIL.verb], systemVariables)
