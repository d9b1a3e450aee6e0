/** Why an environment from outside cannot be used. */
type EnvironmentErrorCode =
  /** There is no such file or package. */
  | 'environment/not_found'
  /** It fails while it is loaded, as by an error of syntax. */
  | 'environment/broken'
  /** It was written for another version of the contract. */
  | 'environment/contract'
  /** It is no environment. */
  | 'environment/invalid'
  /** Its id or the name of one of its players is another's. */
  | 'environment/taken'

/** An environment from outside that cannot be used: which, why, and what to do. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly code: EnvironmentErrorCode
  readonly remedy: string

  constructor(code: EnvironmentErrorCode, message: string, remedy: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}
