/** What a failure says of itself: the message of an error, or whatever else was thrown. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
