/** A wrong option of an experiment. The message names the value and the remedy. */
export class OptionError extends Error {}

/** Seeds from 1 up to a number, `5`, or a range, `3-7`. */
export function parseSeeds(text: string | undefined, usual: number): number[] {
  const [, first = '1', last = ''] = /^(?:(\d+)-)?(\d+)$/.exec(text ?? String(usual)) ?? []
  const count = Number(last) - Number(first) + 1
  if (last === '' || Number(first) < 1 || count < 1) {
    throw new OptionError(`--seeds ${text}: give a number from 1, or a range such as 3-7`)
  }
  return Array.from({ length: count }, (_, at) => Number(first) + at)
}

/** A whole number from 1. */
export function parseCount(flag: string, text: string | undefined, usual: number): number {
  const count = text === undefined ? usual : Number(text)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new OptionError(`--${flag} ${text}: give a whole number from 1`)
}

/**
 * The names in a comma-separated list; by default all known ones.
 *
 * @throws OptionError for an unknown name, so that none is silently left out
 */
export function parseNames(
  flag: string,
  text: string | undefined,
  known: readonly string[],
  where: string,
): readonly string[] {
  const knownNames = [...new Set(known)]
  if (text === undefined) return knownNames
  const names = text.split(',')
  const unknownName = names.find((name) => !knownNames.includes(name))
  if (unknownName === undefined) return names
  throw new OptionError(
    `--${flag} ${text}: ${where} has no ${unknownName}. It has ${knownNames.join(', ')}.`,
  )
}

/** @throws OptionError if an option is given beside one that would ignore it */
export function refuseIgnored(
  values: Readonly<Record<string, string | boolean | undefined>>,
  ignoredBy: Readonly<Record<string, readonly string[]>>,
): void {
  const isGiven = (flag: string): boolean => values[flag] !== undefined && values[flag] !== false
  for (const [mode, flags] of Object.entries(ignoredBy)) {
    const ignoredFlag = isGiven(mode) ? flags.find(isGiven) : undefined
    if (ignoredFlag === undefined) continue
    throw new OptionError(`--${mode} does not use --${ignoredFlag}: leave one of the two out`)
  }
}

/** Returns the result. A wrong option ends the program with its message and code 2. */
export function orEnd<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OptionError) && !isOfParser(error)) throw error
    console.error(`error: ${error.message}`)
    process.exit(2)
  }
}

/** Whether Node's option parser refused an option. */
const isOfParser = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
