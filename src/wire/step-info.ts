import { z } from 'zod'
import { END_REASONS } from '../env/end.ts'
import * as scalars from './scalars.ts'

export const endReason = z.enum(END_REASONS)

/** An event for programs. `kind` names it; other members depend on the environment. */
const publicEvent = z
  .looseObject({ kind: z.string() })
  .meta({ id: 'PublicEvent', description: 'The content of a step’s messages, for programs.' })

export const stepInfo = z
  .strictObject({
    /** Sum of the rewards so far. */
    score: z.number(),
    reward_parts: scalars.numberRecord,
    end_reason: endReason.optional(),
    metrics: scalars.numberRecord.optional(),
    /** How a model answered the calls of this step, if one did. */
    notes: z.array(scalars.openObject).optional(),
    /** The content of the messages as data for programs. Absent: no events. */
    events: z.array(publicEvent).optional(),
  })
  .meta({ id: 'StepInfo', description: 'Data for the trainer. Never show it to the model.' })

export type PublicEventResult = z.infer<typeof publicEvent>
export type StepInfo = z.infer<typeof stepInfo>
