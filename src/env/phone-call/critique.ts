import { setWith } from '../../sim/phone/businesses.ts'
import { hearRequest } from '../../sim/phone/hear/request.ts'
import { hearSlots } from '../../sim/phone/hear/slots.ts'
import type { HeardOpening } from '../../sim/phone/opening.ts'
import { slotsOf } from '../../sim/phone/records/wishes.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import type { Transcript } from '../message.ts'
import type { Outcome } from '../teaching.ts'
import { clockLessons } from './clock-lessons.ts'
import { houseLessons } from './house-lessons.ts'
import { type Lesson, sayLesson } from './lessons.ts'
import { hindrancesIn } from './obeying.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'
import { misreadIn, readBackBefore } from './settling.ts'
import { lineLessons, talkLessons } from './talk-lessons.ts'
import { readEpisode } from './transcript.ts'

/**
 * What a later attempt at the task should know, one line per lesson: who wanted which details (in
 * field names), what the customer lacks, who comes before whom, and what was wasted. It uses what
 * the agent could see and nothing else; empty after a flawless success.
 */
export function critiquePhoneCall(transcript: Transcript, outcome: Outcome): string {
  const seen = readEpisode(transcript)
  const lessons = [
    ...(seen.isDialogue ? talkLessons(seen) : formLessons(seen)),
    ...seen.calls.flatMap((call, number) => callLessons(call, number, seen)),
    ...lineLessons(seen),
    ...clockLessons(seen),
    ...houseLessons(seen),
    ...waste(seen),
  ]
  // Who is asked on an open line and answers wastes nothing.
  const harmless: readonly Lesson['kind'][] = seen.isConversation
    ? ['accepted', 'asked', 'wants', 'lacks', 'fact']
    : ['accepted', 'asked', 'fact']
  const flawless = outcome.success && lessons.every(({ kind }) => harmless.includes(kind))
  if (flawless) return ''
  const lines = new Set(lessons.map((lesson) => `- ${sayLesson(lesson)}`))
  return [headline(seen, outcome), ...lines].join('\n')
}

function headline(seen: SeenEpisode, { success }: Outcome): string {
  if (success && hindrancesIn(seen).length > 0) {
    return 'It was right to stop there, but not all before was without waste.'
  }
  if (success) return 'The business was done, but not without waste.'
  const done = seen.calls.filter(({ kind }) => kind === 'done').length
  if (done > 0) return 'Only a part of the business was done.'
  return 'The business was not done.'
}

function formLessons({ forms, calls }: SeenEpisode): Lesson[] {
  const lessons: Lesson[] = []
  const sent = forms.find(({ status }) => status === 'completed')
  // Without it "also wanted" says nothing to a reader who does not know what was asked before.
  if (sent !== undefined) {
    const fields = FIELDS.filter((field) => sent.asked.includes(field))
    lessons.push({ kind: 'asked', by: 'form', fields })
  }
  for (const { status, asked, unavailable } of forms) {
    if (status === 'abandoned') {
      lessons.push({ kind: 'too_long', count: new Set(asked).size })
    } else if (status === 'refused') {
      const text = 'A form was refused: there is one form, before the first call.'
      lessons.push({ kind: 'advice', text })
    } else if (status === 'completed' && unavailable.length > 0) {
      lessons.push({ kind: 'lacks', fields: unavailable })
    }
  }
  if (calls.length > 0 && !forms.some(({ status }) => status === 'completed')) {
    const text = 'Calls were made without details from the customer: send the form first.'
    lessons.push({ kind: 'advice', text })
  }
  return lessons
}

