import { type Candidate, MARKS, type Tokens } from './tokens.ts'

/** More values than these for one slot are a list of everything. */
const VALUES_MAX = 3
/** So many words before a value may deny it. */
const REACH = 6

/** What was said for a slot. */
export type HeardSlot =
  | { readonly status: 'none' }
  | { readonly status: 'several' }
  | { readonly status: 'one'; readonly value: string | number }

const NONE: HeardSlot = { status: 'none' }
const SEVERAL: HeardSlot = { status: 'several' }

/** The one value that is meant among all that a text names; of several that differ none is. */
export function settle(candidates: readonly Candidate[], tokens: Tokens): HeardSlot {
  const cued = candidates.filter(({ isCued }) => isCued)
  const all = cued.length > 0 ? cued : candidates
  if (valuesOf(all).size > VALUES_MAX) return SEVERAL
  const meant = all.filter(({ start }) => !isDenied(tokens, start))
  if (meant.length === 0) return NONE
  const now = meant.filter(({ start }) => !isFormer(tokens, start))
  const left = aimedAt(now.length > 0 ? now : meant, tokens)
  const last = left.at(-1) as Candidate
  if (valuesOf(left).size === 1) return heardAs(last)
  const before = left.findLast(({ value }) => value !== last.value) as Candidate
  const isCorrected = corrects(tokens.slice(before.end, last.start))
  return isCorrected ? heardAs(last) : SEVERAL
}

const heardAs = ({ value, isImpossible = false }: Candidate): HeardSlot =>
  isImpossible ? NONE : { status: 'one', value }

const valuesOf = (candidates: readonly Candidate[]): ReadonlySet<string | number> =>
  new Set(candidates.map(({ value }) => value))

const DENIALS: ReadonlySet<string> = new Set(['not', 'never', 'dont', 'cannot', 'except'])
const HARMLESS: ReadonlySet<string> = new Set(['only', 'forget', 'just'])
const PAIRS: ReadonlySet<string> = new Set(['instead of', 'rather than', 'other than', 'no longer'])

/** "Not 500", "instead of 500", "rather than on March 3". */
function isDenied(tokens: Tokens, start: number): boolean {
  for (let at = start - 1; at >= start - REACH && at >= 0; at--) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1] ?? ''
    if (MARKS.has(token) || token === 'but') return false
    if ((DENIALS.has(token) || token.endsWith("n't")) && !HARMLESS.has(next)) return true
    if (PAIRS.has(`${token} ${next}`)) return true
  }
  return false
}

const FORMER: ReadonlySet<string> = new Set(
  'from currently current old former previous was living lives now'.split(' '),
)

/** "From 500", "currently 500": what is so far, where another value is named besides. */
const isFormer = (tokens: Tokens, start: number): boolean => {
  for (let at = start - 1; at >= start - 3 && at >= 0; at--) {
    const token = tokens[at] ?? ''
    if (MARKS.has(token) || token === 'to') return false
    if (FORMER.has(token)) return true
  }
  return false
}

/** Of several values the last, where it alone stands behind "to": "it is 500, raise it to 700". */
function aimedAt(candidates: readonly Candidate[], tokens: Tokens): readonly Candidate[] {
  const aims = candidates.filter(({ start }) => isAim(tokens, start))
  return aims.length === 1 && aims[0] === candidates.at(-1) ? aims : candidates
}

const isAim = (tokens: Tokens, start: number): boolean =>
  tokens[tokens[start - 1] === 'the' || tokens[start - 1] === '$' ? start - 2 : start - 1] === 'to'

const CORRECTIONS: ReadonlySet<string> = new Set([
  'sorry',
  'mean',
  'meant',
  'actually',
  'correction',
])

/** Whether words between two values take the first one back: "no, sorry", "I mean", "make that". */
function corrects(between: Tokens): boolean {
  if (between.some((token) => CORRECTIONS.has(token))) return true
  const text = between.join(' ')
  return /\bmake (?:that|it)\b/.test(text) || /^[,.;—] no\b/.test(text)
}
