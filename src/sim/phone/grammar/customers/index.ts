import { VOICES, type Voice } from '../../people/voices.ts'
import { CIRCUMSTANCES } from './circumstances.ts'
import { DECISIONS } from './decisions.ts'
import { REPLIES } from './replies.ts'
import { SIGNATURES } from './signatures.ts'
import { WISHES } from './wishes.ts'

/** Goals come last, for anything may stand where a goal stands. */
const SENTENCES = { ...CIRCUMSTANCES, ...WISHES }

/**
 * What customers write, by act and voice: a sentence each, so that a message can be taken apart.
 * Slots: {company}, {goal}, {field} a detail of their own, {value} what it is, {reason} why they
 * have not got it, {name} their own.
 */
export const CUSTOMER_SPEECH = { ...SENTENCES, ...SIGNATURES }

const sayingsIn = <Act extends string>(
  speech: Readonly<Record<Act, Readonly<Record<string, readonly string[]>>>>,
): readonly { readonly act: Act; readonly template: string }[] =>
  (Object.keys(speech) as Act[]).flatMap((act) =>
    Object.values(speech[act]).flatMap((templates) =>
      templates.map((template) => ({ act, template })),
    ),
  )

export const CUSTOMER_SAYINGS = sayingsIn(SENTENCES)
export const SIGNATURE_SAYINGS = sayingsIn(SIGNATURES)

/** What is said before anybody has asked is no answer. */
const BEFORE_ASKED = /before you ask|oh, and|heads-up|may ask you|should mention/i

const inAnswer = (byVoice: Readonly<Record<Voice, readonly string[]>>): typeof byVoice => {
  const kept = VOICES.map((voice): [Voice, readonly string[]] => [
    voice,
    byVoice[voice].filter((template) => !BEFORE_ASKED.test(template)),
  ])
  return Object.fromEntries(kept) as typeof byVoice
}

const lack = inAnswer(CIRCUMSTANCES.lack)
const withhold = inAnswer(CIRCUMSTANCES.withhold)
/** What customers say when they are asked, by act and voice: a sentence for each thing. */
export const REPLY_SPEECH = { ...REPLIES, ...DECISIONS, lack, withhold }
export type ReplyAct = keyof typeof REPLY_SPEECH
export const REPLY_SAYINGS = sayingsIn(REPLY_SPEECH)
