import { hash } from 'node:crypto'
import type { JsonObject } from '../../sim/json.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { GatewayProfile } from './profiles.ts'

/** A request to a model server, and what of it decides how it samples. */
interface UpstreamBody {
  readonly body: JsonObject
  readonly params: JsonObject
  /** How long its messages are. */
  readonly characters: number
  /** Members of the agent's request that the profile has fixed otherwise. */
  readonly overridden: readonly string[]
}

interface Wanted {
  readonly episode: string
  /** The number of the call in its episode. */
  readonly call: number
  readonly stream: boolean
  /** Whether token ids and log-probabilities are asked for. */
  readonly tokens: boolean
  /** What is left of the episode's budget. */
  readonly tokensMax: number
}

/** What the agent decides itself; everything else is for the profile to say. */
const OF_AGENT = ['tools', 'tool_choice', 'parallel_tool_calls', 'stop', 'response_format'] as const

/** Members that decide how a server samples, in `params` of the call's record. */
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

/** The request to the model server: the agent's words under the profile's sampling. */
export function upstreamBody(
  { profile, upstream }: GatewayProfile,
  request: ChatRequest,
  { episode, call, stream, tokens, tokensMax }: Wanted,
): UpstreamBody {
  const { messages, options } = request
  const own = Object.fromEntries(
    OF_AGENT.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as unknown as JsonObject
  const body = {
    ...upstream.fixed,
    ...own,
    messages: messages as unknown as JsonObject['messages'],
    seed: seedOf(profile.seed, episode, call),
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
  return { body, params, overridden, characters: charactersOf(messages) }
}

function charactersOf(messages: ChatRequest['messages']): number {
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

/** Each call draws with a seed of its own, else all rollouts of a group would be one. */
function seedOf(seed: number, episode: string, call: number): number {
  const digest = hash('sha256', `${seed}\n${episode}\n${call}`, 'hex')
  return Number.parseInt(digest.slice(0, 8), 16) % SEEDS
}
