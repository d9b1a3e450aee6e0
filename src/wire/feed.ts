import { z } from 'zod'
import { episodeSummary } from './list-results.ts'
import { episodeConditions } from './requests.ts'
import * as scalars from './scalars.ts'

/** What happens to episodes while it happens: parameters and answers. */

const { ids: _, ...conditions } = episodeConditions

export const feedRead = z.strictObject({
  ...conditions,
  /** What the news before said in `cursor`; left out: where the news begins. */
  since: scalars.cursor.optional(),
})

export const feedChange = z
  .strictObject({
    /** What to ask with next. */
    cursor: z.string(),
    /** Episodes of which rows were stored and that fit, each once and as it stands now. */
    changed: z.array(episodeSummary),
    /** Episodes of which rows were stored and that do not fit, or no more. */
    gone: z.array(z.string()),
    /** What was stored meanwhile of all episodes that the caller may see. */
    rates: z.strictObject({
      opened: z.int(),
      steps: z.int(),
      closed: z.int(),
      /** For how long this was counted, in milliseconds; null in the answer to a call. */
      over_ms: z.number().nullable(),
    }),
    /** Whether there is more to tell at once. */
    more: z.boolean(),
    /** The cursor is not known or lies too far back: read a list anew, and go on from here. */
    lagged: z.boolean(),
  })
  .meta({ id: 'FeedChange', description: 'What happened to episodes since a cursor.' })

export const feedState = z
  .strictObject({ cursor: z.string() })
  .meta({ id: 'FeedState', description: 'Where the news of a feed begins, or ended.' })

export type FeedChange = z.infer<typeof feedChange>
export type FeedState = z.infer<typeof feedState>
