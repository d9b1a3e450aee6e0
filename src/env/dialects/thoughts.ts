import type { RawTurn } from './dialect.ts'

/** What follows the last thought of a text, or a turn that says that its thought goes on. */
export function afterThoughts(
  text: string,
  open = '<think>',
  close = '</think>',
): string | (RawTurn & { readonly malformed: string }) {
  const lastClose = text.lastIndexOf(close)
  if (text.lastIndexOf(open) > lastClose) {
    return { content: '', calls: [], malformed: `Your thinking was not closed with ${close}.` }
  }
  return lastClose < 0 ? text : text.slice(lastClose + close.length)
}

/** A text without the tokens at its end that only say that the turn is over. */
export function withoutEnds(text: string, ends: readonly string[]): string {
  let kept = text.trimEnd()
  for (;;) {
    const end = ends.find((candidate) => kept.endsWith(candidate))
    if (end === undefined) return kept
    kept = kept.slice(0, -end.length).trimEnd()
  }
}
