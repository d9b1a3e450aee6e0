import type { JsonObject } from '../../sim/json.ts'
import type { ExplainedVerdict } from '../../sim/math/explain-verdict.ts'
import { Q_LIMITS } from '../../sim/q-problems/judge/limits.ts'
import type { RunAnswer } from '../../sim/q-problems/judge/request.ts'
import { Fault } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, queueName, waitingConnection } from '../principal.ts'
import { performCounted } from './drive.ts'

/**
 * Runs q code in a separate console, in the environment's threads.
 *
 * @throws Fault `env/unavailable`
 */
export async function runQ(
  core: HostCore,
  caller: Caller,
  { code }: CheckedParams<'q.run'>,
): Promise<Result<'q.run'>> {
  const input = { op: 'run', code, limits: Q_LIMITS } as unknown as JsonObject
  const { output, error, error_text } = await tryOutput<RunAnswer>(core, caller, 'q', input)
  return { output, error, error_text }
}

/**
 * Grades an answer and returns the reasons. It runs in separate threads, because one answer may
 * take as long as many steps.
 *
 * @throws Fault `env/unavailable`
 */
export async function gradeMath(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'math.grade'>,
): Promise<Result<'math.grade'>> {
  const verdict = await tryOutput<ExplainedVerdict>(core, caller, 'grade', { ...params })
  return { ...verdict, reasons: [...verdict.reasons] }
}

/** The output of work outside an episode. The work is aborted if the caller disconnects. */
async function tryOutput<Output>(
  core: HostCore,
  caller: Caller,
  kind: string,
  input: JsonObject,
): Promise<Output> {
  const left = new AbortController()
  const forget = waitingConnection(caller)?.onClose(() =>
    left.abort(new Error('the caller has left')),
  )
  try {
    const answer = await performCounted(core, { kind, input }, queueName(caller), left.signal)
    if (answer.status === 'failed') throw new Fault('env/unavailable', answer.message)
    return answer.output as unknown as Output
  } finally {
    forget?.()
  }
}
