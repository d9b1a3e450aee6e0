import { mathSpans } from './spans.ts'

/** What a decoration has. A bar within a word, or before an index in braces, is none. */
const HINT = /[*`\x80-\uffff]|(?<!\w)_|_(?![\w{\\])/
/** Signs that say that what stands beside them is wrong, which is then said in a word. */
const REFUSALS = /[❌❎✗✘🚫👎]/gu
const QUESTIONS = /❓|❔|🤔/gu
/** Pictures and ticks. Signs of arithmetic, digits in circles and brackets are none of them. */
const PICTURES =
  /(?![♾✕✖➕➖➗\u2768-\u2793])[\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\u{1f300}-\u{1faff}]/gu
/** What only shapes the picture or the key before it. */
const FRAMES = /\ufe0f|\u20e3|\u200d/gu
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g
/** A run of stars or bars, with what stands on both sides of it. */
const MARK = /(?<before>^|[^*_])(?<mark>\*{1,3}|_{1,3})(?=(?<after>[^*_]|$))/g

/** A text without marks of emphasis, quotes of code and pictures outside its formulas. */
export function undecorated(text: string): string {
  if (!HINT.test(text)) return text
  const plain = text
    .replace(REFUSALS, ' wrong ')
    .replace(QUESTIONS, '?')
    .replace(PICTURES, ' ')
    .replace(FRAMES, '')
    .replace(CODE, '$2')
  return /[*_]/.test(plain) ? withoutEmphasis(plain) : plain
}

interface Mark {
  readonly at: number
  readonly mark: string
}

/** Takes away the marks that stand in pairs around a run of one paragraph. */
function withoutEmphasis(text: string): string {
  const isFormula = formulaTest(text)
  const dropped: Mark[] = []
  let open: Mark[] = []
  let last = 0
  for (const match of text.matchAll(MARK)) {
    const { before = '', mark = '', after = '' } = match.groups ?? {}
    const at = match.index + before.length
    if (isFormula(at)) continue
    if (/\n\s*\n/.test(text.slice(last, at))) open = []
    last = at
    const place = closes(before, mark, after) ? open.findLastIndex((one) => one.mark === mark) : -1
    if (place >= 0) {
      dropped.push(open[place] as Mark, { at, mark })
      open = open.slice(0, place)
    } else if (opens(text, at, mark)) open.push({ at, mark })
  }
  return without(
    text,
    dropped.sort((one, other) => one.at - other.at),
  )
}

function without(text: string, marks: readonly Mark[]): string {
  let rest = ''
  let from = 0
  for (const { at, mark } of marks) {
    rest += text.slice(from, at)
    from = at + mark.length
    // Behind a mark that is the cry of a sentence, and no factorial.
    if (text[from] === '!' && /\S/.test(text[at - 1] ?? ' ')) {
      rest += '.'
      from++
    }
  }
  return rest + text.slice(from)
}

/** Whether a place lies in a formula; places are asked for in order. */
function formulaTest(text: string): (at: number) => boolean {
  const spans = mathSpans(text)
  let next = 0
  return (at) => {
    while (next < spans.length && (spans[next]?.end ?? 0) <= at) next++
    return (spans[next]?.start ?? text.length) <= at
  }
}

/** A mark opens before a word that begins, and not behind a factor: `3*4`, `3 *4`, `x_1`. */
function opens(text: string, at: number, mark: string): boolean {
  if (!/^[^\s.,;:!?)\]}]/.test(text.slice(at + mark.length, at + mark.length + 1))) return false
  const before = text.slice(Math.max(0, at - 3), at)
  if (/[\w)\]}\\^]$/.test(before)) return false
  return mark !== '*' || !/[\d)]\s+$/.test(before)
}

/** Behind a bar no word goes on, and behind a star no number. */
const closes = (before: string, mark: string, after: string): boolean =>
  /[^\s\\]/.test(before) && (mark.startsWith('_') ? !/\w/.test(after) : !/[\d(\\]/.test(after))
