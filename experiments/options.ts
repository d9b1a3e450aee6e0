/** A wrong option of an experiment; the message names the value and the remedy. */
export class OptionError extends Error {}

/** Seeds from 1, or as many as are listed: `5`, or `3-7`. */
export function seedsOf(text: string | undefined, usual: number): number[] {
  const [, first = '1', last = ''] = /^(?:(\d+)-)?(\d+)$/.exec(text ?? String(usual)) ?? []
  const count = Number(last) - Number(first) + 1
  if (last === '' || Number(first) < 1 || count < 1) {
    throw new OptionError(`--seeds ${text}: give a number from 1, or a range such as 3-7`)
  }
  return Array.from({ length: count }, (_, at) => Number(first) + at)
}

/** A whole number from 1. */
export function countOf(flag: string, text: string | undefined, usual: number): number {
  const count = text === undefined ? usual : Number(text)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new OptionError(`--${flag} ${text}: give a whole number from 1`)
}

/**
 * The names of a list with commas between, or all that there are.
 *
 * @throws OptionError for a name that is not among them, so that none is left out silently
 */
export function namesOf(
  flag: string,
  text: string | undefined,
  known: readonly string[],
  where: string,
): readonly string[] {
  const all = [...new Set(known)]
  if (text === undefined) return all
  const names = text.split(',')
  const wrong = names.find((name) => !all.includes(name))
  if (wrong === undefined) return names
  throw new OptionError(`--${flag} ${text}: ${where} has no ${wrong}. It has ${all.join(', ')}.`)
}

/** @throws OptionError if an option is given beside one that would ignore it */
export function refuseIgnored(
  values: Readonly<Record<string, string | boolean | undefined>>,
  ignoredBy: Readonly<Record<string, readonly string[]>>,
): void {
  const isGiven = (flag: string): boolean => values[flag] !== undefined && values[flag] !== false
  for (const [mode, flags] of Object.entries(ignoredBy)) {
    const ignored = isGiven(mode) ? flags.find(isGiven) : undefined
    if (ignored === undefined) continue
    throw new OptionError(`--${mode} does not use --${ignored}: leave one of the two out`)
  }
}

/** What this gives; a wrong option ends the program with its reason alone, and with code 2. */
export function orEnd<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OptionError) && !isOfParser(error)) throw error
    console.error(`error: ${error.message}`)
    process.exit(2)
  }
}

/** Whether Node's own parser of options has refused one. */
const isOfParser = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
