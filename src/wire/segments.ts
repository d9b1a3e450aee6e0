import { z } from 'zod'
import * as scalars from './scalars.ts'

/** Uses of a call that are trained only if they are asked for. */
const EXTRA_USES = ['auxiliary', 'retried', 'abandoned'] as const

/** The training segments of an episode that an agent program plays or has played. */
export const episodeSegments = z.strictObject({
  episode_id: scalars.episodeId,
  /** Calls to train beside those whose answers were used. */
  also: z.array(z.enum(EXTRA_USES)).max(EXTRA_USES.length).default([]),
})

const count = z.int().min(0)
const tokenIds = z.array(z.int().min(0))

const segment = z
  .strictObject({
    /** Token ids of the first call's prompt. */
    prompt_ids: tokenIds,
    /** What follows: answers, and the ids between them. */
    response_ids: tokenIds,
    /** 1 for ids to train. */
    response_mask: z.array(z.int().min(0).max(1)),
    /** Log-probabilities of the ids to train, and 0 for the others. */
    logprobs: z.array(z.number()),
    /** The calls in it, with the places of their answers in `response_ids`. */
    calls: z.array(
      z.strictObject({ call: count, start: count, end: count, is_trained: z.boolean() }),
    ),
  })
  .meta({
    id: 'Segment',
    description: 'Token ids to train on, exactly as the model received them.',
  })

export const segmentsResult = z
  .strictObject({
    episode_id: scalars.episodeId,
    segments: z.array(segment),
    /** What became of each model call. */
    calls: z.array(
      z.strictObject({
        call: count,
        use: z.enum(['trained', 'failed', 'no_tokens', 'ambiguous', ...EXTRA_USES]),
      }),
    ),
    /** The model call that led to each step; null for a step before the first answer. */
    steps: z.array(z.strictObject({ position: count, call: count.nullable() })),
    /** Sampled ids of all answered calls, and how many of them are trained. */
    sampled: count,
    trained: count,
  })
  .meta({ id: 'EpisodeSegments', description: 'The model calls of an episode as training data.' })
