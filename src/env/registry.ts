import { mathFeedbackEnvironment } from './math-feedback/index.ts'
import { mock } from './mock/index.ts'
import { phoneCallEnvironment } from './phone-call/index.ts'
import type { AnyEnvironment } from './plugin.ts'
import { qCodeEnvironment } from './q-code/index.ts'

/** Every environment this build knows. A new one is one folder and one line here. */
export const ENVIRONMENTS: readonly AnyEnvironment[] = [
  phoneCallEnvironment,
  mathFeedbackEnvironment,
  qCodeEnvironment,
  mock,
]

/** The environment of an id, or undefined. */
export function findEnvironment(id: string): AnyEnvironment | undefined {
  return ENVIRONMENTS.find((environment) => environment.id === id)
}
