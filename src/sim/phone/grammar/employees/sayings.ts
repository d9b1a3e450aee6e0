import type { SpeechStyle } from '../../people/employees.ts'

/** Ways to say some acts, by act and style. */
export type SayingsByAct<Act extends string> = Readonly<
  Record<Act, Readonly<Record<SpeechStyle, readonly string[]>>>
>
