/** Limits of an episode and of each turn. */
export interface Limits {
  /** Assistant turns in an episode. */
  readonly turnsMax: number
  readonly toolCallsPerTurnMax: number
  /** Length of one turn's text, and of the texts and keys in its arguments, in UTF-16 units. */
  readonly actionCharactersMax: number
}
