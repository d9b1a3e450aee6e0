/** What the tasks of a mathematics data set share: the seed of the generated tasks. */
export interface MathWorld {
  readonly format: 1
  readonly seed: number
}
