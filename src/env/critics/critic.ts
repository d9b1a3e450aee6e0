import type { Effectful } from '../../tools/effect.ts'
import type { Attempt } from '../attempt.ts'
import type { Transcript } from '../message.ts'

/** Maximum length of a critique from a model or a trainer, in characters. */
export const CRITIQUE_CHARACTERS_MAX = 4_000

/** What a critic writes about. */
interface FailedAttempt {
  /** As the rules of its environment tell it, with their critique. */
  readonly attempt: Attempt
  readonly transcript: Transcript
  /** The chat profile that critics may ask; undefined where none is configured. */
  readonly profile: string | undefined
}

/** A style of critique: who writes what a failed attempt teaches those after it. */
export interface Critic {
  /**
   * `at_once`: from what is at hand. `by_asking`: with effects, through the profile, which takes a
   * while. `when_posted`: somebody outside sends the words, and until then the attempt waits.
   */
  readonly writes: 'at_once' | 'by_asking' | 'when_posted'
  /** The critique; undefined if it is not available, so that the one of the rules is used. */
  write(attempt: FailedAttempt): Effectful<string | undefined>
}
