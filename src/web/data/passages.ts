/** A part of a model's text, by its kind. */
export type Passage =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string; readonly isClosed: boolean }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'math'; readonly text: string; readonly display: boolean }

/** Formulas in longer texts are not typeset. */
const MATH_CHARACTERS_MAX = 20_000
/** The rest of a text with more passages is plain. It limits the size of the page. */
const PASSAGES_MAX = 400

const BLOCKS = /<think>([\s\S]*?)(<\/think>|$)|```([\w+-]*)[^\S\n]*\n([\s\S]*?)(?:\n?```|$)/g

/** `$$…$$`, `\[…\]`, `\(…\)`, `\boxed{…}` and `$…$`, in the order of the groups. */
const FORMULAS = new RegExp(
  [
    /\$\$([\s\S]{1,2000}?)\$\$/,
    /\\\[([\s\S]{1,2000}?)\\\]/,
    /\\\(([\s\S]{1,2000}?)\\\)/,
    /(\\boxed\{(?:[^{}\n]|\{[^{}\n]*\}){0,2000}\})/,
    /(?<![\w$\\])\$(?!\s)([^$\n]{1,400}?)(?<!\s)\$(?![\w$])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** A passage, and the offset of its end in the text. */
type PassageWithEnd = readonly [passage: Passage, end: number]

/** Divides a model's text into thoughts, code, formulas and words. Nothing is dropped. */
export function passagesOf(text: string): Passage[] {
  const found: Passage[] = []
  let end = 0
  for (const [passage, passageEnd] of passagesIn(text)) {
    if (found.length === PASSAGES_MAX) return [...found, { kind: 'words', text: text.slice(end) }]
    found.push(passage)
    end = passageEnd
  }
  return found
}

function* passagesIn(text: string): Generator<PassageWithEnd> {
  let from = 0
  for (const match of text.matchAll(BLOCKS)) {
    const [whole, thought, closing, language, code] = match
    yield* wordsAndFormulas(text, from, match.index)
    from = match.index + whole.length
    const passage: Passage =
      thought === undefined
        ? { kind: 'code', text: code ?? '', language: (language ?? '').toLowerCase() }
        : { kind: 'thought', text: thought, isClosed: closing === '</think>' }
    yield [passage, from]
  }
  yield* wordsAndFormulas(text, from, text.length)
}

function* wordsAndFormulas(text: string, start: number, end: number): Generator<PassageWithEnd> {
  let from = start
  for (const match of formulasOf(text.slice(start, end))) {
    const [whole, ...groups] = match
    const groupIndex = groups.findIndex((group) => group !== undefined)
    // `$…$` is often a price. It counts as a formula only with a sign of mathematics in it.
    if (groupIndex === 3 && whole === '\\boxed{}') continue
    if (groupIndex === 4 && !/[\\^_=+*/<>{}]/.test(groups[4] ?? '')) continue
    const at = start + match.index
    if (at > from) yield [{ kind: 'words', text: text.slice(from, at) }, at]
    from = at + whole.length
    yield [{ kind: 'math', text: groups[groupIndex] ?? whole, display: groupIndex < 2 }, from]
  }
  if (from < end) yield [{ kind: 'words', text: text.slice(from, end) }, end]
}

const formulasOf = (text: string): Iterable<RegExpExecArray> =>
  text.length > MATH_CHARACTERS_MAX ? [] : text.matchAll(FORMULAS)
