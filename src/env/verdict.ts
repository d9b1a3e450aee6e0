/** What a second play of a log can come to. */
export const VERDICTS = [
  'verified',
  'consistent',
  'different',
  'other_revision',
  'broken_chain',
  'unverifiable',
] as const
