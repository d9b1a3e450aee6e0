import { SPEECH_STYLES, type SpeechStyle } from '../people/employees.ts'
import { VOICES, type Voice } from '../people/voices.ts'
import { lines } from './lines.ts'

/** Sentences of one act, by the voice of the customer. */
type ByVoice = Readonly<Record<Voice, readonly string[]>>

/** Sentences of one act, by the style of the employee. */
export type ByStyle = Readonly<Record<SpeechStyle, readonly string[]>>

export const byVoice = (text: string): ByVoice => bySpeaker(text, VOICES)
export const byStyle = (text: string): ByStyle => bySpeaker(text, SPEECH_STYLES)

/** Parses sentences, one per line, each under its speaker: `formal:`. */
function bySpeaker<Speaker extends string>(
  text: string,
  speakers: readonly Speaker[],
): Readonly<Record<Speaker, readonly string[]>> {
  const sentencesBySpeaker = new Map<string, string[]>(
    speakers.map((speaker) => [`${speaker}:`, []]),
  )
  let currentSentences: string[] | undefined
  for (const line of lines(text)) {
    const speakerSentences = sentencesBySpeaker.get(line)
    if (speakerSentences === undefined) currentSentences?.push(line)
    else currentSentences = speakerSentences
  }
  const entries = speakers.map((speaker) => [speaker, sentencesBySpeaker.get(`${speaker}:`) ?? []])
  return Object.fromEntries(entries)
}
