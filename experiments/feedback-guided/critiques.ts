import type { Attempt } from '../../src/env/attempt.ts'
import { type Lesson, readLessons, sayLesson } from '../../src/env/phone-call/lessons.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import type { InProcessOptions } from '../../src/train-bridge/local/rollouts/in-process.ts'

/**
 * What becomes of critiques: `other`, that of another task; `one_field`, of all wanted fields only
 * the first; `vague`, that something was missing; `wrong`, other fields in the place of those that
 * were wanted.
 */
export const QUALITIES = ['other', 'one_field', 'vague', 'wrong'] as const
export type Quality = (typeof QUALITIES)[number]

type Retell = NonNullable<InProcessOptions['retell']>

/** How attempts are told with critiques of a quality. */
export function retellWith(quality: Quality): Retell {
  if (quality === 'other') return tellOther()
  if (quality === 'vague') return tellVague
  return quality === 'wrong' ? tellWrong : tellOneField
}

const tellVague: Retell = (attempt) => ({
  ...attempt,
  did: '',
  critique: 'The business was not done.\n- Something was missing.',
})

/** The last failed attempt at another task stands in for each. */
function tellOther(): Retell {
  let [last, before]: ({ task: string; attempt: Attempt } | undefined)[] = []
  return (attempt, task) => {
    if (last?.task !== task.id) before = last
    last = { task: task.id, attempt }
    const { outcome, did, critique } = before?.attempt ?? { ...attempt, did: '', critique: '' }
    return { ...attempt, outcome, did, critique }
  }
}

const tellWrong: Retell = (attempt, task) => {
  const random = stream(childSeed(task.seed, 'wrong-critique'), attempt.index, 'fields')
  return rewriteWanted(attempt, (lesson) => {
    const named = new Set(lesson.fields.flatMap(({ field, alternative }) => [field, alternative]))
    const others = FIELDS.filter((field) => !named.has(field))
    const fields = random.sample(others, lesson.fields.length).map((field) => ({ field }))
    return { ...lesson, fields }
  })
}

const tellOneField: Retell = (attempt) => {
  let isTold = false
  return rewriteWanted(attempt, (lesson) => {
    if (isTold) return undefined
    isTold = true
    return { ...lesson, fields: lesson.fields.slice(0, 1) }
  })
}

type Wants = Extract<Lesson, { kind: 'wants' }>

/** The attempt with every line about wanted fields changed or, where undefined, left out. */
function rewriteWanted(attempt: Attempt, change: (lesson: Wants) => Wants | undefined): Attempt {
  const lines = attempt.critique.split('\n').flatMap((line) => {
    const [lesson] = readLessons(line)
    if (lesson?.kind !== 'wants') return [line]
    const changed = change(lesson)
    return changed === undefined ? [] : [`- ${sayLesson(changed)}`]
  })
  return { ...attempt, critique: lines.join('\n') }
}
