import { canonicalJson } from '../json.ts'
import type { RandomStream } from '../random.ts'
import { deskOf } from './desks.ts'
import { isNoValue, sameValue } from './fields.ts'
import { departmentsAsNoun, type Slots } from './grammar/agreement.ts'
import type { Occasion } from './grammar/employees/index.ts'
import { hearReference } from './hear/reference.ts'
import { type Understood, understand } from './hear/request.ts'
import type { SpeechStyle } from './people/employees.ts'
import { isPossible } from './records/operations.ts'
import type { CustomerFile, SlotValues } from './records/rows.ts'
import { withRowTold } from './records/which-row.ts'
import { slotsOf } from './records/wishes.ts'
import { CLEARANCE, type Matter, type Wants } from './requirements.ts'
import { sayOffer } from './settling/offers.ts'
import { sayReadBack, valuesIn } from './settling/read-back.ts'
import { offerSaid, type Settled, type Settling } from './settling/settled.ts'
import { type AskedField, say, sayFields, sayOnLine } from './speech.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import { type Company, type Line, wantsAt } from './world.ts'

export type Values = Readonly<Partial<Record<Field, string>>>

/** What a call centre agent knows when the phone rings. */
export interface Ringing {
  readonly line: Line
  /** The company that the customer belongs to. */
  readonly company: Company
  readonly request: string
  readonly given: Values
  readonly referenceNumber: string
  /** What the customer really said, on the form or in the opening message. */
  readonly known: Values
  /** What it asks for besides in this task: what is on the customer's file. */
  readonly alsoRequired: readonly Field[]
  /** What the customer does not have: only there an alternative will do. */
  readonly lacking: readonly Field[]
  /** What this department has to do for this customer: business, by its id, or a clearance. */
  readonly matters: readonly Matter[]
  /** Reference numbers of departments that did their part, by department. */
  readonly done: Readonly<Record<string, string>>
  readonly held: readonly string[]
  /** Departments that asked their free question back already. */
  readonly clarified: readonly string[]
  /** How many wrong values this department was given before. */
  readonly wrongBefore: number
  /** The number this department would give out. */
  readonly reference: string
  /** What the company has on the customer; null where it does not matter what is changed there. */
  readonly file: CustomerFile | null
  /** What this department has made of the customer's wish so far. */
  readonly changed: SlotValues | undefined
  /** How the talk has gone, where employees wait for answers; else each call is one word. */
  readonly talk?: LineTalk | undefined
  /** Whether the employee has heard enough, so that a further question ends the call. */
  readonly isLast?: boolean
  /** What is settled before anything is done; absent where each call is one word. */
  readonly settling?: Settling | undefined
}

/** How the talk on a line has gone so far. */
export interface LineTalk {
  /** Who speaks, by their number in the department; null where the phone only rings. */
  readonly employee: number | null
  /** What they wanted to know last, and how many times running that has got them no further. */
  readonly question: string
  readonly stalls: number
}

export const RINGING: LineTalk = { employee: null, question: '', stalls: 0 }

export type VerdictKind = Exclude<Occasion, 'hold' | 'what_about'>

/** Questions: on an open line the answer is waited for. */
export const QUESTIONS: ReadonlySet<Occasion> = new Set<Occasion>([
  'what_about',
  'clarify',
  'one_at_a_time',
  'too_long',
  'unsaid',
  'reference',
  'one_number',
  'missing',
  'mismatch',
  'offer',
  'firm',
  'read_back',
])

/** What is always said in the words of the rules: all hangs on the very words. */
export const EXACT: ReadonlySet<Occasion> = new Set<Occasion>([
  'offer',
  'firm',
  'no_deal',
  'blocked',
  'read_back',
])

/** How a call ended, and the lines that carry it. */
export interface Verdict {
  readonly kind: VerdictKind
  readonly lines: readonly string[]
  /** How many wrong values were given on this call; none if it did not come that far. */
  readonly wrong?: number
  /** Whether the department takes no further calls. */
  readonly held?: boolean
  /** What was said of the wish that was fulfilled. */
  readonly slots?: SlotValues
  /** What is lacking before anything can be done. */
  readonly wanted?: readonly string[]
  /** What is settled by now. */
  readonly settled?: Settled
}

/** A call that somebody of the department has taken. */
interface Taken extends Ringing {
  readonly style: SpeechStyle
}

/** From this many wrong values on, a department takes no further calls. */
const WRONG_VALUES_MAX = 2

/**
 * The checks are made in this order, and the first that fails decides: right company and
 * department, all that decides about the wish said, departments that must come first,
 * authentication, work.
 */
