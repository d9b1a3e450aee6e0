/** What a case is told. */
export interface SoakOptions {
  /** Everything random follows from it. */
  readonly seed: number
  /** Full size, or the small one for every change. */
  readonly full: boolean
  /** An empty folder of the case's own. */
  readonly folder: string
  /** Whether the case must spoil what it checks, so that it fails. */
  readonly canary?: boolean
}

/** One fault that the built server must bear, as a real process. */
export interface SoakCase {
  readonly name: string
  /**
   * Plays the case and answers in a few words what was done.
   *
   * @throws Error saying what differed
   */
  run(options: SoakOptions): Promise<string>
}
