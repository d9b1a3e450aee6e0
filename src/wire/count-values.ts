import { Fault } from './faults.ts'

/** How much a frame or a body may hold. */
export interface FrameBounds {
  /** Values of one call: members with their names, and items of lists. */
  readonly callValuesMax: number
  /** Values of all calls of a batch. */
  readonly batchValuesMax: number
  /** Calls of a batch. */
  readonly batchMax: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** 1 for the bytes that begin, end or part values. */
const IS_MARK = new Uint8Array(256)
for (const mark of [
  ...[QUOTE, COMMA, COLON],
  ...[OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE],
]) {
  IS_MARK[mark] = 1
}

/**
 * Counts the values of JSON text before it is parsed. Parsing and checking millions of small values
 * would block the server for seconds. For text that is not JSON, the count has no meaning, and the
 * parser reports the error. Short text cannot hold too many values and is not counted. The depth is
 * checked after parsing, which is cheap for few values.
 *
 * @throws Fault `request/too_large`; `request/malformed_json` for long text that is no object and
 *   no list
 */
export function countValues(bytes: Uint8Array, bounds: FrameBounds): void {
  if (bytes.length <= bounds.callValuesMax && bytes.length <= bounds.batchValuesMax) return
  const first = firstByte(bytes)
  // Nothing that is asked for is so long otherwise, and making text of it would cost most.
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) {
    throw new Fault('request/malformed_json', 'this long text begins with neither { nor [')
  }
  const isBatch = first === OPEN_BRACKET
  let depth = 0
  let total = 0
  let inCall = 0
  let calls = 1
  for (let index = 0; index < bytes.length; index++) {
    if (IS_MARK[bytes[index] as number] === 0) continue
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index)
        continue
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1
        inCall += 1
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1
        continue
      case COMMA:
        inCall += 1
        if (!isBatch || depth !== 1) break
        total += inCall
        inCall = 0
        calls += 1
        if (calls > bounds.batchMax) throw tooMany('calls in the batch', bounds.batchMax)
        break
      case COLON:
        inCall += 1
        break
    }
    if (inCall > bounds.callValuesMax) throw tooMany('values in a call', bounds.callValuesMax)
    if (total + inCall > bounds.batchValuesMax) {
      throw tooMany('values in the batch', bounds.batchValuesMax)
    }
  }
}

/** Bytes of a string after which looking at each costs more than a search for its end. */
const SHORT_STRING = 64

/** The place of the quote that ends a string, or the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let position = start + 1
  let searchAt = position + SHORT_STRING
  while (position < bytes.length && bytes[position] !== QUOTE) {
    position += bytes[position] === BACKSLASH ? 2 : 1
    if (position < searchAt) continue
    const quoteAt = bytes.indexOf(QUOTE, position)
    if (quoteAt < 0) return bytes.length
    if (!isEscaped(bytes, position, quoteAt)) return quoteAt
    // Where quotes are escaped, they may all be: a search for each would take longer.
    searchAt = Number.POSITIVE_INFINITY
  }
  return position
}

/** Whether a quote belongs to its string; no escape is open at `start`. */
function isEscaped(bytes: Uint8Array, start: number, quote: number): boolean {
  let position = quote
  while (position > start && bytes[position - 1] === BACKSLASH) position -= 1
  return (quote - position) % 2 === 1
}

/** The first byte that is no white space. */
function firstByte(bytes: Uint8Array): number | undefined {
  let position = 0
  while ((bytes[position] ?? Number.POSITIVE_INFINITY) <= 0x20) position += 1
  return bytes[position]
}

const tooMany = (subject: string, maximum: number): Fault =>
  new Fault('request/too_large', `there are more than ${maximum} ${subject}`)
