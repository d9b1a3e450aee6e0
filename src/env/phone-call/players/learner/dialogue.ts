import { memoize } from '../../../../sim/memo.ts'
import type { Listed } from '../../../../sim/phone/listing.ts'
import { distinctiveStems } from '../../../../sim/phone/overlap.ts'
import { readWishes } from '../../../../sim/phone/wishes.ts'
import { splitAttempts } from '../../../learner/split-attempts.ts'
import type { Action, Transcript } from '../../../message.ts'
import type { PublicEvent } from '../../../public-event.ts'
import type { PhoneEvent } from '../../events.ts'
import { industryOf, kindNamed } from '../reading.ts'
import { type Attempts, readAttempts } from './attempts.ts'
import type { Dialogue, DirectorySurvey, SeenCall } from './features.ts'

/** A listed department, and the service that the customer wants of it. */
interface Target {
  readonly candidate: number
  readonly kind: string
  readonly service: string
}

/** The departments of the directory's answers, weighed for this customer. */
export interface Surveyed extends DirectorySurvey {
  readonly targets: readonly Target[]
}

interface Shown {
  readonly name: string
  readonly phoneNumber: string
  readonly listed: Listed
}

const wordsOf = memoize(4_000, (text: string): readonly string[] => [...distinctiveStems(text)])

/** A conversation as the policy reads it: from its events and the opening message. */
export class PhoneDialogue implements Dialogue {
  opening: Dialogue['opening'] = { goals: [], hurried: false }
  company = ''
  goalWords: readonly (readonly string[])[] = []
  attempts: Attempts | undefined
  readonly calls: SeenCall[] = []
  /** The reference numbers received, with their departments. */
  readonly references: { readonly department: string; readonly number: string }[] = []
  readonly departments: Shown[] = []
  form: 'unsent' | 'completed' | 'abandoned' | 'refused' = 'unsent'
  searches = 0
  nudges = 0
  turns = 0
  /** Details by field name, from the form and the opening message. */
  known: Readonly<Record<string, string>> = {}
  #message = ''
  #survey: Surveyed | undefined

  take(messages: Transcript, events: readonly PublicEvent[]): void {
    for (const message of messages) {
      if (message.role === 'assistant') this.turns += 1
      else if (message.role === 'user') this.#takeUser(message.content)
    }
    for (const event of events as readonly PhoneEvent[]) this.#takeEvent(event)
  }

  spoke(_: Action): void {
    this.turns += 1
  }

  /** The listed departments, weighed against the customer's apparent wishes. */
  get survey(): Surveyed {
    this.#survey ??= surveyOf(this.#message, this.company, this.departments)
    return this.#survey
  }

  #takeUser(content: string): void {
    if (this.turns > 0) {
      this.nudges += 1
      return
    }
    const { rest, block } = splitAttempts(content)
    this.#message += `${rest.trim()}\n`
    if (block !== undefined) this.attempts = readAttempts(block)
    this.#survey = undefined
  }

  #takeEvent(event: PhoneEvent): void {
    switch (event.kind) {
      case 'message':
        this.#takeMessage(event)
        break
      case 'listed':
        this.searches += 1
        for (const listed of event.departments) this.#takeListed(listed)
        break
      case 'form_completed':
        this.form = 'completed'
        this.known = { ...this.known, ...event.values }
        break
      case 'form_abandoned':
        this.form = 'abandoned'
        break
      case 'form_refused':
        if (this.form === 'unsent') this.form = 'refused'
        break
      default:
        // An event of the kernel, such as a nudge.
        if (!('call' in event)) break
        this.calls.push(seenCallOf(event))
        if (event.kind === 'done') {
          this.references.push({ department: event.department, number: event.reference })
        }
    }
  }

  #takeMessage({ company, tells, lacks, hurried }: Extract<PhoneEvent, { kind: 'message' }>): void {
    this.company = company
    const text = this.#message.replaceAll(company, '')
    this.goalWords = [wordsOf(text)]
    this.opening = {
      goals: [],
      hurried,
      ...(lacks === null ? {} : { mentions: lacks }),
      ...(tells === null ? {} : { tells }),
    }
    if (tells !== null) this.known = { ...this.known, [tells.field]: tells.value }
    this.#survey = undefined
  }

  #takeListed(listed: Listed): void {
    const { department: name, phone_number: phoneNumber } = listed
    if (this.departments.some((one) => one.phoneNumber === phoneNumber)) return
    this.departments.push({ name, phoneNumber, listed })
    this.#survey = undefined
  }
}

type Called = Extract<PhoneEvent, { readonly call: unknown }>

/** The result of a call in the policy's terms. */
function seenCallOf(event: Called): SeenCall {
  const { phone_number: phoneNumber } = event.call
  if (event.kind === 'not_in_service') return { phoneNumber, occasion: 'odd', named: '' }
  if (event.kind === 'done') return { phoneNumber, occasion: 'done', named: '' }
  switch (event.reason) {
    case 'details':
      return { phoneNumber, occasion: event.missing.length > 0 ? 'missing' : 'mismatch', named: '' }
    case 'other_first':
      return { phoneNumber, occasion: 'prerequisite', named: event.first }
    case 'reference':
      return { phoneNumber, occasion: 'reference', named: event.first }
    case 'other_department':
      return { phoneNumber, occasion: 'wrong_department', named: event.right }
    default:
      return { phoneNumber, occasion: event.reason, named: '' }
  }
}

let surveys = 0
const SURVEYS_MAX = 20_000
const known = new Map<string, Surveyed>()

/** Rollouts with the same message and the same listings share a survey. */
function surveyOf(message: string, company: string, departments: readonly Shown[]): Surveyed {
  const key = [message, company, ...departments.map(({ phoneNumber }) => phoneNumber)].join('\n')
  const before = known.get(key)
  if (before !== undefined) return before
  const made = makeSurvey(message, company, departments)
  if (known.size >= SURVEYS_MAX) known.clear()
  known.set(key, made)
  return made
}

function makeSurvey(message: string, company: string, departments: readonly Shown[]): Surveyed {
  surveys += 1
  const candidates = departments.map(({ name, phoneNumber, listed }) => ({
    department: { name, phoneNumber },
    isOwn: listed.company === company,
    kind: kindNamed(name) ?? name,
  }))
  const own = departments.filter(({ listed }) => listed.company === company)
  const wishes = readWishes(
    message,
    company,
    own.map(({ listed }) => listed),
  )
  const targets = wishes.map(({ department, service }): Target => {
    const candidate = departments.findIndex(({ listed }) => listed === department)
    return { candidate, kind: candidates[candidate]?.kind ?? 'none', service }
  })
  return {
    number: surveys,
    industry: industryOf(company) ?? 'unknown',
    candidates,
    isFound: own.length > 0,
    targets: targets.length === 0 ? [{ candidate: -1, kind: 'none', service: '' }] : targets,
    unfound: targets.length === 0 ? 1 : 0,
  }
}
