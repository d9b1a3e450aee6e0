import type { JsonObject } from '../../sim/json.ts'
import { limitsOf } from '../../sim/q-problems/judge/limits.ts'
import type { GradeAnswer, GradeRequest } from '../../sim/q-problems/judge/request.ts'
import type { QTask, TaskTest } from '../../sim/q-problems/task.ts'
import type { Work } from '../../tools/effect.ts'
import { WorldUnavailable } from '../failure.ts'
import type { Settings } from './task.ts'

/** Retries after a sandbox failure, before the episode is marked as faulted. */
const RETRIES_MAX = 2

/**
 * Runs tests on code in the sandbox. A program that runs too long is an answer. A sandbox that does
 * not respond is not a wrong answer.
 *
 * @throws WorldUnavailable if there is no sandbox now; the step is not taken
 * @throws Error if none answers, which marks the episode as faulted
 */
export function* gradeInSandbox(
  code: string,
  tests: readonly TaskTest[],
  { entry, files, fuel }: QTask,
  { comparison }: Settings,
): Work<GradeAnswer> {
  const request: GradeRequest = {
    op: 'grade',
    code,
    entry,
    comparison,
    tests: tests.map(({ arguments: args, expected, console }) => ({
      arguments: args,
      expected,
      console,
    })),
    limits: limitsOf({ fuel }),
    ...(files === undefined ? {} : { files }),
  }
  let failure: Error | undefined
  for (let retries = 0; retries <= RETRIES_MAX; retries++) {
    const answer = yield { kind: 'q', input: request as unknown as JsonObject }
    if (answer.status === 'answered') return answer.output as unknown as GradeAnswer
    const problem = `q: no sandbox graded the answer (${answer.reason}: ${answer.message})`
    failure = answer.reason === 'unavailable' ? new WorldUnavailable(problem) : new Error(problem)
  }
  throw failure
}
