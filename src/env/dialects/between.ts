import { CallList, type WrittenCall } from './calls.ts'
import type { RawTurn } from './dialect.ts'

/**
 * Reads the calls that stand one by one between two marks; what is around them is said.
 *
 * @param read a call from what stands between the marks; `isWhole` unless the end is missing
 */
export function callsBetween(
  turn: string,
  [openMark, closeMark]: readonly [open: string, close: string],
  read: (body: string, isWhole: boolean) => WrittenCall | undefined,
): RawTurn {
  const list = new CallList()
  let content = ''
  let position = 0
  while (!list.isFull) {
    const open = turn.indexOf(openMark, position)
    if (open < 0) break
    content += turn.slice(position, open)
    const start = open + openMark.length
    const close = turn.indexOf(closeMark, start)
    const body = turn.slice(start, close < 0 ? undefined : close)
    list.add(read(body, close >= 0), body)
    position = close < 0 ? turn.length : close + closeMark.length
  }
  content += turn.slice(position)
  return { content: content.trim(), calls: list.calls }
}
