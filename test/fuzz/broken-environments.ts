import { mock } from '../../src/env/mock/index.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { EffectAnswer, EffectRequest } from '../../src/tools/effect.ts'

/** Words that no caller may ever read: they stand in the errors of broken environments. */
export const BOOM = 'boom at hidden-place.ts:1'

function fail(): never {
  throw new Error(BOOM)
}

function* failAfterEffect(): Generator<EffectRequest, never, EffectAnswer> {
  yield { kind: 'timer', input: { milliseconds: 1 } }
  return fail()
}

/** Gives a state that JSON cannot carry, after an effect. */
function* answerNoJson(): Generator<EffectRequest, never, EffectAnswer> {
  yield { kind: 'timer', input: { milliseconds: 1 } }
  const messages = [{ role: 'user', content: 1n }]
  return { state: { read: false, open: false, wrong: 0 }, messages } as never
}

const broken = (id: string, wrong: Partial<AnyEnvironment>): AnyEnvironment => ({
  ...mock,
  ...wrong,
  id,
})

/** Environments with bugs, each in another place. All of them fail at their first step. */
export const BROKEN: readonly AnyEnvironment[] = [
  broken('broken-open-v1', { open: fail }),
  broken('broken-step-v1', { step: fail }),
  broken('broken-effect-v1', { step: failAfterEffect }),
  broken('broken-score-v1', { score: () => ({ opened: 0.25, wrong_codes: 0 }) }),
  broken('broken-measure-v1', { score: fail, measure: fail }),
  broken('broken-nothing-v1', { step: () => undefined as never }),
  broken('broken-json-v1', { step: answerNoJson }),
]
