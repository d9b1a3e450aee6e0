import type { DetailName } from '../details.ts'
import { chosen, lines } from '../grammar/lines.ts'
import type { RecordKind } from './record-kinds.ts'

/** What one service is about, where customers say all that decides how it is to be done. */
export interface Matter {
  /** The service's id. */
  readonly service: string
  /**
   * What the department needs besides the customer's details, each in the words in which it asks:
   * `{ date: 'the day of the visit' }`. Empty if there is nothing to decide.
   */
  readonly needs: Readonly<Partial<Record<DetailName, string>>>
  /** The kind of record that is meant; left out unless `record` is needed. */
  readonly record?: RecordKind
  /** What there is to choose from, by id: `{ es: 'Spanish' }`. Left out unless `option` is needed. */
  readonly options?: Readonly<Record<string, string>>
  /** Whether the name that is needed is a new one of the customer, who keeps the first name. */
  readonly ownName?: true
  /** Whole dollars, from and to; left out unless `amount_cents` is needed. */
  readonly dollars?: readonly [number, number]
  /** From and to; left out unless `count` is needed. */
  readonly counts?: readonly [number, number]
  /**
   * How customers ask, with all that is needed; each continues "I need to" and has a slot for each
   * need: `set the limit of {record} to {amount_cents}`. A `{date}` is in the future; a record says
   * its own date, which is in the past.
   */
  readonly says: readonly string[]
  /** What it brings with it and a customer may not expect. At least two. */
  readonly consequences: readonly Consequence[]
  /** Why it may be impossible whoever asks, as an employee says it after "because". At least one. */
  readonly blocks: readonly string[]
  /** What it may cost, as an employee names it: `a rush fee`. */
  readonly fee: string
}

/** A side effect of a service. */
export interface Consequence {
  /** As an employee says it after "Just so you know": `all further notices come by email only`. */
  readonly says: string
  /** A sentence of a customer who does not want that: `I always read on paper and never online.` */
  readonly against: string
  /**
   * A sentence of one who does not mind: `I always read online and never on paper.` Only its sense
   * tells it apart from the other one: both have the same nouns and about the same length.
   */
  readonly fine: string
  /** For how many months it binds the customer; left out if it does not. */
  readonly months?: number
}

/**
 * Reads side effects, two lines each: what an employee says, after `(24 months)` if it binds the
 * customer, and the customer's sentence as `[who does not want it|who does not mind] says it`.
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
