/** A run that cannot be started as it is configured: what is wrong, and what to do. */
export class RunConfigError extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'RunConfigError'
    this.remedy = remedy
  }
}
