/** What a probe of a profile's model server has found. */
export interface Capability {
  /** Whether requests ask for token ids and log-probabilities. */
  readonly asksForTokens: boolean
  /** Whether streamed answers have them too; if not, answers are read whole before a stream. */
  readonly streamsTokens: boolean
  /** Why the profile gives text only; null where it gives tokens. */
  readonly textOnly: string | null
}

export const TEXT_ONLY: Capability = {
  asksForTokens: false,
  streamsTokens: false,
  textOnly: 'it was not probed',
}
