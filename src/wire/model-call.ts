import { z } from 'zod'
import * as scalars from './scalars.ts'

const ids = z.array(z.int())

/** A model call of an agent program. Its prompt is what it adds to that of its parent. */
export const modelCall = z
  .strictObject({
    call: z.int(),
    /** The earlier call whose conversation this prompt continues; null for a new one. */
    parent: z.int().nullable(),
    /** How many messages of the parent, its answer included, the prompt begins with. */
    kept: z.int(),
    /** The other messages of the prompt. */
    messages: z.array(scalars.openObject),
    /** The tools that were offered; left out: those of the parent. */
    tools: z.array(scalars.openObject).optional(),
    /** Null where nothing was answered. */
    answer: scalars.openObject.nullable(),
    finish_reason: z.string().nullable(),
    usage: scalars.openObject.nullable(),
    /** How many token ids of the parent, its answer included, the prompt begins with. */
    prompt_kept: z.int(),
    /** The other ids of the prompt; null where the model server gave none. */
    prompt_ids: ids.nullable(),
    /** Whether the prompt was sent as ids: those of the parent, and those of what it adds. */
    forwarded: z.literal(true).optional(),
    /** Why a prompt that continues an earlier call was rendered anew. */
    rendered_anew: z.string().optional(),
    /** The sampled ids, and the log-probability of each. */
    token_ids: ids.nullable(),
    logprobs: z.array(z.number()).nullable(),
    /** The text of each sampled id; left out: the model server did not give them. */
    token_texts: z.array(z.string()).optional(),
    /** Why there are no ids; null where there are. */
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
    /** The last row of the episode's log when the call began. */
    position: z.int(),
    started_ms: z.number(),
    took_ms: z.number(),
    failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    /** Which weights sampled the answer; left out: no trainer announced any. */
    spans: z
      .array(
        z.strictObject({
          version: z.int(),
          /** The number of the span's first sampled token; null: one of an answer read whole. */
          first: z.int().nullable(),
        }),
      )
      .optional(),
    /** The call of another episode whose answer was given again; left out: it was sampled. */
    replayed: z.strictObject({ episode: z.string(), call: z.int() }).optional(),
  })
  .meta({ id: 'ModelCall', description: 'A model call of an agent program.' })

export type ModelCallResult = z.infer<typeof modelCall>