export function decide(taken: Taken, random: RandomStream): Verdict {
  const { line, company, request } = taken
  if (line.company.id !== company.id) {
    return verdict('no_customer', taken, { company: line.company.name }, random)
  }
  const understood = understand(request, deskOf(line))
  const said = saidOf(taken, understood)
  return (
    checkRequest(taken, understood, random) ??
    checkSaid(taken, said, random) ??
    checkState(taken, said, random) ??
    checkPrerequisites(taken, random) ??
    checkAuthentication(taken, wantsFor(taken, understood), random) ??
    checkSettled(taken, understood, said, random) ??
    doWork(taken, understood, said, random)
  )
}

function verdict(kind: VerdictKind, taken: Taken, slots: Slots, random: RandomStream): Verdict {
  return { kind, lines: [speak(kind, taken, slots, random)] }
}

/** Says an act in words that fit a line that stays open, or a call that is over. */
function speak(act: Occasion, taken: Taken, slots: Slots, random: RandomStream): string {
  const staysOpen = taken.talk !== undefined && QUESTIONS.has(act)
  return (staysOpen ? sayOnLine : say)(act, taken.style, slots, random)
}

function checkRequest(
  taken: Taken,
  understood: Understood,
  random: RandomStream,
): Verdict | undefined {
  const { company } = taken
  switch (understood.status) {
    case 'wish':
    case 'clearance':
      return undefined
    case 'not_offered':
      return verdict('not_offered', taken, { company: company.name }, random)
    case 'elsewhere': {
      const { name = '' } = company.departments.find(({ kind }) => kind === understood.kind) ?? {}
      return verdict('wrong_department', taken, { right: departmentsAsNoun([name]) }, random)
    }
    default:
      return askBack(taken, understood, random)
  }
}

/** Asks what is meant, once at each department; then nothing more is to be had there. */
function askBack(
  taken: Taken,
  understood: Extract<Understood, { status: 'vague' | 'several' | 'too_long' }>,
  random: RandomStream,
): Verdict {
  const { line, clarified } = taken
  if (clarified.includes(line.department.id)) return verdict('unclear', taken, {}, random)
  if (understood.status === 'several') return verdict('one_at_a_time', taken, {}, random)
  if (understood.status === 'too_long') return verdict('too_long', taken, {}, random)
  const { thing } = understood
  if (thing === '') return verdict('clarify', taken, {}, random)
  return { kind: 'clarify', lines: [speak('what_about', taken, { thing }, random)] }
}

/** What was said of a wish, slot by slot, and in which words the rest is asked for. */
interface Said {
  readonly slots: SlotValues
  readonly unsaid: readonly string[]
}

const NOTHING_SAID: Said = { slots: {}, unsaid: [] }

/** What a request says of the customer's wish, where that decides about its fulfilment. */
function saidOf(taken: Taken, understood: Understood): Said {
  const { line, request, file, matters, settling } = taken
  if (file === null || understood.status !== 'wish' || !matters.includes(understood.wish)) {
    return NOTHING_SAID
  }
  const business = understood.wish
  const wanted = slotsOf(business)
  const { name } = line.company
  const slots =
    settling?.settled.slots ??
    withRowTold(valuesIn(request, business, name), file, business, request, name)
  const open = wanted.filter(({ name }) => slots[name] === undefined)
  // What the file does not have cannot be what was meant.
  const isClear = open.length > 0 || isPossible(file, { business, slots })
  return { slots, unsaid: (isClear ? open : wanted).map(({ label }) => label) }
}

function checkSaid(taken: Taken, { unsaid }: Said, random: RandomStream): Verdict | undefined {
  if (unsaid.length === 0) return undefined
  return { ...verdict('unsaid', taken, { slots: unsaid.join(' and ') }, random), wanted: unsaid }
}

/** What was done before is done again only where the wish is another by now. */
const isOther = ({ changed }: Taken, { slots }: Said): boolean =>
  changed !== undefined && Object.entries(slots).some(([name, value]) => changed[name] !== value)

function checkState(taken: Taken, said: Said, random: RandomStream): Verdict | undefined {
  const { line, held, done } = taken
  const { id } = line.department
  if (held.includes(id)) return verdict('held', taken, {}, random)
  const reference = done[id]
  if (reference === undefined || isOther(taken, said)) return undefined
  return verdict('already_done', taken, { reference }, random)
}

