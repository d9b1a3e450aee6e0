/** What the tasks of a mathematics data set share: the seed from which generated tasks follow. */
export interface MathWorld {
  readonly format: 1
  readonly seed: number
}
