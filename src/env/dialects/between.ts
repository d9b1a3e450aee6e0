import { CallList, type WrittenCall } from './calls.ts'
import type { RawTurn } from './dialect.ts'

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
 * @param read a call from what stands between the marks; `isWhole` unless the end is missing
 */
export const callsBetween = (
  turn: string,
  [openMark, closeMark]: readonly [open: string, close: string],
  read: (body: string, isWhole: boolean) => WrittenCall | undefined,
): RawTurn =>
  callsBehind(turn, openMark, (start, list) => {
    const close = turn.indexOf(closeMark, start)
    const body = turn.slice(start, close < 0 ? undefined : close)
    list.add(read(body, close >= 0), body)
    return close < 0 ? turn.length : close + closeMark.length
  })
