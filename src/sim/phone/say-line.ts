import type { RandomStream } from '../random.ts'
import type { Offer } from './case.ts'
import { DETAIL_NAMES } from './details.ts'
import { departmentsAsNoun } from './grammar/agreement.ts'
import type { LineAnswer, LineDesk } from './line.ts'
import { drawSpeaker, sameSpeaker, sayGoodbye, sayGreeting } from './manners.ts'
import { findMatter } from './matters.ts'
import { fillSlots, listRecord, nameRecord, sayDay, sayMoney, wordsFor } from './say-details.ts'
import { findService } from './services.ts'
import {
  answerSentences,
  inSeries,
  type Speech,
  sayAct,
  sayAskedDetails,
  sayOneOf,
  type Wording,
} from './speech.ts'
import { findReadBack } from './tables/actions.ts'
import { findEffect } from './tables/effects.ts'
import {
  CONSEQUENCE,
  DETAILS_WANTED,
  LEFT_ALONE,
  NOT_POSSIBLE,
  NOT_UNAVAILABLE,
  PRICE,
  READ_BACK,
  TO_CHANGE_IT,
  TOO_EARLY,
} from './tables/sayings.ts'

/** The sentences on an open line, and the speaker. */
export interface LineSpeech extends Speech {
  /** The index of the speaker among the department's employees. */
  readonly employee: number
}

interface LineSpeechContext {
  readonly answer: LineAnswer
  readonly desk: LineDesk
  readonly service: string
  readonly reference: string
  /** The day on which the service takes effect; null if the department names none. */
  readonly takesEffect: string | null
  /** The index of the employee on the phone; null if nobody has answered yet. */
  readonly employee: number | null
}

/** Words an answer on a line in the employee's style. */
export function sayOnOpenLine(context: LineSpeechContext, random: RandomStream): LineSpeech {
  const { answer, desk, employee } = context
  const { line } = desk
  const speaker = employee === null ? drawSpeaker(line, random) : sameSpeaker(line, employee)
  const { style } = speaker.employee
  const greeting = employee === null ? sayGreeting(speaker, line, random) : ''
  const news = lineSentences(context, { style, random })
  const goodbye = answer.kind === 'asked' ? [] : sayGoodbye(speaker, random)
  const index = line.department.hidden.employees.indexOf(speaker.employee)
  return { style, greeting, news, goodbye, employee: index }
}

function lineSentences(context: LineSpeechContext, voice: Wording): string[] {
  const { answer, desk, reference } = context
  if (answer.kind === 'declined') return [sayOneOf(LEFT_ALONE, {}, voice)]
  if (answer.kind === 'refused' && answer.reason === 'blocked') {
    return [sayAct('blocked', { fact: answer.fact }, voice)]
  }
  if (answer.kind === 'refused' && answer.reason === 'too_early') {
    const { noun, first } = answer
    const slots = first === null ? {} : { first: departmentsAsNoun([first]) }
    const prerequisite = first === null ? [] : [sayAct('prerequisite', slots, voice)]
    return [...prerequisite, sayOneOf(TOO_EARLY, { noun }, voice)]
  }
  if (answer.kind !== 'asked') {
    const effect = answer.kind === 'done' ? context.takesEffect : null
    const news = answerSentences(answer, desk.line, reference, voice)
    if (answer.kind === 'refused' && answer.reason === 'already_done') {
      return [...news, sayOneOf(TO_CHANGE_IT, {}, voice)]
    }
    return effect === null ? news : [...news, sayEffect(context.service, effect)]
  }
  return questionSentences(answer, context, voice)
}

