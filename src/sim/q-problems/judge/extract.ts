/**
 * The code in a model's answer: the part in `<answer>` tags or after a line "answer:", if there is
 * one. Within it, all fences marked `q` are joined; otherwise the first fence counts, or the whole
 * text without stray fence marks. A trailing `exit` is removed from each. Several fences score like
 * one with the same lines: later definitions replace earlier ones, and any error ends the script.
 * Takes linear time.
 */
export function extractCode(text: string): string {
  const part = answerPart(text)
  const fences = fencesIn(part)
  if (fences.length > 0) return fences.map(withoutExit).join('\n').trim()
  return withoutExit(part.replaceAll('```q', '').replaceAll('```', '')).trim()
}

function answerPart(text: string): string {
  const open = text.lastIndexOf('<answer>')
  if (open >= 0) {
    const start = open + '<answer>'.length
    const close = text.indexOf('</answer>', start)
    return text.slice(start, close < 0 ? undefined : close)
  }
  const reasoningEnd = text.lastIndexOf('</reasoning>')
  const rest = reasoningEnd < 0 ? text : text.slice(reasoningEnd + '</reasoning>'.length)
  const loose = /^[ \t#*]*(?:final )?answer[ \t*]*:[ \t*]*/im.exec(rest)
  return loose === null ? rest : rest.slice(loose.index + loose[0].length)
}

const FENCE = '```'
const LABELS: ReadonlySet<string> = new Set(['q', 'kdb', 'kdb+'])

/** The blocks marked `q`, otherwise the first block, if there is one. */
function fencesIn(text: string): readonly string[] {
  const marked: string[] = []
  let first: string | undefined
  let position = text.indexOf(FENCE)
  while (position >= 0) {
    const lineEnd = text.indexOf('\n', position)
    if (lineEnd < 0) break
    const label = text.slice(position + FENCE.length, lineEnd).trim()
    const close = text.indexOf(FENCE, lineEnd)
    const body = text.slice(lineEnd + 1, close < 0 ? undefined : close)
    if (LABELS.has(label.toLowerCase())) marked.push(body)
    first ??= body
    if (close < 0) break
    position = text.indexOf(FENCE, close + FENCE.length)
  }
  return marked.length > 0 || first === undefined ? marked : [first]
}

function withoutExit(code: string): string {
  const lines = code.trimEnd().split('\n')
  while (
    lines.length > 0 &&
    /^\s*(exit\s*\[?\s*0?\s*\]?\s*;?|\\\\)?\s*$/.test(lines.at(-1) ?? '')
  ) {
    lines.pop()
  }
  return lines.join('\n')
}
