import type { JsonObject } from '../../sim/json.ts'
import { checkReworded, hasFacts, rewordRequest } from '../../sim/phone/reword.ts'
import type { Speech } from '../../sim/phone/speech.ts'
import type { Line } from '../../sim/phone/world.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { EffectAnswer, Effectful, EffectRequest } from '../../tools/effect.ts'
import { visibleWords } from '../../tools/model-words.ts'
import type { PhoneContext } from './task.ts'

/** What is said in the end, and a note of whose words they are where a model was asked. */
export interface Worded<Said extends Speech> {
  readonly speech: Said
  readonly note?: JsonObject
}

/**
 * Has a model word what an employee says, between the greeting and the goodbye of the rules, and
 * gives the result with it. What the call comes to is decided already. If the words lose or add a
 * fact, or there are none, or nothing in them could be checked, the sentences of the rules stand.
 */
export function worded<Said extends Speech, Result>(
  speech: Said,
  line: Line,
  context: PhoneContext,
  random: RandomStream,
  finish: (worded: Worded<Said>) => Result,
): Effectful<Result> {
  const isByRule = context.settings.csr_source === 'rule'
  if (isByRule || !hasFacts(context.world, line, speech.news)) return finish({ speech })
  return byModel(speech, line, context, random, finish)
}

function* byModel<Said extends Speech, Result>(
  speech: Said,
  line: Line,
  { world, settings }: PhoneContext,
  random: RandomStream,
  finish: (worded: Worded<Said>) => Result,
): Generator<EffectRequest, Result, EffectAnswer> {
  const { news, style } = speech
  const input = rewordRequest(line, style, news, random)
  const answer = yield { kind: 'chat', profile: settings.csr_profile, input }
  const byRule = (problem: string): Result =>
    finish({ speech, note: { worded_by: 'rule', problem } })
  if (answer.status === 'failed') return byRule(answer.reason)
  const checked = checkReworded(world, line, news, visibleWords(answer))
  if (checked.status === 'refused') return byRule(checked.problem)
  const note = { worded_by: 'model', problem: null }
  return finish({ speech: { ...speech, news: [checked.words] }, note })
}
