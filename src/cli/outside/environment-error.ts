/** Why an external environment cannot be used. */
type EnvironmentErrorCode =
  /** There is no such file or package. */
  | 'environment/not_found'
  /** It throws while it loads, for example for a syntax error. */
  | 'environment/broken'
  /** It was written for another version of the contract. */
  | 'environment/contract'
  /** It is not an environment. */
  | 'environment/invalid'
  /** Its id, or the name of one of its players, is already used. */
  | 'environment/taken'

/** An external environment cannot be used. The error names the module, the reason and a remedy. */
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
