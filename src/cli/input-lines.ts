import { createInterface } from 'node:readline'
import { withoutMark } from '../datasets/read-text.ts'

/** The lines of standard input, without a byte order mark. */
export async function* inputLines(): AsyncGenerator<string> {
  let isFirst = true
  const lines = createInterface({ input: process.stdin, terminal: false, crlfDelay: Infinity })
  for await (const line of lines) {
    yield isFirst ? withoutMark(line) : line
    isFirst = false
  }
}
