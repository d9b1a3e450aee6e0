import type { Moment } from '../../sim/phone/clock/time.ts'
import type { VerdictKind } from '../../sim/phone/csr.ts'
import type { HeardReply } from '../../sim/phone/dialogue/hear-reply.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import type { ListedDepartment } from '../../sim/phone/listing.ts'
import type { HeardOpening } from '../../sim/phone/opening.ts'
import type { AskedField } from '../../sim/phone/speech.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'

/** A directory entry as the agent read it. */
export type SeenDepartment = ListedDepartment

export interface SeenSearch {
  readonly query: string
  readonly more: number
}

/** A form as the agent saw it. */
export interface SeenForm {
  readonly status: 'completed' | 'abandoned' | 'refused' | 'unknown_fields'
  readonly asked: readonly Field[]
  readonly values: Readonly<Partial<Record<Field, string>>>
  readonly unavailable: readonly Field[]
}

/** A call as the agent heard it. */
export interface SeenCall {
  readonly phoneNumber: string
  readonly request: string
  /** The words and the details of this time. */
  readonly text: string
  readonly details: Readonly<Partial<Record<Field, string>>>
  /** Names of details that were passed on. */
  readonly given: readonly Field[]
  readonly referenceNumber: string
  /** Absent when nobody answered. */
  readonly company?: string
  readonly department?: string
  /** What it came to; `not_in_service` when nobody answered. */
  readonly kind: VerdictKind | 'not_in_service'
  readonly missing: readonly AskedField[]
  readonly mismatched: readonly Field[]
  /** Departments that were named. */
  readonly named: string
  /** The reference number that was given out. */
  readonly reference: string
  /** Whether it was said that the department takes no further calls. */
  readonly held: boolean
  /** Whether it is an answer to what was said on a line that was open already. */
  readonly isMore: boolean
  /** Whether the line is open after it. */
  readonly isOpen: boolean
}

/** A message to the customer, and what came of it. */
export interface SeenTalk {
  readonly asked: readonly Field[]
  readonly heard: HeardReply
  /** Who waited on the line meanwhile, or did not wait. */
  readonly onLine: SeenCall | undefined
  readonly waited: boolean
  /** Whether the customer had left before. */
  readonly isTooLate: boolean
  /** The words that were written. */
  readonly message: string
  /** How many answers on the phone came before it. */
  readonly callsBefore: number
}

/** A call that came to a closed door, or into a queue. */
export interface SeenStop {
  readonly phoneNumber: string
  readonly department: string
  readonly company: string
  /** When it was made. */
  readonly at: Moment
  /** The hours that were told of a closed department; else empty. */
  readonly hours: string
  /** How long one was to wait; 0 at a closed door. */
  readonly minutes: number
  /** Whether one waited. */
  readonly isWaited: boolean
}

/** What the agent knows of the time. */
export interface SeenClock {
  /** What time it is, as far as that was said; undefined before. */
  readonly now: Moment | undefined
  /** Minutes that have passed since, or in all where no time was said. */
  readonly minutes: number
  /** Every call to a department that there is, and when it was made. */
  readonly dialled: readonly { readonly department: string; readonly at: Moment }[]
  readonly stops: readonly SeenStop[]
  /** Departments that put a call through to another. */
  readonly transfers: readonly { readonly from: string; readonly to: string }[]
  /** The queue that one is in. */
  readonly queue: SeenStop | undefined
}

/** What can be made out of a conversation, in the order in which it happened. */
export interface SeenEpisode {
  readonly opening: HeardOpening
  /** What stands before the agent's first turn: the customer's message, earlier lessons. */
  readonly openingText: string
  readonly departments: readonly SeenDepartment[]
  /** What the directory was asked, in order, and how many more departments it had each time. */
  readonly searches: readonly SeenSearch[]
  readonly forms: readonly SeenForm[]
  /** Answers on the phone: to calls, and to what was said on open lines. */
  readonly calls: readonly SeenCall[]
  readonly talks: readonly SeenTalk[]
  /** The last answer on the line that is open. */
  readonly line: SeenCall | undefined
  /** Calls that the agent ended, or left for another, while something was wanted. */
  readonly hungUp: readonly SeenCall[]
  /** What the customer said of themselves, as the agent knows it last. */
  readonly values: Readonly<Partial<Record<Field, string>>>
  /** Whether the customer can be asked, and whether one talks on the phone. */
  readonly isDialogue: boolean
  readonly isConversation: boolean
  /** Whether time passes, and what is known of it. */
  readonly isTimed: boolean
  readonly clock: SeenClock
  /** The rules of the house, in the order of their numbers. */
  readonly rules: readonly Rule[]
  /** Whether the episode ends with a report, and the last turn without a call, which it may be. */
  readonly reports: boolean
  readonly lastWords: string
  /** Tool answers so far. */
  readonly answers: number
  /** Those that belong to none of these: calls that were rejected as malformed. */
  readonly malformed: number
}