function callLessons(call: SeenCall, number: number, seen: SeenEpisode): Lesson[] {
  const department = call.department ?? call.phoneNumber
  const tell = (text: string): Lesson[] => [advice(text)]
  switch (call.kind) {
    case 'done':
      return doneLessons(call, number, seen)
    case 'missing':
    case 'mismatch':
      return [
        ...(call.missing.length > 0
          ? [{ kind: 'wants', department, fields: call.missing } as const]
          : []),
        ...(call.mismatched.length > 0
          ? tell(
              `${department} was given wrong or made-up details (${call.mismatched.join(', ')}): ` +
                'pass on only what the customer gave, exactly.',
            )
          : []),
      ]
    case 'prerequisite':
      return [{ kind: 'first', department, first: call.named }]
    case 'reference':
      return [{ kind: 'reference', department, first: call.named }]
    case 'wrong_department':
      return tell(`${department} sent the request "${shorten(call.request)}" to ${call.named}.`)
    case 'nothing_to_do':
      return tell(`${department} had nothing to do: leave it out.`)
    case 'not_offered':
      return tell(`Nobody at the company does this: "${shorten(call.request)}".`)
    case 'no_customer':
      return tell(`${department} at ${call.company} is the wrong company.`)
    case 'not_in_service':
      return tell(`Nobody answers at ${call.phoneNumber}: take numbers from the directory.`)
    case 'held':
      return tell(`${department} takes no more calls after details that did not fit.`)
    case 'already_done':
      return tell(`${department} had done its part before: do not call it again.`)
    case 'other_matter':
      return tell(
        `${department} has another matter on file than "${shorten(call.request)}": ` +
          'say what the customer wrote.',
      )
    case 'one_number':
      return tell(`${department} takes one reference number alone.`)
    case 'one_at_a_time':
      return tell(`${department} was asked for several things at once: say one at a time.`)
    case 'offer':
    case 'no_deal':
    case 'read_back':
      return []
    case 'firm':
      return [{ kind: 'fact', text: `${department} only does it with ${call.named}.` }]
    case 'blocked':
      return [{ kind: 'fact', text: `${department} cannot do it: ${call.named}.` }]
    case 'unsaid':
      return tell(`${department} had to be told with the request: ${call.named}.`)
    case 'too_long':
      return tell(`The request was too long for ${department}: say in a sentence what to do.`)
    case 'clarify':
    case 'unclear':
      return tell(
        `The request "${shorten(call.request)}" was not clear to ${department}: ` +
          'say one thing that is to be done, and about what.',
      )
  }
}

/** What worked at a department, and whether it was the thing that the customer wants. */
function doneLessons(call: SeenCall, number: number, seen: SeenEpisode): Lesson[] {
  const department = call.department ?? call.phoneNumber
  const readBack = readBackBefore(seen, number)
  const otherwise = readBack === undefined ? toldOtherwise(call, seen.opening) : []
  const misread = readBack === undefined ? [] : misreadIn(seen, readBack)
  return [
    { kind: 'accepted', department, fields: call.given },
    ...otherwise.map((label) =>
      advice(`${department} was told otherwise than the customer wrote: ${label}.`),
    ),
    ...misread.map((label) =>
      advice(
        `${department} read back something else than the customer wrote, ` +
          `and was told yes: ${label}.`,
      ),
    ),
  ]
}

const advice = (text: string): Lesson => ({ kind: 'advice', text })

/** What a call said about a wish of the customer that is not what the customer wrote about it. */
function toldOtherwise({ request, company = '' }: SeenCall, { goals }: HeardOpening): string[] {
  const wanted = goals.flatMap(({ business }) => (business === undefined ? [] : [business.id]))
  const heard = hearRequest(request, setWith(wanted))
  const wished = new Set(heard.wishes.map(({ wish }) => wish))
  return goals.flatMap(({ text, business }) => {
    if (business === undefined || !wished.has(business.id)) return []
    const wrote = hearSlots(text, business.id, company)
    const said = hearSlots(request, business.id, company)
    return slotsOf(business.id).flatMap(({ name, label }) => {
      const [one, other] = [wrote[name], said[name]]
      const differ = one?.status === 'one' && other?.status === 'one' && one.value !== other.value
      return differ ? [label] : []
    })
  })
}

function waste({ calls, clock, malformed }: SeenEpisode): Lesson[] {
  const lessons: Lesson[] = []
  if (malformed > 0) {
    lessons.push({ kind: 'advice', text: `Tool calls that could not be read: ${malformed}.` })
  }
  if (calls.length + clock.stops.length === 0) {
    lessons.push({ kind: 'advice', text: 'No department was called.' })
  }
  return lessons
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
