/** A part of what a model wrote, by how it is shown. */
export type Passage =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string; readonly isClosed: boolean }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'math'; readonly text: string; readonly display: boolean }

/** Longer texts hold no formulas that anybody would want typeset. */
const MATH_CHARACTERS_MAX = 20_000

const BLOCKS = /<think>([\s\S]*?)(<\/think>|$)|```([\w+-]*)[^\S\n]*\n([\s\S]*?)(?:\n?```|$)/g

/** `$$…$$`, `\[…\]`, `\(…\)`, `\boxed{…}` and `$…$`, in the order of the groups. */
const FORMULAS = new RegExp(
  [
    /\$\$([\s\S]+?)\$\$/,
    /\\\[([\s\S]+?)\\\]/,
    /\\\(([\s\S]+?)\\\)/,
    /(\\boxed\{(?:[^{}\n]|\{[^{}\n]*\})*\})/,
    /(?<![\w$\\])\$(?!\s)([^$\n]{1,400}?)(?<!\s)\$(?![\w$])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** What a model wrote in its parts: thoughts, code, formulas and words. Nothing is dropped. */
export function passagesOf(text: string): Passage[] {
  const found: Passage[] = []
  let from = 0
  for (const match of text.matchAll(BLOCKS)) {
    const [whole, thought, closing, language, code] = match
    found.push(...wordsAndFormulas(text.slice(from, match.index)))
    found.push(
      thought === undefined
        ? { kind: 'code', text: code ?? '', language: (language ?? '').toLowerCase() }
        : { kind: 'thought', text: thought, isClosed: closing === '</think>' },
    )
    from = match.index + whole.length
  }
  found.push(...wordsAndFormulas(text.slice(from)))
  return found
}

function wordsAndFormulas(text: string): Passage[] {
  if (text === '') return []
  if (text.length > MATH_CHARACTERS_MAX) return [{ kind: 'words', text }]
  const found: Passage[] = []
  let from = 0
  for (const match of text.matchAll(FORMULAS)) {
    const [whole, ...groups] = match
    const which = groups.findIndex((group) => group !== undefined)
    // Dollars are prices more often than mathematics: without a sign of it they stay words.
    if (which === 3 && whole === '\\boxed{}') continue
    if (which === 4 && !/[\\^_=+*/<>{}]/.test(groups[4] ?? '')) continue
    if (match.index > from) found.push({ kind: 'words', text: text.slice(from, match.index) })
    found.push({ kind: 'math', text: groups[which] ?? whole, display: which < 2 })
    from = match.index + whole.length
  }
  if (from < text.length) found.push({ kind: 'words', text: text.slice(from) })
  return found
}
