/**
 * An environment that cannot go on with its episode. The message begins with a code and the place,
 * `python/raised in step: …`; what follows the second colon is for operators alone.
 */
export class WorldFailure extends Error {
  override readonly name = 'WorldFailure'
}

/** A call that did not end in time. */
export class WorldLate extends WorldFailure {}

/** Nothing was played, through nobody's fault: the same call may be sent again. */
export class WorldUnavailable extends Error {
  override readonly name = 'WorldUnavailable'
}

/** An episode of another version of its world: it can be read here, not played. */
export class WorldChanged extends Error {
  override readonly name = 'WorldChanged'
}

/** What a caller may know of a failure: its code and place; undefined for other bugs. */
export const publicCause = (error: unknown): string | undefined =>
  error instanceof WorldFailure ? error.message.split(':', 1)[0] : undefined
