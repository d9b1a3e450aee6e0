import { CallList, type WrittenCall } from './calls.ts'
import type { RawTurn } from './dialect.ts'

/** A call that was read to its end, and where the text goes on. */
export interface ReadCall {
  readonly call: WrittenCall
  readonly end: number
}

/**
 * Reads the calls that stand behind a mark, wherever it is; what is around them is said.
 *
 * @param read puts the calls that begin at a place into the list; answers where the text goes on
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
 * Reads the calls that stand one by one between two marks; what is around them is said.
 *
 * @param readWhole a call that begins behind a mark, read by its own form, so that marks within its
 *   arguments are text
 * @param read a call from what stands between the marks, where that is nothing; `isWhole` unless
 *   the end is missing
 */
export const callsBetween = (
  turn: string,
  [openMark, closeMark]: readonly [open: string, close: string],
  readWhole: (start: number) => ReadCall | undefined,
  read: (body: string, isWhole: boolean) => WrittenCall | undefined = () => undefined,
): RawTurn =>
  callsBehind(turn, openMark, (start, list) => {
    const whole = readWhole(start)
    if (whole !== undefined) {
      list.add(whole.call, '')
      return whole.end
    }
    const close = turn.indexOf(closeMark, start)
    const body = turn.slice(start, close < 0 ? undefined : close)
    list.add(read(body, close >= 0), body)
    return close < 0 ? turn.length : close + closeMark.length
  })
