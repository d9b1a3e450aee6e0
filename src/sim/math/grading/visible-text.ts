import { foldCharacters } from '../../folding.ts'
import { withoutDecoration } from './decoration.ts'
import { withoutGroups } from './digit-groups.ts'
import { IN_BRACES } from './text.ts'

/** Longer texts are read from their end. */
export const TEXT_MAX = 24_000

const NAMES = 'think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis'
/** The marks with which models begin a thought. */
const OPENS = [
  String.raw`<(?:${NAMES})(?:\s[^<>\n]{0,80})?>|\[think\]|◁think▷`,
  String.raw`<\|begin_of_thought\|>|<\|channel\|>(?:analysis|commentary)\b`,
]
const CLOSES = [
  String.raw`<\/\s?(?:${NAMES})\s?>|\[\/think\]|◁\/think▷`,
  String.raw`<\|end_of_thought\|>|<\|channel\|>final\b`,
]
const MARKS = new RegExp(`(${OPENS.join('|')})|${CLOSES.join('|')}`, 'gi')
/** Every mark contains one of these. */
const SIGNS = ['<', '◁', 'think]', 'THINK]']

/**
 * Removes thoughts: everything before the last end of one. No answer follows a thought that does
 * not end.
 */
function withoutThoughts(text: string): string {
  if (!SIGNS.some((sign) => text.includes(sign))) return text
  let start = 0
  let isOpen = false
  for (const match of text.matchAll(MARKS)) {
    isOpen = match[1] !== undefined
    if (!isOpen) start = match.index + match[0].length
  }
  return isOpen ? '' : text.slice(start)
}

/** Chat-template turns that the model did not write. */
const OTHER_TURN = new RegExp(
  String.raw`<\|[a-z_]{1,20}\|>\s?(?:user|system|tool|human)\b` +
    String.raw`[\s\S]*?(?=<\|[a-z_]{1,20}\|>\s?assistant\b|$)`,
  'g',
)
const TEMPLATE_MARK = /<\|[a-z_]{1,20}\|>(?:user|assistant|system)?/g

/** Invisible or struck text: comments, spacing, white text, hidden elements; source code. */
const INVISIBLE = new RegExp(
  String.raw`<!--[\s\S]*?(?:-->|$)|\\iffalse(?![a-z])[\s\S]*?(?:\\fi(?![a-z])|$)|` +
    String.raw`\\begin\{(comment|verbatim)\}[\s\S]*?(?:\\end\{\1\}|$)|` +
    String.raw`\\verb\*?([^\w\s*])[^\n]*?(?:\2|$)|` +
    String.raw`\\(?:[hv]?phantom|textcolor\s?\{white\}|sout|st)\s?\{${IN_BRACES}\}|` +
    String.raw`\\color\s?\{white\}${IN_BRACES}|` +
    String.raw`<(\w{1,9})\s[^<>]{0,80}\b(?:display\s?:\s?none|hidden)\b[^<>]{0,80}>` +
    String.raw`[\s\S]*?(?:<\/\3>|$)`,
  'g',
)

/** HTML that formats text: pairs around a run, and line ends. */
const FORMATTED_RUN = /<(b|i|u|p|em|strong|span|font)(?:\s[^<>]{0,200})?>([^<>]{0,400})<\/\1>/gi
const LINE_MARK = /<(?:br|div|\/div|\/p)\s?\/?>|&nbsp;/gi

/** Struck text is retracted, by marks around it or on each character. */
const STRUCK = /~~[^~\n]{1,400}~~/g
const CROSSED = /[\w\u00aa-\u1fff][\u0335-\u0338\u20d2\u20d3\u20e5\u20e6\u20eb]+/g
const CROSSES = /[\u0335-\u0338\u20d2-\u20eb]/

/** Code blocks and quoted lines. */
const FENCED = /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n[ \t]*\1[ \t]*(?=\n|$)|$)|$)/g
const QUOTED_LINE = /(?:^|\n)[ \t]{0,3}>[^\n]*/g

/**
 * Text in plain characters without thoughts, code, quoted lines and chat-template marks, cut to its
 * end.
 */
export function plainVisibleText(text: string): string {
  const answerText = withoutThoughts(text)
  let written = foldCharacters(
    answerText.length > TEXT_MAX ? answerText.slice(-TEXT_MAX) : answerText,
  )
  if (/```|~~~/.test(written)) written = written.replace(FENCED, '\n')
  if (written.includes('>')) written = written.replace(QUOTED_LINE, '\n')
  if (written.includes('<|')) {
    written = written.replace(OTHER_TURN, ' ').replace(TEMPLATE_MARK, ' ')
  }
  if (
    /<!--|\\(?:iffalse|verb|sout|st)|comment|verbatim|phantom|white|display|hidden/.test(written)
  ) {
    written = written.replace(INVISIBLE, ' ')
  }
  if (written.includes('<') || written.includes('&nbsp;')) {
    written = written
      .replace(FORMATTED_RUN, '$2')
      .replace(LINE_MARK, (mark) => (mark[0] === '<' ? '\n' : ' '))
  }
  if (written.includes('~~')) written = written.replace(STRUCK, ' ')
  if (CROSSES.test(written)) written = written.replace(CROSSED, ' ')
  return written
}

/** The same without decoration, and without the text around an `<answer>`. */
export function visibleText(text: string): string {
  const visible = withoutGroups(withoutDecoration(plainVisibleText(text)))
  const tagStart = visible.lastIndexOf('<answer>')
  if (tagStart < 0) return visible
  const tagEnd = visible.indexOf('</answer>', tagStart)
  const tagContent = visible.slice(tagStart + '<answer>'.length, tagEnd < 0 ? undefined : tagEnd)
  return tagContent.trim() === '' ? visible : tagContent
}
