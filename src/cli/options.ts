import { type Command, InvalidArgumentError, Option } from 'commander'
import { terminalText } from './terminal-text.ts'

/** Default path of the event store, as in the server's config. */
export const DEFAULT_DB = './var/backchannel.db'

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * Milliseconds of a duration such as `500ms`, `45s`, `90m`, `12h`, `30d` or `2w`.
 *
 * @throws InvalidArgumentError, which commander prints with the name of the option
 */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})(ms|[smhdw])$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit ?? '']
  if (amount === undefined || unitMs === undefined) {
    throw new InvalidArgumentError('Write a whole number and a unit: 500ms, 45s, 12h, 30d or 2w.')
  }
  return Number(amount) * unitMs
}

/**
 * Bytes of a size such as `500MB` or `20GB`, with decimal units.
 *
 * @throws InvalidArgumentError, which commander prints with the name of the option
 */
export function parseSize(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([KMGT])B$/.exec(text) ?? []
  if (amount === undefined || unit === undefined) {
    throw new InvalidArgumentError('Write a whole number and a unit: 500MB, 20GB or 1TB.')
  }
  return Number(amount) * 1_000 ** ('KMGT'.indexOf(unit) + 1)
}

/** Makes a parser for integers within inclusive bounds. */
export const wholeNumber =
  (low: number, high: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= low && value <= high) return value
    const upTo = high === Number.MAX_SAFE_INTEGER ? 'on' : `to ${high}`
    throw new InvalidArgumentError(`Give a whole number from ${low} ${upTo}.`)
  }

/** Makes a parser for numbers within inclusive bounds. */
export const number =
  (low: number, high: number) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && value >= low && value <= high) return value
    throw new InvalidArgumentError(`Give a number from ${low} to ${high}.`)
  }

/** Makes a parser for an option that may be repeated. */
export const repeated =
  <Value>(parse: (text: string) => Value) =>
  (text: string, previous: readonly Value[] = []): readonly Value[] => [...previous, parse(text)]

/** How to reach a server. */
export interface ServerFlags {
  readonly url?: string
  readonly token?: string
}

/** Adds `--url` and `--token`. A token in the environment is not visible in `ps`. */
export function addServerOptions(command: Command, urlHelp: string): Command {
  const token = new Option('--token <token>', 'bearer token of the server')
  return command.option('--url <url>', urlHelp).addOption(token.env('BACKCHANNEL_TOKEN'))
}

/** Adds the options that name a source of logs: `--db`, `--file`, `--url` and `--token`. */
export function addSourceOptions(command: Command, urlHelp: string): Command {
  command
    .option(
      '--db <path>',
      'file of the event store, or postgres://… (default: ./var/backchannel.db)',
    )
    .option('--file <path>', 'file that "export" wrote')
  return addServerOptions(command, urlHelp)
}

/** Adds the options that name a server, or describe one in this process. */
export function addReachOptions(command: Command): Command {
  return addServerOptions(command, 'server to play on (default: one in this process, in memory)')
    .option('--data <folder>', 'without --url: folder of data sets')
    .option('--config <file>', 'without --url: settings, such as chat profiles')
}

/** The examples and exit codes at the end of a command's help. */
export function helpEnd(lines: readonly string[], exitOne: string): string {
  const examples = lines.map((line) => `  $ backchannel ${line}`).join('\n')
  const codes = `0 fine${exitOne === '' ? '' : `, 1 ${exitOne}`}, 2 wrong usage or unable to run`
  return `\nExamples:\n${examples}\n\nExit codes: ${codes}.`
}

/** `1 episode`, `2 episodes`. */
export const count = (quantity: number, noun: string): string =>
  `${quantity} ${noun}${quantity === 1 ? '' : 's'}`

/** Prints one or several lines on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints text of models, servers or logs on standard output. */
export const printText = (text: string): void => print(terminalText(text))

/** Prints the first failures on standard error, and the number of the others. */
export function printFailures(lines: readonly string[], linesMax = 3): void {
  const hiddenCount = lines.length - linesMax
  const shownLines = lines.slice(0, linesMax)
  if (hiddenCount > 0) shownLines.push(`and ${hiddenCount} more`)
  for (const line of shownLines) process.stderr.write(`${terminalText(line)}\n`)
}
