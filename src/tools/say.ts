import { z } from 'zod'
import type { Ringing } from '../sim/phone/csr.ts'
import type { Effectful } from './effect.ts'
import {
  type AnswerScene,
  answered,
  type CallOutcome,
  GIVEN,
  readGiven,
  type Spoken,
} from './phone-call.ts'
import type { Tool } from './tool.ts'

const TEXT_MAX = 600

const parameters = z.object({
  text: z
    .string()
    .max(TEXT_MAX, `at most ${TEXT_MAX} characters`)
    .optional()
    .describe('What you say to the employee who is on the line.'),
  auth_info: GIVEN.auth_info.optional(),
  reference_number: GIVEN.reference_number,
})

export type SayArguments = z.infer<typeof parameters>

/** What is said on a line: words, and what is given with them. */
export interface Said extends Pick<Spoken, 'given' | 'referenceNumber'> {
  readonly text: string
}

/** What talking on needs of the episode. */
interface SayScene extends AnswerScene {
  /** How the episode stands for who is on the line, after this was said; absent if nobody is. */
  readonly talking: ((said: Said) => Ringing) | null
}

export const NOBODY_ON_THE_LINE = 'Nobody is on the line: make a phone_call first.'

/** Talks on with the employee of the last call, where the line is open. */
export const say = {
  name: 'say',
  description:
    'Answers the employee on the open line: gives details that were asked for, says what was not ' +
    'clear. What you said before on this call still holds and need not be said again.',
  parameters,
  run: (
    { text = '', auth_info, reference_number }: SayArguments,
    { talking, ...scene }: SayScene,
  ): Effectful<CallOutcome> | null => {
    if (talking === null) return null
    const said = { text, given: readGiven(auth_info), referenceNumber: reference_number ?? '' }
    return answered(talking(said), scene)
  },
} satisfies Tool<SayArguments, SayScene, CallOutcome | null>

const nothing = z.object({})

/** Ends a call. */
export const hangUp = {
  name: 'hang_up',
  description: 'Ends the call on the open line.',
  parameters: nothing,
  run: (_: z.infer<typeof nothing>, { isOpen }: { readonly isOpen: boolean }): string =>
    isOpen ? '(The call is over.)' : NOBODY_ON_THE_LINE,
} satisfies Tool<z.infer<typeof nothing>, { readonly isOpen: boolean }, string>
