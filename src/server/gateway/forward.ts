import type { Dialect } from '../../env/dialects/dialect.ts'
import { DIALECTS, type DialectName } from '../../env/dialects/index.ts'
import type { ChatRequest, TextMessage } from './formats/chat-form.ts'
import type { GatewayProfile } from './profiles.ts'
import type { EpisodeCalls } from './recorder.ts'
import { renderedIds } from './rendered-ids.ts'

/** A prompt as token ids: those of the previous call, followed by the new ones. */
export interface ForwardedPrompt {
  readonly ids: readonly number[]
  /** Whether the prompt ends with the mark at which thoughts begin, as Qwen3.5's templates do. */
  readonly opensThoughts: boolean
}

/** Why a prompt that continues an earlier call is rendered again. */
interface RenderedAnew {
  readonly why: string
}

interface Forwarding {
  readonly profile: GatewayProfile
  readonly calls: EpisodeCalls
  readonly signal: AbortSignal
}

/** The message before the last answer, in the conversation that finds the end of a turn. */
const PROBE_MESSAGE: TextMessage = { role: 'user', content: 'Go on.' }

/**
 * The prompt of a request as token ids. Rendering a conversation again gives other ids than the
 * sampled ones, so only the messages after the last answer are rendered. Undefined if the request
 * continues no earlier call.
 *
 * @throws the signal's reason
 */
export async function forwardedPrompt(
  { profile, calls, signal }: Forwarding,
  request: ChatRequest,
): Promise<ForwardedPrompt | RenderedAnew | undefined> {
  const { messages, options } = request
  const continued = calls.tree.continuedCall(messages, options.tools ?? [])
  if (continued === undefined || 'why' in continued) return continued
  const hasThoughts = calls.tree.asWritten(messages).some(isThoughtful)
  const reason = whyChatOnly(request, continued.messages, profile.limits.dialect, hasThoughts)
  if (reason !== undefined) return { why: reason }
  const lastAnswer = messages[messages.length - continued.messages.length - 1] as TextMessage
  const turn = [PROBE_MESSAGE, lastAnswer]
  const ask = (conversation: readonly TextMessage[], isPrompt: boolean) =>
    renderedIds(profile, { messages: conversation, options }, isPrompt, signal)
  try {
    const [renderedAlone, followed] = await Promise.all([
      ask(turn, false),
      ask([...turn, ...continued.messages], true),
    ])
    const added = idsAfterTurn(renderedAlone, followed, continued.ids.at(-1) as number)
    if (added === undefined) return { why: 'the template ends a turn otherwise than the model' }
    const { thoughtStart } = continued
    const opensThoughts =
      thoughtStart !== undefined && !thoughtStart.startsWith(thoughtMark(profile.limits.dialect))
    return { ids: [...continued.ids, ...added], opensThoughts }
  } catch (error) {
    signal.throwIfAborted()
    return { why: `the new messages were not rendered: ${String(error).slice(0, 200)}` }
  }
}

/** The mark at which a model's thoughts begin. */
export const thoughtMark = (dialect: string | undefined): string => {
  const { thoughts }: Partial<Dialect> =
    dialect === undefined ? {} : DIALECTS[dialect as DialectName]
  return thoughts?.[0] ?? '<think>'
}

const isThoughtful = (message: TextMessage): boolean =>
  message.role === 'assistant' && message.reasoning_content !== undefined

/** Why only the chat endpoint of a model server can answer a request. */
function whyChatOnly(
  { options }: ChatRequest,
  added: readonly TextMessage[],
  dialect: string | undefined,
  hasThoughts: boolean,
): string | undefined {
  const { tools = [] } = options
  if (added.length === 0) return 'the request adds no message'
  if (added.some(({ role }) => role === 'assistant')) return 'the program wrote an answer itself'
  const constraint = whyConstrained(options)
  if (constraint !== undefined) return constraint
  const hasTools = tools.length > 0
  // Without a dialect, the raw text of an answer would reach the program with its marks.
  if ((hasTools || hasThoughts) && dialect === undefined) return 'the profile names no dialect'
  return undefined
}

/** Why only the chat endpoint can apply the options of a request. */
export function whyConstrained(options: ChatRequest['options']): string | undefined {
  const { tools = [], tool_choice: choice, response_format: format } = options
  if (format !== undefined) return 'the answer is constrained by response_format'
  if (choice !== undefined && choice !== 'auto') return 'the answer is constrained by tool_choice'
  const isOneCall = tools.length > 0 && options.parallel_tool_calls === false
  return isOneCall ? 'only one tool call is allowed' : undefined
}

/** A template writes at most this many ids, for a line break, after the id that ends a turn. */
const TAIL_MAX = 2

/**
 * The ids that a template adds after the end of a turn. Templates rewrite earlier turns and leave
 * thoughts out, so the end is found by counting turns.
 *
 * @param renderedAlone the ids of a conversation that ends with the turn
 * @param followed the ids of the same conversation with more messages
 * @param end the id with which the model ended the turn: its end mark, or the start of the next
 *   turn
 */
export function idsAfterTurn(
  renderedAlone: readonly number[],
  followed: readonly number[],
  end: number,
): readonly number[] | undefined {
  const tail = renderedAlone.slice(renderedAlone.lastIndexOf(end) + 1)
  const isEndWritten = renderedAlone.includes(end) && tail.length <= TAIL_MAX
  const count = renderedAlone.filter((id) => id === end).length + (isEndWritten ? 0 : 1)
  let index = -1
  for (let left = count; left > 0; left--) {
    index = followed.indexOf(end, index + 1)
    if (index < 0) return undefined
  }
  const added = followed.slice(index + 1)
  const hasTail = !isEndWritten || tail.every((id, tailIndex) => added[tailIndex] === id)
  return hasTail && added.length > 0 ? added : undefined
}
