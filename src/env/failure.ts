/**
 * An environment that cannot go on with its episode. The message begins with a code and the place,
 * `python/raised in step: …`; what follows the second colon is for operators alone.
 */
export class WorldFailure extends Error {
  override readonly name = 'WorldFailure'
}

/** A call that timed out. */
export class WorldLate extends WorldFailure {}

/** Nothing was played. The caller may retry the same call. */
export class WorldUnavailable extends Error {
  override readonly name = 'WorldUnavailable'
}

/** An episode of another version of its world. It can be read but not played. */
export class WorldChanged extends Error {
  override readonly name = 'WorldChanged'
}

/** The public part of a failure: its code and function. Undefined for other bugs. */
export const publicCause = (error: unknown): string | undefined =>
  error instanceof WorldFailure ? error.message.split(':', 1)[0] : undefined
