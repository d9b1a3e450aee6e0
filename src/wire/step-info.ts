import { z } from 'zod'
import { END_REASONS } from '../env/end.ts'
import * as scalars from './scalars.ts'

export const endReason = z.enum(END_REASONS)

/** What happened, for programs: `kind` says what, the other members depend on the environment. */
export const publicEvent = z
  .looseObject({ kind: z.string() })
  .meta({ id: 'PublicEvent', description: 'What the messages of a step say, for programs.' })

export const stepInfo = z
  .strictObject({
    /** Sum of the rewards so far. */
    score: z.number(),
    reward_parts: scalars.numbers,
    end_reason: endReason.optional(),
    metrics: scalars.numbers.optional(),
    /** How the answers of this step's calls came about, where a model was asked for them. */
    notes: z.array(scalars.openObject).optional(),
    /** What the messages say, for programs; left out where there is nothing. */
    events: z.array(publicEvent).optional(),
  })
  .meta({ id: 'StepInfo', description: 'For the trainer, never for the model.' })

export type PublicEventResult = z.infer<typeof publicEvent>
export type StepInfo = z.infer<typeof stepInfo>
