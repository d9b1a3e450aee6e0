import { z } from 'zod'
import * as scalars from './scalars.ts'

const ids = z.array(z.int())

/** A model call of an agent program. Its prompt holds only what its parent's prompt lacks. */
export const modelCall = z
  .strictObject({
    call: z.int(),
    /** The earlier call whose conversation this prompt continues; null for a new one. */
    parent: z.int().nullable(),
    /** How many messages of the parent, its answer included, the prompt begins with. */
    kept: z.int(),
    /** The other messages of the prompt. */
    messages: z.array(scalars.openObject),
    /** The tools that were offered. Absent: the same as in the parent. */
    tools: z.array(scalars.openObject).optional(),
    /** Null if there was no answer. */
    answer: scalars.openObject.nullable(),
    finish_reason: z.string().nullable(),
    /** The stop text that ended the answer. Absent: none did, or the model server did not say. */
    stop_sequence: z.string().optional(),
    usage: scalars.openObject.nullable(),
    /** How many token ids of the parent, its answer included, the prompt begins with. */
    prompt_kept: z.int(),
    /** The further ids of the prompt; null if the model server returned none. */
    prompt_ids: ids.nullable(),
    /** Whether the prompt was sent as ids: the parent's ids and those of the added messages. */
    forwarded: z.literal(true).optional(),
    /** Why a prompt that continues an earlier call was rendered anew. */
    rendered_anew: z.string().optional(),
    /** The sampled ids, and the log-probability of each. */
    token_ids: ids.nullable(),
    logprobs: z.array(z.number()).nullable(),
    /** The text of each sampled id. Absent: the model server did not return them. */
    token_texts: z.array(z.string()).optional(),
    /** Why there are no ids; null if there are. */
    text_only: z.string().nullable(),
    profile: z.string(),
    /** The format that the agent speaks. */
    format: z.string(),
    /** What decided how the model server sampled. */
    params: scalars.openObject,
    /** Members of the agent's request that had no effect. */
    ignored: z.array(z.string()),
    /** What constrained the text, so that it was not drawn from the model's own distribution. */
    constraints: z.array(z.string()),
    /** The last row of the episode's log when the call was stored. */
    position: z.int(),
    started_ms: z.number(),
    took_ms: z.number(),
    failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    /** The weights that sampled the answer. Absent: no trainer announced any. */
    spans: z
      .array(
        z.strictObject({
          version: z.int(),
          /** The number of the span's first sampled token; null: one of an answer read whole. */
          first: z.int().nullable(),
        }),
      )
      .optional(),
    /** The call of another episode whose answer was reused. Absent: the answer was sampled. */
    replayed: z.strictObject({ episode: z.string(), call: z.int() }).optional(),
  })
  .meta({ id: 'ModelCall', description: 'A model call of an agent program.' })

export type ModelCallResult = z.infer<typeof modelCall>
