import { memo } from '../../memo.ts'
import { businessOf, type WishSet } from '../businesses.ts'
import type { Business } from '../tables/businesses.ts'
import type { DepartmentKind } from '../tables/departments.ts'
import type { Industry } from '../tables/industries.ts'
import { share } from './phrases.ts'
import { vocabularyOf } from './vocabulary.ts'
import { type HeardWish, type HeardWishes, hearWishes } from './wishes.ts'
import { wordsIn } from './words.ts'

/** More words than these are not listened to. */
const WORDS_MAX = 120
/** By this much a wish must be ahead of another that the same words may mean. */
const LEAD = 2
/** A wish of less, whose act and thing stand apart, is no second one beside a clear one. */
const CLEAR = 6
const isAsClear = (wish: HeardWish, other: HeardWish): boolean =>
  wish.score >= Math.min(CLEAR, other.score)

/** What a request says, before it is known who hears it. */
interface HeardRequest extends HeardWishes {
  readonly isTooLong: boolean
}

/** A word and what parts it from the next are two characters or more. */
const isTooLong = (text: string): boolean =>
  text.length >= 2 * WORDS_MAX && wordsIn(text).length > WORDS_MAX

const MEMO_MAX = 4_000

const hearerOf = (set: WishSet): ((text: string) => HeardRequest) =>
  memo(MEMO_MAX, (text) => {
    if (isTooLong(text)) return { isTooLong: true, wishes: [], clears: false, thing: '' }
    return { isTooLong: false, ...hearWishes(text, vocabularyOf(set)) }
  })

const hearers = { seed: hearerOf('seed'), all: hearerOf('all') } satisfies Record<WishSet, unknown>

/**
 * Listens to a request. Linear in its length.
 *
 * @param wishes those that there are, so that none is taken for one that nobody can have
 */
export const hearRequest = (text: string, wishes: WishSet): HeardRequest => hearers[wishes](text)

/** Where a request is heard. */
export interface Desk {
  /** The company's name, which is none of the things that are named. */
  readonly company: string
  readonly industry: Industry
  readonly kind: DepartmentKind
  /** All kinds of department of the company. */
  readonly kinds: readonly DepartmentKind[]
  /** Those that act only after this one, directly or not. */
  readonly behind: readonly DepartmentKind[]
  /** Which wishes there are in its world. */
  readonly wishes: WishSet
}

/** What an employee makes of a request. */
export type Understood =
  /** Something that this department does. */
  | { readonly status: 'wish'; readonly wish: string; readonly clears: boolean }
  /** That the way be cleared for a department behind this one. */
  | { readonly status: 'clearance' }
  /** Something that another department does. */
  | { readonly status: 'elsewhere'; readonly kind: DepartmentKind }
  /** Something that nobody here does. */
  | { readonly status: 'not_offered' }
  | { readonly status: 'several' }
  | { readonly status: 'too_long' }
  /** A thing without a word on what is to be done, or nothing at all. */
  | { readonly status: 'vague'; readonly thing: string }

const isOffered = ({ kind, industries }: Business, { industry, kinds }: Desk): boolean =>
  kinds.includes(kind) && (industries === undefined || industries.includes(industry))

/** More things than these behind one act are a list of everything. */
const OTHER_THINGS_MAX = 1

/** Whether other wishes are said by the same act and other things, too many to mean one. */
function isList(wishes: readonly HeardWish[], first: HeardWish | undefined): boolean {
  if (first === undefined) return false
  const others = wishes.filter(
    ({ act, thing }) => share(act, first.act) && !share(thing, first.thing),
  )
  return new Set(others.map(({ thing: [place] }) => place)).size > OTHER_THINGS_MAX
}

/** From so many things on, each wished for as clearly as the others, nobody knows what is meant. */
const EVERYTHING = 4

/** Whether so many wishes are said that they are a list of all there is. */
function isEverything(wishes: readonly HeardWish[]): boolean {
  if (wishes.length < EVERYTHING) return false
  const best = Math.max(...wishes.map(({ score }) => score))
  const clear = wishes.filter(({ score }) => score >= Math.min(CLEAR, best))
  return new Set(clear.map(({ thing: [place] }) => place)).size >= EVERYTHING
}

/** What a request means to the department that hears it. */
export function understand(text: string, desk: Desk): Understood {
  const { isTooLong, wishes, clears, thing } = hearRequest(
    text.replaceAll(desk.company, ' , '),
    desk.wishes,
  )
  if (isTooLong) return { status: 'too_long' }
  const offered = wishes.filter(({ wish }) => isOffered(businessOf(wish), desk))
  const meant = leading(offered)
  if (meant === 'unclear') return { status: 'vague', thing }
  const kinds = meant.map(({ wish }) => businessOf(wish).kind)
  const isBehind = (kind: DepartmentKind): boolean => desk.behind.includes(kind)
  const asksHere = clears && desk.behind.length > 0
  if (isEverything(wishes)) return { status: 'several' }
  if (kinds.length > 0 ? kinds.every(isBehind) : asksHere) return { status: 'clearance' }
  if (
    asksHere &&
    kinds.some(isBehind) &&
    kinds.every((kind) => kind === desk.kind || isBehind(kind))
  )
    return { status: 'clearance' }
  const [first] = meant
  const isApart = (wish: HeardWish): boolean =>
    first !== undefined && isAsClear(wish, first) && !overlap(wish, first)
  if (wishes.some(isApart) || isList(wishes, first)) return { status: 'several' }
  if (first === undefined) {
    const isKnown = offered.length === 0 && wishes.length > 0
    return isKnown ? { status: 'not_offered' } : { status: 'vague', thing }
  }
  const [kind] = kinds as [DepartmentKind]
  if (kind !== desk.kind) return { status: 'elsewhere', kind }
  return { status: 'wish', wish: first.wish, clears: asksHere }
}

/** Which of the first wishes, and of these kinds of department, a text wishes most clearly. */
export function businessWished(
  text: string,
  kinds: readonly DepartmentKind[],
): Business | undefined {
  const fitting = hearRequest(text, 'seed').wishes.filter(({ wish }) =>
    kinds.includes(businessOf(wish).kind),
  )
  const [best] = [...fitting].sort((one, other) => other.score - one.score)
  return best === undefined ? undefined : businessOf(best.wish)
}

/** The wishes that are meant; unclear where the same words may mean two of them. */
function leading(wishes: readonly HeardWish[]): readonly HeardWish[] | 'unclear' {
  const meant = wishes.filter(
    (wish) => !wishes.some((other) => overlap(wish, other) && isAhead(other, wish)),
  )
  const isUnclear = meant.some((wish, at) =>
    meant.slice(0, at).some((other) => overlap(wish, other)),
  )
  return isUnclear ? 'unclear' : meant
}

/** By its score, or since it names a thing of which the other names but a part. */
const isAhead = (one: HeardWish, other: HeardWish): boolean =>
  one.score >= other.score + LEAD ||
  (one.score > other.score &&
    one.thing.length > other.thing.length &&
    share(one.act, other.act) &&
    other.thing.every((place) => one.thing.includes(place)))

const overlap = (one: HeardWish, other: HeardWish): boolean =>
  share(one.act, other.act) || share(one.thing, other.thing)
