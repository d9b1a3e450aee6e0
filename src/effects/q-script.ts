import { scriptChunks } from '../sim/q/lexer/chunks.ts'

/**
 * Code in the form in which the licensed q reads it from a file: every continuation line is
 * indented. The project's own interpreter also accepts one that begins with a closing bracket.
 */
export const fileScript = (code: string): string =>
  `${scriptChunks(code)
    .map((chunk) => chunk.code.replace(/\n(?=\S)/g, '\n '))
    .join('\n')}\n`

/** Text as a q string literal. */
const quoted = (text: string): string =>
  `"${text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')}"`

/** A q list of strings. One of a single character needs `enlist`, because `"a"` is an atom. */
const strings = (texts: readonly string[]): string => {
  const items = texts.map((text) => (text.length === 1 ? `enlist ${quoted(text)}` : quoted(text)))
  return items.length === 1 ? `enlist ${items[0]}` : `(${items.join(';')})`
}

/** Loads the candidate. The value is the error, or `""` if there was none. */
const LOAD = '@[{system x;""};"l candidate.q";{x}]'

/**
 * A script that loads the candidate and prints its error, if any. Each line of the script's own
 * output begins with a random mark, which the candidate cannot know. The text between the line
 * `begin` and the next marked line is the candidate's output.
 */
export const runHarness = (mark: string): string =>
  [
    `-1 "${mark}begin";`,
    `.backchannel.e:${LOAD};`,
    `-1 "${mark}load ",.backchannel.e;`,
    'exit 0',
    '',
  ].join('\n')

/** A script that loads the candidate and calls its function once. The right result is not in it. */
export const testHarness = (mark: string, entry: string, args: readonly string[]): string =>
  [
    `-1 "${mark}begin";`,
    `.backchannel.e:${LOAD};`,
    `-1 "${mark}load ",.backchannel.e;`,
    'if[count .backchannel.e;exit 0]',
    // The name of the function and the texts of its arguments.
    `.backchannel.a:(${quoted(entry)};${strings(args.length === 0 ? ['::'] : args)});`,
    // The result after 1b, or the error after 0b.
    '.backchannel.r:@[{(1b;(value x 0) . value each x 1)};.backchannel.a;{(0b;x)}];',
    ...reportLines(mark),
  ].join('\n')

/** A script that shows the value of an expression, without any candidate. */
export const valueHarness = (mark: string, expression: string): string =>
  [
    `-1 "${mark}begin";`,
    `-1 "${mark}load ";`,
    `.backchannel.r:@[{(1b;value x)};${quoted(expression)};{(0b;x)}];`,
    ...reportLines(mark),
  ].join('\n')

const reportLines = (mark: string): string[] => [
  `if[not .backchannel.r 0;-1 "${mark}error ",.backchannel.r 1;exit 0]`,
  // The compared value as bytes: the text that `-3!` gives a table or a list of one item is k.
  '.backchannel.b:@[{raze string -8!x};.backchannel.r 1;""];',
  `-1 "${mark}value ",.backchannel.b;`,
  // The candidate may have set another console.
  'system "c 25 80";',
  'system "P 7";',
  `-1 "${mark}shown";`,
  'show .backchannel.r 1;',
  `-1 "${mark}end";`,
  'exit 0',
  '',
]

/**
 * What a harness printed, by its marked lines. `load`, `error`, `value` and `shown` are undefined
 * if the script ended before their lines.
 */
export interface HarnessText {
  /** Whether the harness ran at all; if not, q itself did not start. */
  readonly begun: boolean
  /** What the candidate printed while it was loaded. */
  readonly output: string
  /** The error of loading it; empty if there was none. */
  readonly load: string | undefined
  readonly error: string | undefined
  /** The hexadecimal digits of the serialized result; empty if q cannot serialize it. */
  readonly value: string | undefined
  readonly shown: string | undefined
}

/** Reads what a harness printed. */
export function readHarness(stdout: string, mark: string): HarnessText {
  const parts = stdout.split(mark)
  const partText = (name: string): string | undefined => {
    const part = parts.slice(1).find((candidate) => candidate.startsWith(name))
    return part?.slice(name.length).replace(/\n$/, '')
  }
  const ended = partText('end') !== undefined
  return {
    begun: partText('begin') !== undefined,
    output: (partText('begin') ?? '').replace(/^\n/, ''),
    load: partText('load '),
    error: partText('error '),
    value: partText('value '),
    shown: ended ? partText('shown')?.trim() : undefined,
  }
}
