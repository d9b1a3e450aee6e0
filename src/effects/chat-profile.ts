import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import { BASE_URL_RULE, readBaseUrl } from './base-url.ts'
import type { ChatClientOptions } from './chat-options.ts'

const MEMBERS_OF_ITS_OWN = ['model', 'messages', 'stream', 'tools', 'tool_choice'] as const

/** Model gateway limits of a profile, per episode, per key and per principal. */
const gatewayLimits = z.strictObject({
  calls_max: z.int().min(1).max(100_000).default(200).describe('Model calls of an episode.'),
  tokens_max: z
    .int()
    .min(1)
    .default(1_000_000)
    .describe('Sampled tokens of an episode, after which no call begins.'),
  dialect: z
    .string()
    .max(32)
    .optional()
    .describe('How the model writes tool calls, to read answers to prompts of token ids.'),
  concurrency_per_key: z.int().min(1).max(1_024).default(4),
  concurrency_per_principal: z.int().min(1).max(65_536).default(256),
  tokens_per_minute: z
    .int()
    .min(1)
    .optional()
    .describe('Sampled tokens of one principal in a minute, after which no call begins.'),
  /** Time limit for an agent to read the answer. */
  stall_ms: z.int().min(10).max(600_000).default(30_000),
})

export type GatewayLimits = z.infer<typeof gatewayLimits>

/** A chat profile as the operator configures it. Only profiles hold addresses and key names. */
export const chatProfileSchema = z.strictObject({
  base_urls: z
    .array(z.string().refine((text) => readBaseUrl(text) !== undefined, BASE_URL_RULE))
    .min(1)
    .max(64)
    .describe('OpenAI-compatible servers of one model; they take turns and share the deadline.'),
  model: z.string().min(1).max(256),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not the key itself')
    .max(128)
    .optional(),
  temperature: z.number().min(0).max(2).default(0),
  max_tokens: z.int().min(1).max(131_072).default(2_000),
  seed: z.int().min(0).max(2_147_483_647).default(14),
  stop_token_ids: z.array(z.int().min(0)).max(64).optional(),
  best_of: z.int().min(1).max(64).optional(),
  stream: z.boolean().default(false).describe('Whether answers are streamed to the server.'),
  thinking: z
    .boolean()
    .optional()
    .describe('Whether the chat template lets the model think. Left out, the template decides.'),
  extra_body: z
    .record(z.string().max(64), z.json())
    .refine(
      (body) => MEMBERS_OF_ITS_OWN.every((name) => !(name in body)),
      `these members are not for a profile to set: ${MEMBERS_OF_ITS_OWN.join(', ')}`,
    )
    .optional()
    .describe('Further members of every request, such as top_p.'),
  deadline_ms: z.int().min(1).max(3_600_000).default(60_000),
  concurrency: z.int().min(1).max(4_096).default(16),
  queue: z.int().min(0).max(65_536).default(1_024).describe('Requests that may wait their turn.'),
  gateway: gatewayLimits
    .optional()
    .describe('Offers the profile to agent programs, within these limits.'),
})

/** A checked profile with its defaults filled in. */
export type ChatProfile = z.infer<typeof chatProfileSchema>

/** The client that a profile describes. */
export function toClientOptions(profile: ChatProfile): ChatClientOptions {
  return {
    baseUrls: profile.base_urls,
    model: profile.model,
    temperature: profile.temperature,
    maxTokens: profile.max_tokens,
    seed: profile.seed,
    stream: profile.stream,
    deadlineMs: profile.deadline_ms,
    ...(profile.api_key_env === undefined ? {} : { apiKeyEnv: profile.api_key_env }),
    ...(profile.stop_token_ids === undefined ? {} : { stopTokenIds: profile.stop_token_ids }),
    ...(profile.best_of === undefined ? {} : { bestOf: profile.best_of }),
    ...(profile.thinking === undefined ? {} : { thinking: profile.thinking }),
    ...(profile.extra_body === undefined ? {} : { extraBody: profile.extra_body as JsonObject }),
  }
}
