import { folded } from '../../folding.ts'
import { undecorated } from './decoration.ts'
import { withoutGroups } from './digit-groups.ts'

/** Longer texts are read from their end. */
export const TEXT_MAX = 24_000

const NAMES = 'think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis'
/** Where a thought begins, in the marks of the models that have any. */
const OPENS = [
  String.raw`<(?:${NAMES})(?:\s[^<>\n]{0,80})?>|\[think\]|◁think▷`,
  String.raw`<\|begin_of_thought\|>|<\|channel\|>(?:analysis|commentary)\b`,
]
const CLOSES = [
  String.raw`<\/\s?(?:${NAMES})\s?>|\[\/think\]|◁\/think▷`,
  String.raw`<\|end_of_thought\|>|<\|channel\|>final\b`,
]
const MARKS = new RegExp(`(${OPENS.join('|')})|${CLOSES.join('|')}`, 'gi')
/** What every mark has. */
const SIGNS = ['<', '◁', 'think]', 'THINK]']

/**
 * A text without its thoughts. One that never ends goes on to the end, and one that ends without
 * a beginning began before the text: prompts often open it.
 */
function withoutThoughts(text: string): string {
  if (!SIGNS.some((sign) => text.includes(sign))) return text
  let said = ''
  let from: number | null = 0
  for (const match of text.matchAll(MARKS)) {
    const isOpening = match[1] !== undefined
    if (isOpening && from !== null) {
      said += `${text.slice(from, match.index)} `
      from = null
    } else if (!isOpening) {
      if (from !== null) said = ''
      from = match.index + match[0].length
    }
  }
  return from === null ? said : said + text.slice(from)
}

const TEMPLATE_MARK = /<\|[a-z_]{1,20}\|>(?:user|assistant|system)?/g

/** What no reader sees: comments, and what only leaves room. */
const UNSEEN = new RegExp(
  String.raw`<!--[\s\S]*?(?:-->|$)|\\iffalse(?![a-z])[\s\S]*?(?:\\fi(?![a-z])|$)|` +
    String.raw`\\[hv]?phantom\s?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`,
  'g',
)

/** What is struck through is taken back. */
const STRUCK = /~~[^~\n]{1,400}~~/g

/**
 * Text in plain characters without thoughts, decoration and marks of chat templates, and not too
 * long.
 */
export function visibleText(text: string): string {
  const said = withoutThoughts(text)
  let visible = folded(said.length > TEXT_MAX ? said.slice(-TEXT_MAX) : said)
  if (visible.includes('<|')) visible = visible.replace(TEMPLATE_MARK, ' ')
  if (/<!--|\\iffalse|phantom/.test(visible)) visible = visible.replace(UNSEEN, ' ')
  if (visible.includes('~~')) visible = visible.replace(STRUCK, ' ')
  visible = withoutGroups(undecorated(visible))
  const open = visible.lastIndexOf('<answer>')
  if (open < 0) return visible
  const close = visible.indexOf('</answer>', open)
  const inner = visible.slice(open + '<answer>'.length, close < 0 ? undefined : close)
  return inner.trim() === '' ? visible : inner
}
