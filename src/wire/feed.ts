import { z } from 'zod'
import { episodeSummary } from './list-results.ts'
import { episodeConditions } from './requests.ts'
import * as scalars from './scalars.ts'

/** What happens to episodes while it happens: parameters and answers. */

const { ids: _, ...conditions } = episodeConditions

export const feedRead = z.strictObject({
  ...conditions,
  /** The `cursor` of the previous news. Absent: from the present. */
  since: scalars.cursor.optional(),
})

export const feedChange = z
  .strictObject({
    /** The value of `since` for the next call. */
    cursor: z.string(),
    /** Episodes with new rows that match the conditions, each once in its current state. */
    changed: z.array(episodeSummary),
    /** Episodes with new rows that do not match the conditions, or no longer do. */
    gone: z.array(z.string()),
    /** Totals since then, of all episodes that the caller may see. */
    rates: z.strictObject({
      opened: z.int(),
      steps: z.int(),
      closed: z.int(),
      /** The counted period in milliseconds; null in the answer to a call. */
      over_ms: z.number().nullable(),
    }),
    /** Whether there is more to tell at once. */
    more: z.boolean(),
    /** The cursor is not known or lies too far back: read a list anew, and go on from here. */
    lagged: z.boolean(),
  })
  .meta({ id: 'FeedChange', description: 'Changes of episodes since a cursor.' })

export const feedState = z
  .strictObject({ cursor: z.string() })
  .meta({ id: 'FeedState', description: 'The cursor at which a feed begins, or ended.' })

export type FeedChange = z.infer<typeof feedChange>
export type FeedState = z.infer<typeof feedState>
