import type { RandomStream } from '../random.ts'
import {
  decide,
  type LineTalk,
  QUESTIONS,
  type Ringing,
  type Verdict,
  type VerdictKind,
} from './csr.ts'
import type { SpeechStyle } from './people/employees.ts'
import {
  drawSpeaker,
  type Speaker,
  sayGoodbye,
  sayGreeting,
  speakerAgain,
} from './people/manners.ts'
import type { Settled } from './settling/settled.ts'
import { say } from './speech.ts'
import type { Line } from './world.ts'

/** A whole call: its verdict, who speaks, and the words before and after. */
export interface Answer extends Verdict {
  readonly style: SpeechStyle
  /** Empty for who is on the phone already. */
  readonly greeting: string
  readonly goodbye: readonly string[]
  /** Where the line stays open: who waits for what. */
  readonly open?: LineTalk & { readonly employee: number; readonly settled?: Settled }
}

/** Verdicts on which no goodbye follows: the caller is asked something, or shown the door. */
const WITHOUT_GOODBYE: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  'clarify',
  'one_at_a_time',
  'too_long',
  'unclear',
  'unsaid',
  'reference',
  'one_number',
  'mismatch',
  'held',
])

/** After so many answers that answer nothing, the employee ends the call. */
const STALLS_MAX = 2

/**
 * Answers one call, or what is said on an open line; whoever takes it keeps to one manner. Objects
 * end with their spread here: one that is added to takes a microsecond for each new member.
 */
export function answerCall(ringing: Ringing, random: RandomStream): Answer {
  const { line, talk, isLast = false } = ringing
  const isNew = talk === undefined || talk.employee === null
  const speaker = isNew ? drawSpeaker(line, random) : speakerAgain(line, talk.employee ?? 0)
  const { style } = speaker.employee
  const greeting = isNew ? sayGreeting(speaker, line, random) : ''
  const decided = decide({ style, ...ringing }, random)
  const asking = talk === undefined ? undefined : stillOpen(decided, talk, line, speaker)
  const settled = decided.settled ?? ringing.settling?.settled
  const open = asking === undefined || settled === undefined ? asking : { ...asking, settled }
  if (open !== undefined && !isLast && open.stalls <= STALLS_MAX) {
    return { style, greeting, goodbye: [], open, ...decided }
  }
  if (open !== undefined) {
    const goodbye = [say('give_up', style, speaker.slots, random)]
    return { style, greeting, goodbye, ...decided }
  }
  const goodbye = WITHOUT_GOODBYE.has(decided.kind) ? [] : sayGoodbye(speaker, random)
  return { style, greeting, goodbye, ...decided }
}

/** The talk after a question was asked; undefined where the verdict is none. */
function stillOpen(
  { kind, held, wanted = [] }: Verdict,
  { question: before, stalls }: LineTalk,
  { department }: Line,
  { employee }: Speaker,
): Answer['open'] {
  if (!QUESTIONS.has(kind) || held === true) return undefined
  const question = [kind, ...wanted].join(' ')
  return {
    employee: department.hidden.employees.indexOf(employee),
    question,
    stalls: question === before ? stalls + 1 : 0,
  }
}
