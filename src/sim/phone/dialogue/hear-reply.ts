import { memo } from '../../memo.ts'
import { REPLY_SAYINGS } from '../grammar/customers/index.ts'
import { SpeechReader } from '../grammar/reader.ts'
import { ownField } from '../opening.ts'
import { type Offer, readOffer } from '../settling/offers.ts'
import type { Field } from '../tables/fields.ts'

/** What a customer answered, as far as it can be made out. */
export interface HeardReply {
  readonly values: Readonly<Partial<Record<Field, string>>>
  /** What they put right, having said it otherwise before. */
  readonly corrected: readonly Field[]
  readonly lacks: readonly Field[]
  /** What they have to look up first. */
  readonly unsure: readonly Field[]
  /** Whether they were asked for more than they answer at a time. */
  readonly isCutShort: boolean
  readonly isPuzzled: boolean
  readonly isLeaving: boolean
  /** Whether they want done what they were asked about. */
  readonly isApproving: boolean
  /** What they accept, and the most that they would. */
  readonly accepted: readonly Offer[]
  readonly limits: readonly Offer[]
}

const NOTHING: HeardReply = {
  values: {},
  corrected: [],
  lacks: [],
  unsure: [],
  isCutShort: false,
  isPuzzled: false,
  isLeaving: false,
  isApproving: false,
  accepted: [],
  limits: [],
}

const SENTENCES = new SpeechReader(REPLY_SAYINGS)
const MEMO_MAX = 4_000

/** The reverse of `replyTo`; total, sentences of others say nothing. */
export const hearReply = memo(
  MEMO_MAX,
  (text): HeardReply => text.split(/(?<=[.!?])\s+/).reduce(together, NOTHING),
)

function together(before: HeardReply, sentence: string): HeardReply {
  const read = SENTENCES.read(sentence)
  if (read === undefined) return before
  const { act, slots } = read
  const field = ownField(slots.field)
  const { value = '' } = slots
  const offer = readOffer(slots.offer ?? '')
  switch (act) {
    case 'enough':
      return { ...before, isCutShort: true }
    case 'puzzled':
      return { ...before, isPuzzled: true }
    case 'leave':
      return { ...before, isLeaving: true }
    case 'approve':
      return { ...before, isApproving: true }
    case 'accept':
      return offer === undefined ? before : { ...before, accepted: [...before.accepted, offer] }
    case 'refuse':
    case 'limit':
      return offer === undefined ? before : { ...before, limits: [...before.limits, offer] }
  }
  if (field === undefined) return before
  switch (act) {
    case 'answer':
      return { ...before, values: { ...before.values, [field]: value } }
    case 'correct': {
      const values = { ...before.values, [field]: value }
      return { ...before, values, corrected: [...before.corrected, field] }
    }
    case 'lack':
    case 'withhold':
      return { ...before, lacks: [...before.lacks, field] }
    case 'unsure':
      return { ...before, unsure: [...before.unsure, field] }
  }
}
