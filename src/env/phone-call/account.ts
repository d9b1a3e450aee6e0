import type { Transcript } from '../message.ts'
import type { Account } from '../teaching.ts'
import { readEpisode } from './transcript.ts'

const times = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`

/**
 * What a failed attempt did, in a line: searches, forms, calls in order. It was partly done if some
 * department said that its part was.
 */
export function accountOfPhoneCall(transcript: Transcript): Account {
  const { searches, forms, talks, calls, isDialogue } = readEpisode(transcript)
  const begun = calls.filter(({ isMore }) => !isMore)
  const called = begun.map(({ department, phoneNumber }) => department ?? phoneNumber)
  const did = [
    times(searches.length, 'search', 'searches'),
    isDialogue ? times(talks.length, 'message', 'messages') : times(forms.length, 'form', 'forms'),
    called.length === 0 ? 'no call' : `calls to ${called.join(', then ')}`,
  ]
  const outcome = calls.some(({ kind }) => kind === 'done') ? 'partly_done' : 'failed'
  return { outcome, did: `${did.join('; ')}.` }
}
