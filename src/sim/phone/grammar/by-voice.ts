import type { Voice } from '../people/voices.ts'

/** Sentences of one act, by the voice of the customer. */
export type ByVoice = Readonly<Record<Voice, readonly string[]>>
