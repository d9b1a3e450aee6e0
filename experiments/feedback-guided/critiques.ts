import type { Attempt } from '../../src/env/attempt.ts'
import { critiquePhoneCall } from '../../src/env/phone-call/critique.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import type { AskedDetail } from '../../src/sim/phone/department.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import type {
  FailedRollout,
  InProcessOptions,
} from '../../src/train-bridge/local/rollouts/in-process.ts'

/**
 * Qualities of critiques. `other`: the critique of another task. `none`: only that the attempt
 * failed, and nothing of what it did. `one_field`: only the first of all missing fields. `vague`:
 * that something was missing. `wrong`: other fields instead of the missing ones.
 */
export const QUALITIES = ['other', 'none', 'one_field', 'vague', 'wrong'] as const
export type Quality = (typeof QUALITIES)[number]

type Retell = NonNullable<InProcessOptions['retell']>

/** Describes attempts with critiques of this quality. */
export function retellWith(quality: Quality): Retell {
  if (quality === 'other') return tellOther()
  if (quality === 'none') return tellNothing
  if (quality === 'vague') return tellVague
  return quality === 'wrong' ? tellWrong : tellOneField
}

const tellNothing: Retell = (attempt) => ({ ...attempt, did: '', critique: '' })

const tellVague: Retell = (attempt) => ({
  ...attempt,
  did: '',
  critique: 'The business was not done.\n- Something was missing.',
})

/** Each attempt is replaced by the last failed attempt at another task. */
function tellOther(): Retell {
  let [last, before]: ({ task: string; attempt: Attempt } | undefined)[] = []
  return (attempt, { task }) => {
    if (last?.task !== task.id) before = last
    last = { task: task.id, attempt }
    const { outcome, did, critique } = before?.attempt ?? { ...attempt, did: '', critique: '' }
    return { ...attempt, outcome, did, critique }
  }
}

type Missing = readonly AskedDetail[]

const tellWrong: Retell = (attempt, failed) => {
  const random = stream(childSeed(failed.task.seed, 'wrong-critique'), attempt.index, 'fields')
  return withMissing(attempt, failed, (missing) => {
    const namedFields = new Set(missing.flatMap(({ field, alternative }) => [field, alternative]))
    const otherFields = FIELDS.filter((field) => !namedFields.has(field))
    return random.sample(otherFields, missing.length).map((field) => ({ field }))
  })
}

const tellOneField: Retell = (attempt, failed) => {
  let isTold = false
  return withMissing(attempt, failed, (missing) => {
    const keptFields = isTold ? [] : missing.slice(0, 1)
    isTold = true
    return keptFields
  })
}

/** The attempt as if departments had named other details as missing. */
function withMissing(
  attempt: Attempt,
  { events, outcome }: FailedRollout,
  change: (missing: Missing) => Missing,
): Attempt {
  const changedEvents = (events as readonly PhoneEvent[]).map((event): PhoneEvent => {
    if (event.kind !== 'refused' || event.reason !== 'details') return event
    return event.missing.length === 0 ? event : { ...event, missing: change(event.missing) }
  })
  return { ...attempt, critique: critiquePhoneCall(changedEvents, outcome) }
}