function questionSentences(
  answer: Extract<LineAnswer, { readonly kind: 'asked' }>,
  { desk, service }: LineSpeechContext,
  voice: Wording,
): string[] {
  const { random } = voice
  switch (answer.for) {
    case 'reference':
      return [sayAct('reference', { first: departmentsAsNoun([answer.first]) }, voice)]
    case 'field':
      return [
        sayAct('missing', { fields: sayAskedDetails([{ field: answer.field }], random) }, voice),
      ]
    case 'right_details': {
      const withoutAlternatives = (fields: (typeof answer)['wrong']) =>
        sayAskedDetails(
          fields.map((field) => ({ field })),
          random,
        )
      return [
        ...(answer.wrong.length === 0
          ? []
          : [sayAct('mismatch', { fields: withoutAlternatives(answer.wrong) }, voice)]),
        ...(answer.notUnavailable.length === 0
          ? []
          : [
              sayOneOf(
                NOT_UNAVAILABLE,
                { fields: withoutAlternatives(answer.notUnavailable) },
                voice,
              ),
            ]),
        ...(answer.held ? [sayAct('hold', {}, voice)] : []),
      ]
    }
    case 'details':
      return detailQuestion(answer, service, voice)
    case 'possible_detail':
      return [sayOneOf(NOT_POSSIBLE, { labels: detailLabels(service, [answer.name]) }, voice)]
    case 'offer':
      return [
        ...(answer.notice === null ? [] : [answer.notice]),
        ...('note' in answer.offer ? [answer.offer.note] : []),
        sayOneOf(PRICE, { offer: sayOffer(answer.offer) }, voice),
      ]
    case 'read_back': {
      const action = sayAction(service, answer, desk)
      const { consequence, notice } = answer
      return [
        ...(consequence === null ? [] : [sayOneOf(CONSEQUENCE, { consequence }, voice)]),
        ...(notice === null ? [] : [notice]),
        sayOneOf(READ_BACK, { action }, voice),
      ]
    }
  }
}

function detailQuestion(
  { names, records, options }: Extract<LineAnswer, { readonly for: 'details' }>,
  service: string,
  voice: Wording,
): string[] {
  const { record } = findMatter(service)
  const recordLines =
    record === undefined ? [] : records.map((one) => `- ${listRecord(record, one)}`)
  const optionLines = options.map(({ id, says }) => `- [${id}] ${says}`)
  return [
    sayOneOf(DETAILS_WANTED, { labels: detailLabels(service, names) }, voice),
    ...(recordLines.length === 0 ? [] : ['Records to choose from:', ...recordLines]),
    ...(optionLines.length === 0 ? [] : ['Options to choose from:', ...optionLines]),
  ]
}

const detailLabels = (service: string, names: readonly string[]): string => {
  const { needs } = findMatter(service)
  const labels = DETAIL_NAMES.flatMap((name) =>
    names.includes(name) ? [needs[name] ?? name.replace('_', ' ')] : [],
  )
  return inSeries(labels)
}

/** The sentence on the day of effect: "The new name takes effect on May 3." */
export function sayEffect(service: string, date: string): string {
  const clause = findEffect(service) ?? 'it takes effect'
  return `${clause[0]?.toUpperCase()}${clause.slice(1)} on ${sayDay(date)}.`
}

/** The action to be read back: "change the color of the white lamp ordered on May 3 to red". */
function sayAction(
  service: string,
  { details }: Extract<LineAnswer, { readonly for: 'read_back' }>,
  { case: { records } }: LineDesk,
): string {
  const { record: recordKind } = findMatter(service)
  const candidates = recordKind === undefined ? [] : (records[recordKind] ?? [])
  const meant = candidates.find(({ id }) => id === details.record)
  const words = {
    ...wordsFor(service, details, candidates),
    ...(recordKind === undefined || meant === undefined
      ? {}
      : { record: nameRecord(recordKind, meant) }),
  }
  const action = findReadBack(service) ?? findService(service)?.about ?? service
  return fillSlots(action, words)
}

/** What a department asks for in return: `a $45 setup fee`, `a new 24-month contract`. */
export const sayOffer = (offer: Offer): string =>
  offer.kind === 'fee'
    ? withAmount(offer.name, sayMoney(offer.cents))
    : `a new ${offer.months}-month contract`

/** `a setup fee` and `$80` as `an $80 setup fee`. */
const withAmount = (name: string, amount: string): string =>
  `${/^\$(8|1[18]\b)/.test(amount) ? 'an' : 'a'} ${amount} ${name.replace(/^an? /, '')}`
