import type { JsonObject } from '../../sim/json.ts'
import { checkReworded, hasFacts, rewordRequest } from '../../sim/phone/reword.ts'
import type { Speech } from '../../sim/phone/speech.ts'
import type { Line } from '../../sim/phone/world.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { EffectAnswer, Effectful, EffectRequest } from '../../tools/effect.ts'
import { visibleWords } from '../../tools/model-words.ts'
import type { PhoneContext } from './task.ts'

/** The final words, and a note on their author if a model was asked. */
export interface Worded<Said extends Speech> {
  readonly speech: Said
  readonly note?: JsonObject
}

/**
 * Has a model word an employee's sentences between greeting and goodbye. The result of the call is
 * decided before. The rules' sentences stay if the model gives no words, loses or adds a fact, or
 * nothing can be checked.
 */
export function withWording<Said extends Speech, Result>(
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
  const checkedWording = checkReworded(world, line, news, visibleWords(answer))
  if (checkedWording.status === 'refused') return byRule(checkedWording.problem)
  const note = { worded_by: 'model', problem: null }
  return finish({ speech: { ...speech, news: [checkedWording.words] }, note })
}
