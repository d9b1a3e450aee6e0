import type { Voice } from '../../people/voices.ts'

/** Ways to say some acts, by act and voice. */
export type SayingsByVoice<Act extends string> = Readonly<
  Record<Act, Readonly<Record<Voice, readonly string[]>>>
>
