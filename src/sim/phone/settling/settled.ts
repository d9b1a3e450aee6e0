import { hearYesNo, type YesOrNo } from '../hear/yes-no.ts'
import type { CustomerFile, SlotValues } from '../records/rows.ts'
import { withRowTold } from '../records/which-row.ts'
import type { Offer } from './offers.ts'
import { valuesIn } from './read-back.ts'

/** How far caller and employee have settled what is to be done. JSON-plain. */
export interface Settled {
  /** What was read back, as it was put right; null as long as nothing was. */
  readonly slots: SlotValues | null
  readonly isConfirmed: boolean
  /** `refused`: declined also where there is nothing in its place. */
  readonly offer: 'open' | 'accepted' | 'declined' | 'refused'
}

export const UNSETTLED: Settled = { slots: null, isConfirmed: false, offer: 'open' }

/** What an employee settles before they act, where they wait for answers. */
export interface Settling {
  readonly settled: Settled
  readonly offer: Offer | null
  /** Whether nothing is done without it. */
  readonly isFirm: boolean
  /** What stands in the records, so that nothing can be done; null for nothing. */
  readonly obstacle: string | null
  /** Whether what was heard is read back, and what of it is misheard at first. */
  readonly readsBack: boolean
  readonly misheard: SlotValues
}

/** The wish that is settled, of whom, and what is filed of them where that matters. */
interface WishSettled {
  readonly business: string
  readonly company: string
  readonly file: CustomerFile | null
}

/** What is settled after an answer to an employee's question. */
export function settledAfter(
  settled: Settled,
  question: string,
  text: string,
  wish: WishSettled | undefined,
): Settled {
  const [kind] = question.split(' ')
  if (kind === 'offer' || kind === 'firm') return afterOffer(settled, kind, hearYesNo(text))
  const { slots } = settled
  const isAbout = kind === 'read_back' || kind === 'unsaid'
  if (slots === null || wish === undefined || !isAbout) return settled
  const { business, company, file } = wish
  const said = valuesIn(text, business, company)
  const values = file === null ? said : withRowTold(said, file, business, text, company)
  if (Object.entries(values).some(([name, value]) => slots[name] !== value)) {
    return { ...settled, slots: { ...slots, ...values }, isConfirmed: false }
  }
  if (kind === 'unsaid') return settled
  switch (hearYesNo(text)) {
    case 'yes':
      return { ...settled, isConfirmed: true }
    // What is right is asked for anew, all of it.
    case 'no':
      return Object.keys(values).length === 0 ? { ...settled, slots: {} } : settled
    case 'none':
      return settled
  }
}

function afterOffer(settled: Settled, kind: 'offer' | 'firm', answer: YesOrNo): Settled {
  if (answer === 'none') return settled
  if (answer === 'yes') return { ...settled, offer: 'accepted' }
  return { ...settled, offer: kind === 'offer' ? 'declined' : 'refused' }
}

/** What is said of an offer that is not settled; undefined where it is. */
export function offerSaid(
  { offer }: Settled,
  isFirm: boolean,
  { kind }: Offer,
): 'offer' | 'firm' | 'no_deal' | undefined {
  // Nobody is asked whether they would rather wait.
  if (offer === 'open') return kind === 'wait' ? 'firm' : 'offer'
  if (offer === 'accepted' || !isFirm) return undefined
  return offer === 'declined' ? 'firm' : 'no_deal'
}
