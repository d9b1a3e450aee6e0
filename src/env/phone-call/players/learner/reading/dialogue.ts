import { hearAnswer } from '../../../../../sim/phone/hear-call.ts'
import type { HeardOpening } from '../../../../../sim/phone/opening.ts'
import { splitAttempts } from '../../../../learner/split-attempts.ts'
import type { Action, Transcript } from '../../../../message.ts'
import { type Attempts, readAttempts } from '../../../../phone-call-v2/players/learner/attempts.ts'
import type { ListedDepartment } from './directory.ts'
import type { Listing } from './listing.ts'
import { readOpening } from './opening.ts'
import type { Survey } from './survey.ts'

type Message = Transcript[number]
type AssistantTurn = Pick<Extract<Message, { role: 'assistant' }>, 'tool_calls'>

/** Where the form stands, from what its answers said. */
type FormStatus = 'unsent' | 'completed' | 'abandoned' | 'refused'

/** A call as it was heard. */
export interface HeardCall {
  readonly phoneNumber: string
  /** What the employee's words came to; `odd` where they are none of the known sentences. */
  readonly occasion: string
  /** Departments that were named. */
  readonly named: string
  /** Numbers in `FIELDS` of the details that were spoken of. */
  readonly fields: readonly string[]
}

/**
 * A conversation as the policy reads it: each message is taken apart once, when it arrives. It is
 * made from messages alone, the same that a language model would be shown.
 */
export class Dialogue {
  opening: HeardOpening = { goals: [], hurried: false }
  company = ''
  /** What each goal says, in words. */
  goalWords: readonly (readonly string[])[] = []
  attempts: Attempts | undefined
  readonly calls: HeardCall[] = []
  /** Reference numbers that were given out, and by whom. */
  readonly references: { readonly department: string; readonly number: string }[] = []
  form: FormStatus = 'unsent'
  searches = 0
  nudges = 0
  turns = 0
  /** Details by field name, from the form and the opening message. */
  known: Readonly<Record<string, string>> = {}
  #openingText = ''
  #opening = readOpening('')
  /** Answers of the directory in the order in which they came. */
  readonly #answers: string[] = []
  #listing: Listing | undefined
  readonly #numbers = new Map<string, string>()

  /** Takes the next messages of the world, or whole conversations. */
  take(messages: Transcript): this {
    const before = this.#openingText
    for (const message of messages) {
      if (message.role === 'assistant') this.spoke(message)
      else if (message.role === 'user') this.#takeUser(message.content)
      else if (message.role === 'tool') this.#takeAnswer(message)
    }
    if (this.#openingText !== before) this.#readOpening()
    return this
  }

  /** The departments that the directory has shown so far. */
  get departments(): readonly ListedDepartment[] {
    return this.#listed().departments
  }

  /** What these mean for this customer. */
  get survey(): Survey {
    return this.#listed().survey
  }

  /** An opening that is read late, or goes on, sets the answers of before in another light. */
  #listed(): Listing {
    this.#listing ??= this.#answers.reduce(
      (listing, answer) => listing.after(answer),
      this.#opening.listing,
    )
    return this.#listing
  }

  /** Takes the policy's own turn. */
  spoke(turn: AssistantTurn | Action): void {
    this.turns += 1
    if (!('tool_calls' in turn)) return
    for (const call of turn.tool_calls ?? []) {
      if (call.function.name !== 'phone_call') continue
      const given = call.function.arguments
      const read = typeof given === 'string' ? parse(given) : given
      this.#numbers.set(call.id, String(read.phone_number ?? ''))
    }
  }

  #takeUser(content: string): void {
    if (this.turns === 0) this.#openingText += `${content}\n`
    else this.nudges += 1
  }

  #takeAnswer(message: Extract<Message, { role: 'system' | 'user' | 'tool' }>): void {
    const { name, content } = message
    if (name === 'company_directory') {
      this.searches += 1
      this.#answers.push(content)
      this.#listing = this.#listing?.after(content)
    } else if (name === 'auth_info_form') {
      this.#takeForm(content)
    } else if (name === 'phone_call') {
      this.#takeCall(this.#numbers.get(message.tool_call_id ?? '') ?? '', content)
    }
  }

  #takeForm(content: string): void {
    const { status, values } = parse(content)
    if (status === 'completed' || status === 'abandoned') this.form = status
    else if (status === 'refused' && this.form === 'unsent') this.form = 'refused'
    if (typeof values === 'object' && values !== null) {
      this.known = { ...this.known, ...(values as Record<string, string>) }
    }
  }

  #takeCall(phoneNumber: string, content: string): void {
    const { heard, place } = hearAnswer(content)
    if (heard === undefined) {
      this.calls.push({ phoneNumber, occasion: 'odd', named: '', fields: [] })
      return
    }
    const { kind: occasion, named, missing, mismatched, reference } = heard
    if (occasion === 'done' && reference !== '') {
      this.references.push({ department: place?.department ?? '', number: reference })
    }
    const fields = [...missing.map(({ field }) => field), ...mismatched]
    this.calls.push({ phoneNumber, occasion, named, fields })
  }

  #readOpening(): void {
    const { rest, block } = splitAttempts(this.#openingText)
    this.#opening = readOpening(rest.trim())
    this.#listing = undefined
    const { heard, goalWords } = this.#opening
    this.opening = heard
    this.company = heard.company ?? ''
    this.goalWords = goalWords
    if (block !== undefined) this.attempts = readAttempts(block)
    const { tells } = this.opening
    if (tells !== undefined) this.known = { [tells.field]: tells.value, ...this.known }
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
