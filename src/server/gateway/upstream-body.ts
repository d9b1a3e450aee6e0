import { hash } from 'node:crypto'
import type { JsonObject } from '../../sim/json.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { GatewayProfile } from './profiles.ts'

/** A request to a model server, and the part of it that decides how it samples. */
interface UpstreamBody {
  readonly body: JsonObject
  readonly params: JsonObject
  /** The number of characters in its messages. */
  readonly characters: number
  /** Members of the agent's request that the profile overrides. */
  readonly overridden: readonly string[]
}

interface CallOptions {
  readonly episode: string
  /** The number of the call in its episode. */
  readonly call: number
  readonly stream: boolean
  /** Whether token ids and log-probabilities are requested. */
  readonly tokens: boolean
  /** The rest of the episode's budget. */
  readonly tokensMax: number
}

/** The members that the agent decides. The profile decides all others. */
const OF_AGENT = ['tools', 'tool_choice', 'parallel_tool_calls', 'stop', 'response_format'] as const

/** Members that affect sampling, which `params` of the call's record contains. */
const SAMPLING = [
  ...['model', 'temperature', 'top_p', 'top_k', 'min_p', 'max_tokens', 'seed', 'stop'],
  ...['stop_token_ids', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'],
  ...['tool_choice', 'parallel_tool_calls', 'response_format', 'chat_template_kwargs'],
]

const FIXED = [
  ...['temperature', 'top_p', 'top_k', 'seed', 'frequency_penalty', 'presence_penalty'],
  'reasoning_effort',
] as const

/** Whether an agent wants log-probabilities in its answer. */
export const wantsLogprobs = ({ options }: ChatRequest): boolean =>
  options.logprobs === true || options.top_logprobs !== undefined

/** How many likely tokens an agent wants with each log-probability; undefined without any. */
export const wantedAlternatives = (request: ChatRequest): number | undefined =>
  wantsLogprobs(request) ? (request.options.top_logprobs ?? 0) : undefined

/** The request to the model server: the agent's messages with the profile's sampling. */
export function upstreamBody(
  { profile, upstream }: GatewayProfile,
  request: ChatRequest,
  { episode, call, stream, tokens, tokensMax }: CallOptions,
): UpstreamBody {
  const { messages, options } = request
  const ownMembers = Object.fromEntries(
    OF_AGENT.flatMap((name) => {
      // OpenAI refuses it without tools.
      const isMeaningless = name === 'parallel_tool_calls' && options.tools === undefined
      return options[name] === undefined || isMeaningless ? [] : [[name, options[name]]]
    }),
  ) as unknown as JsonObject
  const body = {
    ...upstream.fixed,
    ...ownMembers,
    messages: messages as unknown as JsonObject['messages'],
    seed: callSeed(profile.seed, episode, call),
    max_tokens: Math.min(profile.max_tokens, options.max_tokens ?? Infinity, tokensMax),
    stream,
    ...(stream ? { stream_options: { include_usage: true } } : {}),
    ...(tokens ? { return_token_ids: true } : {}),
    ...(tokens || wantsLogprobs(request) ? { logprobs: true } : {}),
    ...(options.top_logprobs === undefined ? {} : { top_logprobs: options.top_logprobs }),
  } satisfies JsonObject
  const params = Object.fromEntries(
    SAMPLING.flatMap((name) => {
      const value = (body as JsonObject)[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const overridden = FIXED.filter((name) => options[name] !== undefined)
  return { body, params, overridden, characters: countCharacters(messages) }
}

function countCharacters(messages: ChatRequest['messages']): number {
  let count = 0
  for (const message of messages) {
    count += message.content?.length ?? 0
    if (message.role !== 'assistant') continue
    count += message.reasoning_content?.length ?? 0
    for (const { function: called } of message.tool_calls ?? []) count += called.arguments.length
  }
  return count
}

const SEEDS = 2 ** 31

/** Each call has its own seed. Otherwise all rollouts of a group would be identical. */
function callSeed(seed: number, episode: string, call: number): number {
  const digest = hash('sha256', `${seed}\n${episode}\n${call}`, 'hex')
  return Number.parseInt(digest.slice(0, 8), 16) % SEEDS
}
