import type { DetailName } from '../details.ts'
import { chosen, lines } from '../grammar/lines.ts'
import type { RecordKind } from './record-kinds.ts'

/** Everything about one service at the stages with a dialogue. */
export interface Matter {
  /** The service's id. */
  readonly service: string
  /**
   * The details that the department requires, each with the words in which it asks: `{ date: 'the
   * day of the visit' }`. Empty if there are none.
   */
  readonly needs: Readonly<Partial<Record<DetailName, string>>>
  /** The kind of record; left out unless `record` is needed. */
  readonly record?: RecordKind
  /** The options by id: `{ es: 'Spanish' }`. Left out unless `option` is needed. */
  readonly options?: Readonly<Record<string, string>>
  /** Whether the needed name is a new name of the customer, who keeps the first name. */
  readonly ownName?: true
  /** Whole dollars, from and to; left out unless `amount_cents` is needed. */
  readonly dollars?: readonly [number, number]
  /** From and to; left out unless `count` is needed. */
  readonly counts?: readonly [number, number]
  /**
   * The wishes of customers with all details. Each continues "I need to" and has a slot for each
   * detail: `set the limit of {record} to {amount_cents}`. A `{date}` is in the future. A record
   * includes its own date, which is in the past.
   */
  readonly says: readonly string[]
  /** Unexpected side effects; at least two. */
  readonly consequences: readonly Consequence[]
  /** Reasons why the company cannot do it for anyone, as said after "because". At least one. */
  readonly blocks: readonly string[]
  /** The fee that it may cost, as an employee names it: `a rush fee`. */
  readonly fee: string
}

/** A side effect of a service. */
export interface Consequence {
  /** As an employee says it after "Just so you know": `all further notices come by email only`. */
  readonly says: string
  /** A sentence of a customer who does not want that: `I always read on paper and never online.` */
  readonly against: string
  /**
   * A sentence of a customer who does not mind: `I always read online and never on paper.` Both
   * sentences have the same nouns and similar lengths; only their sense differs.
   */
  readonly fine: string
  /** The number of months that it binds the customer; left out if it does not. */
  readonly months?: number
}

/**
 * Parses side effects, two lines each. The first is the employee's words, after `(24 months)` if it
 * binds the customer. The second is the customer's sentence, `[who does not want it|who does not
 * mind]`.
 */
export function sideEffects(text: string): readonly Consequence[] {
  const all = lines(text)
  return all.flatMap((line, at) => (at % 2 === 0 ? sideEffect(line, all[at + 1] ?? '') : []))
}

function sideEffect(line: string, sentence: string): Consequence {
  const [, months, says = ''] = /^(?:\((\d+) months\) )?(.*)/.exec(line) ?? []
  const sides = { against: chosen(sentence, 0), fine: chosen(sentence, 1) }
  return { says, ...sides, ...(months === undefined ? {} : { months: Number(months) }) }
}
