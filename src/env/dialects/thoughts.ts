import type { Dialect, ParametersOf, RawTurn } from './dialect.ts'

/** How a dialect's calls begin, and where a complete one ends. */
export interface CompleteCalls {
  /** What calls begin with, as the source of a regular expression. */
  readonly begin: string
  /** The end of the complete call that begins here; -1 if no complete call begins here. */
  endOf(text: string, start: number): number
}

/** Calls that begin with a mark. `readComplete` reads the text after it; undefined if cut off. */
export const completeCalls = (
  mark: string,
  readComplete: (text: string, start: number) => { readonly end: number } | undefined,
): CompleteCalls => ({
  begin: escaped(mark),
  endOf: (text, start) => readComplete(text, start + mark.length)?.end ?? -1,
})

/** Calls that are read to find thoughts. Each may be as long as the text. */
const LOOKED_AT_MAX = 64

const escaped = (mark: string): string => mark.replace(/[[\]/|]/g, '\\$&')

/** The marks around a thought. */
type ThoughtMarks = readonly [open: string, close: string]

/**
 * A dialect's reader, which is given turns without their thoughts and what follows their end.
 *
 * @param marks the dialect's own marks of thoughts, besides `<think>`
 */
export const turnReader =
  (
    ends: readonly string[],
    calls: CompleteCalls,
    read: (turn: string, parametersOf: ParametersOf) => RawTurn,
    marks?: ThoughtMarks,
  ): Dialect['read'] =>
  (text, parametersOf) => {
    let turn: string | MalformedTurn = untilEnd(text, ends, calls)
    for (const pair of marks === undefined ? [THINK] : [marks, THINK]) {
      if (typeof turn === 'string') turn = afterThoughts(turn, calls, pair)
    }
    return typeof turn === 'string' ? read(turn, parametersOf) : turn
  }

const THINK: ThoughtMarks = ['<think>', '</think>']
type MalformedTurn = RawTurn & { readonly malformed: string }

/**
 * The text after the last thought, or a malformed turn if its thought does not end. A mark within a
 * complete call belongs to an argument. A call within a thought belongs to the thought.
 */
function afterThoughts(
  text: string,
  calls: CompleteCalls,
  [open, close]: ThoughtMarks,
): string | MalformedTurn {
  if (!text.includes(open) && !text.includes(close)) return text
  const mark = new RegExp(`${escaped(open)}|${escaped(close)}|${calls.begin}`, 'g')
  let start = 0
  let lookedAt = 0
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === close) {
      // The prompt may have opened the thought: all before it is thought.
      start = mark.lastIndex
    } else if (found[0] === open) {
      const end = text.indexOf(close, mark.lastIndex)
      if (end < 0) {
        return { content: '', calls: [], malformed: `Your thinking was not closed with ${close}.` }
      }
      start = mark.lastIndex = end + close.length
    } else if (lookedAt++ < LOOKED_AT_MAX) {
      mark.lastIndex = Math.max(mark.lastIndex, calls.endOf(text, found.index))
    }
  }
  return text.slice(start)
}

/**
 * A text up to the first token that ends a turn: what a model wrote beyond it is no part of the
 * turn, such as a tool answer of its own invention. A token within a whole call is the argument's.
 */
function untilEnd(text: string, ends: readonly string[], calls: CompleteCalls): string {
  if (!ends.some((end) => text.includes(end))) return text
  const mark = new RegExp(`${ends.map(escaped).join('|')}|${calls.begin}`, 'g')
  let lookedAt = 0
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (ends.includes(found[0])) return text.slice(0, found.index)
    if (lookedAt++ < LOOKED_AT_MAX) {
      mark.lastIndex = Math.max(mark.lastIndex, calls.endOf(text, found.index))
    }
  }
  return text
}
