/** A configured run cannot start. The error states the problem and the remedy. */
export class RunConfigError extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'RunConfigError'
    this.remedy = remedy
  }
}
