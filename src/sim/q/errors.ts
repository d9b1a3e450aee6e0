/** An error of the q language. Its name is what q prints after the quote, such as `type`. */
export class QError extends Error {
  /** The byte offset in the source, if known. */
  position: number | undefined
  /** The frame of the error as the console shows it: the function or the entry, and a caret. */
  frame: string | undefined
  /** The word of the source at the error. */
  token: string | undefined
  /** The line of the script, from 1, at which the failing expression begins. */
  line: number | undefined

  constructor(name: string, position?: number) {
    super(name)
    this.name = 'QError'
    this.position = position
  }
}

/** An error that no trap of the program can catch: the fuel or time limit. */
export class QLimit extends QError {}

/** Not an error: the program asked to end, as with `exit 0`. No trap catches it. */
export class QExit extends QLimit {
  readonly code: number

  constructor(code: number) {
    super('exit')
    this.code = code
  }
}

/** Throws a q error with this name. */
export function signal(name: string): never {
  throw new QError(name)
}

/** Converts JavaScript's errors for deep recursion and long arrays to q errors; rethrows others. */
export function asQError(error: unknown): QError {
  if (error instanceof QError) return error
  if (!(error instanceof RangeError)) throw error
  return new QError(error.message.includes('stack') ? 'stack' : 'wsfull')
}

/** A bug of this interpreter. The console reports it as not yet implemented. */
export class QBug extends QError {
  constructor(cause: unknown) {
    super('nyi')
    this.cause = cause
  }
}
