import { CallList, type WrittenCall } from './calls.ts'
import type { RawTurn } from './dialect.ts'

/** A complete call, and the position after it. */
export interface ReadCall {
  readonly call: WrittenCall
  readonly end: number
}

/**
 * Parses the calls after each occurrence of a mark. The text around them becomes content.
 *
 * @param read parses calls at a position, adds them to the list and returns the next position
 */
export function callsBehind(
  turn: string,
  mark: string,
  read: (start: number, list: CallList) => number,
): RawTurn {
  const list = new CallList()
  let content = ''
  let position = 0
  while (!list.isFull) {
    const found = turn.indexOf(mark, position)
    if (found < 0) break
    content += turn.slice(position, found)
    position = read(found + mark.length, list)
  }
  content += turn.slice(position)
  return { content: content.trim(), calls: list.calls }
}

/**
 * Parses calls that are each enclosed by two marks. The text around them becomes content.
 *
 * @param readComplete parses a call after a mark by its own syntax, so marks inside arguments are
 *   text
 * @param read parses the text between the marks if `readComplete` fails; `isWhole` is false if the
 *   end mark is missing
 */
export const callsBetween = (
  turn: string,
  [openMark, closeMark]: readonly [open: string, close: string],
  readComplete: (start: number) => ReadCall | undefined,
  read: (body: string, isWhole: boolean) => WrittenCall | undefined = () => undefined,
): RawTurn =>
  callsBehind(turn, openMark, (start, list) => {
    const whole = readComplete(start)
    if (whole !== undefined) {
      list.add(whole.call, '')
      return whole.end
    }
    const close = turn.indexOf(closeMark, start)
    const body = turn.slice(start, close < 0 ? undefined : close)
    list.add(read(body, close >= 0), body)
    return close < 0 ? turn.length : close + closeMark.length
  })
