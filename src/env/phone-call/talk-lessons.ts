import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { Lesson } from './lessons.ts'
import type { SeenEpisode } from './seen.ts'

const advice = (text: string): Lesson => ({ kind: 'advice', text })

/** A line of advice about some details, where there are any. */
const about = (fields: readonly Field[], say: (names: string) => string): readonly Lesson[] => {
  const names = FIELDS.filter((field) => fields.includes(field))
  return names.length === 0 ? [] : [advice(say(names.join(', ')))]
}

/** What talking with the customer taught. */
export function talkLessons({ talks }: SeenEpisode): Lesson[] {
  const answered = talks.filter(({ heard, isTooLate }) => !heard.isLeaving && !isTooLate)
  const heard = answered.map((talk) => talk.heard)
  const asked = talks.flatMap((talk) => talk.asked)
  const lacks = heard.flatMap((one) => one.lacks)
  const fields = FIELDS.filter((field) => asked.includes(field))
  const lacked = FIELDS.filter((field) => lacks.includes(field))
  const lessons: Lesson[] = []
  if (fields.length > 0) lessons.push({ kind: 'asked', by: 'messages', fields })
  if (lacked.length > 0) lessons.push({ kind: 'lacks', fields: lacked })
  const unsure = heard.flatMap((one) => [...one.unsure, ...one.corrected])
  lessons.push(...about(unsure, (names) => `The customer is not sure of ${names}: ask twice.`))
  if (heard.some(({ isCutShort }) => isCutShort)) {
    lessons.push(advice('The customer tells two or three details at a time: ask for no more.'))
  }
  if (heard.some(({ isPuzzled }) => isPuzzled)) {
    lessons.push(advice('A message to the customer asked for nothing: name the details.'))
  }
  const left = talks.find((talk) => talk.heard.isLeaving)
  if (left !== undefined) {
    lessons.push(advice(`The customer left after ${asked.length} questions: ask for fewer.`))
  }
  if (talks.some(({ isTooLate }) => isTooLate)) {
    lessons.push(advice('Questions were put to a customer who had left.'))
  }
  return lessons
}

/** What talking on open lines taught. */
export function lineLessons({ talks, hungUp }: SeenEpisode): Lesson[] {
  const kept = talks.flatMap(({ onLine, waited, asked }) =>
    onLine === undefined ? [] : [{ ...onLine, waited, asked }],
  )
  return [
    ...kept.flatMap(({ company = '', department = '', waited, asked }) =>
      waited
        ? about(
            asked,
            (names) => `${department} had to wait for ${names}: ask the customer before the call.`,
          )
        : [advice(`${company} does not wait while the customer is asked: ask before the call.`)],
    ),
    ...hungUp
      .filter(({ kind }) => kind !== 'firm')
      .map(({ department = '' }) =>
        advice(`${department} still wanted something when the call was ended.`),
      ),
  ]
}
