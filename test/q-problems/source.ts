import { tokenize } from '../../src/sim/q/lexer/lexer.ts'
import type { Token } from '../../src/sim/q/lexer/token.ts'
import { DEFAULT_LIMITS, startMeter } from '../../src/sim/q/values/meter.ts'

/** Replaces the characters of a source from `start` up to `end`. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Parts of a source between semicolons, as offsets: of a lambda, of `if[...]` or of a list. */
export interface Group {
  /** What stands before the bracket: `while`, `if`, `do`, `$`, or a name; empty for others. */
  readonly head: string
  readonly bracket: '{' | '[' | '('
  /** From the head, or else the bracket, to behind the closing bracket. */
  readonly start: number
  readonly end: number
  readonly parts: readonly (readonly [start: number, end: number])[]
}

/** The words of a source without the last, empty one. */
export function wordsOf(source: string): Token[] {
  startMeter(DEFAULT_LIMITS)
  return tokenize(source).filter(({ kind }) => kind !== 'end')
}

/** All brackets of a source with their parts. */
export function groupsOf(words: readonly Token[]): Group[] {
  const found: Group[] = []
  const open: { at: number; semicolons: number[] }[] = []
  words.forEach((word, at) => {
    if (word.kind !== 'punctuation') return
    if ('([{'.includes(word.text)) open.push({ at, semicolons: [] })
    else if (word.text === ';') open.at(-1)?.semicolons.push(at)
    else {
      const { at: from, semicolons } = open.pop() as (typeof open)[number]
      found.push(groupOf(words, from, at, semicolons))
    }
  })
  return found
}

function groupOf(
  words: readonly Token[],
  from: number,
  to: number,
  semicolons: readonly number[],
): Group {
  const bracket = words[from] as Token
  const before = words[from - 1]
  const isHead = bracket.text === '[' && before !== undefined && !bracket.spaced
  const hasHead = isHead && (before.kind === 'name' || before.text === '$')
  const borders = [bracket, ...semicolons.map((at) => words[at] as Token), words[to] as Token]
  return {
    head: hasHead ? before.text : '',
    bracket: bracket.text as Group['bracket'],
    start: hasHead ? before.start : bracket.start,
    end: (words[to] as Token).end,
    parts: borders.slice(1).map((border, i) => [(borders[i] as Token).end, border.start] as const),
  }
}
