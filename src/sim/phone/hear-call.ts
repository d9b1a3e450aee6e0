import { memo } from '../memo.ts'
import type { VerdictKind } from './csr.ts'
import { hearFreely } from './free-speech.ts'
import { isManner, type Occasion } from './grammar/employees/index.ts'
import { type AskedField, hear, readFields } from './speech.ts'
import type { Field } from './tables/fields.ts'

/** What an employee said on one call, as facts. */
export interface HeardCall {
  readonly kind: VerdictKind
  readonly missing: readonly AskedField[]
  readonly mismatched: readonly Field[]
  /**
   * Departments that were named, what a request left open, what was read back of it, what was
   * offered, or what stands in the way; several are joined with "and". Empty if nothing was named.
   */
  readonly named: string
  /** The reference number that was given out; empty if none was. */
  readonly reference: string
  /** Whether it was said that a hold begins. */
  readonly held: boolean
}

/** Whom one is talking to, by name. */
export interface Place {
  readonly department: string
  readonly company: string
}

/** A call as its caller heard it; without a department nobody answered. */
interface HeardAnswer {
  readonly place?: Place
  /** Undefined where nobody answered, or it is not clear what was said. */
  readonly heard?: HeardCall | undefined
}

const CONNECTED = /^Connected to (.+) at (.+)\.$/

/** The line that tells a caller who answers. */
export const sayConnected = ({ department, company }: Place): string =>
  `Connected to ${department} at ${company}.`

const OPEN = '(The line is open.)'
const OVER = '(The call is over.)'

/** The last line of what is heard where employees wait for answers. */
export const stageOf = (isOpen: boolean): string => (isOpen ? OPEN : OVER)

/** Whether the line is open after this; undefined where nothing is said of it. */
export const isOpenAfter = (content: string): boolean | undefined =>
  content.endsWith(OPEN) ? true : content.endsWith(OVER) ? false : undefined

const isStage = (line: string): boolean => line === OPEN || line === OVER

const MEMO_MAX = 4_000

/** Reads the whole of what a caller heard: who answered, and what they said. */
export const hearAnswer = memo(MEMO_MAX, (content): HeardAnswer => {
  const [first = '', ...lines] = content.split('\n')
  const [, department, company] = CONNECTED.exec(first) ?? []
  if (department === undefined || company === undefined) return {}
  const place = { department, company }
  return { place, heard: hearCall(lines, place) }
})

/** Reads what somebody said who was on the line already. */
export const hearMore = (content: string, place: Place): HeardCall | undefined =>
  hearCall(content.split('\n'), place)

/** A sentence that carries news. */
interface News {
  readonly occasion: Occasion
  readonly slots: Readonly<Record<string, string>>
}

/**
 * Reads what was said on a call, greetings and goodbyes aside. Sentences of our own staff are read
 * exactly; anything else, such as the words of a model, by what it names and by cues. Undefined
 * where that is not clear.
 */
export function hearCall(lines: readonly string[], place: Place): HeardCall | undefined {
  const news: News[] = []
  const others: string[] = []
  let isOurs = true
  for (const line of lines) {
    if (isStage(line)) continue
    const said = hear(line)
    if (said === undefined) isOurs = false
    else if (isManner(said.occasion)) continue
    else news.push({ occasion: said.occasion, slots: said.slots })
    others.push(line)
  }
  return isOurs ? fromSentences(news) : hearFreely(others.join(' '), place)
}

function fromSentences(news: readonly News[]): HeardCall | undefined {
  const [main] = news
  if (main === undefined || main.occasion === 'hold') return undefined
  const fieldsOf = (occasion: 'missing' | 'mismatch'): AskedField[] =>
    readFields(news.find((said) => said.occasion === occasion)?.slots.fields ?? '')
  return {
    kind: main.occasion === 'what_about' ? 'clarify' : main.occasion,
    missing: fieldsOf('missing'),
    mismatched: fieldsOf('mismatch').map(({ field }) => field),
    named:
      main.slots.first ??
      main.slots.right ??
      main.slots.slots ??
      main.slots.offer ??
      main.slots.fact ??
      '',
    reference: main.slots.reference ?? '',
    held: news.some(({ occasion }) => occasion === 'hold'),
  }
}