function checkPrerequisites(taken: Taken, random: RandomStream): Verdict | undefined {
  const { line, done, referenceNumber } = taken
  const { after, reference_from: from } = line.department.hidden
  const nameOf = (id: string): string =>
    line.company.departments.find((department) => department.id === id)?.name ?? id
  const open = after.filter((id) => done[id] === undefined)
  if (open.length > 0) {
    return verdict('prerequisite', taken, { first: departmentsAsNoun(open.map(nameOf)) }, random)
  }
  if (from === null) return undefined
  const heard = hearReference(referenceNumber)
  if (heard.status === 'one' && heard.number === done[from]) return undefined
  if (heard.status === 'several') return verdict('one_number', taken, {}, random)
  return verdict('reference', taken, { first: departmentsAsNoun([nameOf(from)]) }, random)
}

/** What is asked for goes by what the department heard, and by the customer's file. */
function wantsFor({ line, matters, alsoRequired }: Taken, understood: Understood): Wants {
  const isClearance = asksToClear(understood) && matters.includes(CLEARANCE)
  const matter = understood.status !== 'wish' || isClearance ? CLEARANCE : understood.wish
  const { required, alternatives } = wantsAt(line.department, matter)
  return { required: [...required, ...alsoRequired], alternatives }
}

function checkAuthentication(
  taken: Taken,
  { required, alternatives }: Wants,
  random: RandomStream,
): Verdict | undefined {
  const { style, given, known, lacking, wrongBefore } = taken
  const wrong = new Set<Field>()
  const good = new Set<Field>()
  for (const field of FIELDS) {
    const value = given[field]
    if (value === undefined) continue
    const truth = known[field]
    // A value the customer never gave is made up, even if it happened to be right.
    if (truth !== undefined && sameValue(truth, value)) good.add(field)
    else if (!isNoValue(value)) wrong.add(field)
  }
  const missing: AskedField[] = []
  for (const field of required) {
    const alternative = alternatives[field]
    if (good.has(field) || wrong.has(field)) continue
    if (alternative === undefined) missing.push({ field })
    else if (!lacking.includes(field) || !good.has(alternative)) {
      missing.push({ field, alternative })
    }
  }
  if (missing.length === 0 && wrong.size === 0) return undefined
  const lines: string[] = []
  if (missing.length > 0) {
    lines.push(say('missing', style, { fields: sayFields(missing, random) }, random))
  }
  if (wrong.size > 0) {
    const mismatched = FIELDS.filter((field) => wrong.has(field)).map((field) => ({ field }))
    lines.push(say('mismatch', style, { fields: sayFields(mismatched, random) }, random))
  }
  const held = wrong.size > 0 && wrongBefore + wrong.size >= WRONG_VALUES_MAX
  if (held) lines.push(say('hold', style, {}, random))
  const kind = missing.length > 0 ? 'missing' : 'mismatch'
  const wanted = missing.flatMap(({ field, alternative = field }) => [field, alternative])
  return { kind, lines, wrong: wrong.size, held, wanted }
}

/**
 * On an open line it is said what stands in the way; what it will cost is offered, and again where
 * there is no other way; and what was heard is read back.
 */
function checkSettled(
  taken: Taken,
  understood: Understood,
  { slots }: Said,
  random: RandomStream,
): Verdict | undefined {
  const { settling, matters } = taken
  if (settling === undefined || understood.status !== 'wish') return undefined
  const { settled, offer, isFirm, obstacle, readsBack, misheard } = settling
  const { wish } = understood
  if (!matters.includes(wish)) return undefined
  if (obstacle !== null) return verdict('blocked', taken, { fact: obstacle }, random)
  const said = offer === null ? undefined : offerSaid(settled, isFirm, offer)
  if (offer !== null && said !== undefined) {
    return { ...verdict(said, taken, { offer: sayOffer(offer) }, random), settled }
  }
  if (!readsBack || settled.isConfirmed || Object.keys(slots).length === 0) return undefined
  const heard = settled.slots ?? { ...slots, ...misheard }
  const readBack = verdict('read_back', taken, { slots: sayReadBack(wish, heard, random) }, random)
  return { ...readBack, settled: { ...settled, slots: heard }, wanted: [canonicalJson(heard)] }
}

function doWork(
  taken: Taken,
  understood: Understood,
  { slots }: Said,
  random: RandomStream,
): Verdict {
  const { matters, reference } = taken
  if (matters.length === 0) return verdict('nothing_to_do', taken, {}, random)
  const isMeant =
    (understood.status === 'wish' && matters.includes(understood.wish)) ||
    (asksToClear(understood) && matters.includes(CLEARANCE))
  return isMeant
    ? { slots, ...verdict('done', taken, { reference }, random) }
    : verdict('other_matter', taken, {}, random)
}

const asksToClear = (understood: Understood): boolean =>
  understood.status === 'clearance' || (understood.status === 'wish' && understood.clears)
