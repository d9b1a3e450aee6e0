import { CUSTOMER_SAYINGS } from '../../src/sim/phone/grammar/customers/index.ts'
import { expansionsOf, parseTemplate } from '../../src/sim/phone/grammar/template.ts'

/** Every way in which customers say what they want, with `{goal}` for what it is. */
export const GOAL_FRAMES: readonly string[] = CUSTOMER_SAYINGS.filter(({ act }) =>
  act.endsWith('_goal'),
).flatMap(({ template }) => expansionsOf(parseTemplate(template)))
