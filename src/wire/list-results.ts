import { z } from 'zod'
import { condition } from './results.ts'
import { endReason } from './step-info.ts'

/** Results of what lists episodes. */

export const episodeSummary = z
  .strictObject({
    episode_id: z.string(),
    env: z.string(),
    /** The revision of the environment that recorded it; 0: before revisions were stored. */
    revision: z.int(),
    task: z.string(),
    split: z.string(),
    difficulty: z.int(),
    principal: z.string(),
    run: z.string().nullable(),
    parent: z.string().nullable(),
    group: z.strictObject({ id: z.string(), index: z.int(), generation: z.string() }).nullable(),
    /** Null for forks. */
    condition: condition.nullable(),
    steps: z.int(),
    score: z.number(),
    end_reason: endReason.nullable(),
    success: z.boolean().nullable(),
    opened_ms: z.number(),
    updated_ms: z.number(),
    /** For how long nothing was heard of an open one, in milliseconds; null once it is over. */
    silent_ms: z.number().nullable(),
    /** Calls that could not be read; null while it is open. */
    malformed_calls: z.int().nullable(),
    labels: z.record(z.string(), z.string()),
  })
  .meta({ id: 'EpisodeSummary', description: 'An episode in a listing.' })

export const episodePage = z
  .strictObject({
    episodes: z.array(episodeSummary),
    /**
     * Where the next page begins; null on the last. A page may be short, or empty, and not the
     * last: the search for more of it took too long for one answer.
     */
    next: z.string().nullable(),
    /** The total number, if the request asked for it. */
    total: z.strictObject({ count: z.int(), exact: z.boolean() }).nullable(),
  })
  .meta({ id: 'EpisodePage', description: 'Episodes, and the cursor of the next page.' })

export type EpisodeSummaryResult = z.infer<typeof episodeSummary>
