import { toolSchemasIn } from '../../env/settings.ts'
import { Fault } from '../../wire/faults.ts'
import type { StepResult } from '../../wire/results.ts'
import { checkedParams } from '../../wire/rpc.ts'
import type { Host } from '../host.ts'
import { findPlayedEnvironment } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'
import type { Caller } from '../principal.ts'
import type { Session } from '../session.ts'
import type { CallRecord } from './call-body.ts'
import type {
  AssistantTextMessage,
  ChatRequest,
  ChatTool,
  TextMessage,
} from './formats/chat-form.ts'
import type { EpisodeCalls } from './recorder.ts'
import { recordedAnswer } from './replay.ts'
import type { Sampled } from './sampled.ts'

/** The last words to a program whose episode is over. */
export const overText = (reason: string | undefined): string => `The episode is over: ${reason}.`

/** An agent whose episode the gateway plays. */
interface Injected {
  readonly host: Host
  readonly caller: Caller
  readonly session: Session
  readonly calls: EpisodeCalls
  /**
   * Makes one model call, which is stored.
   *
   * @param lastName the name of the agent's message
   */
  ask(request: ChatRequest, lastName: string): Promise<Sampled>
}

/**
 * Calls the model with the episode's tools and plays its tool calls as steps, until it answers
 * without a call or the episode is over. Where a message is an answer to the task, it is a step
 * too. A repeated request goes on where its turn stopped, because its steps cannot be taken back.
 *
 * @throws Fault `request/invalid` for an agent with its own tools, and the faults of steps
 */
export async function answerInjected(injected: Injected, request: ChatRequest): Promise<Sampled> {
  if (request.options.tools !== undefined) {
    throw new Fault('request/invalid', 'tools are added by the gateway in this episode', {
      hint: 'Leave "tools" out, or open the episode with "tools": "mcp".',
    })
  }
  const { host, session, calls, ask } = injected
  const tools = toolSchemasIn(session.setup) as unknown as readonly ChatTool[]
  const options = { ...request.options, tools }
  const lastName = calls.tree.names(request.messages).at(-1) ?? ''
  const environment = findPlayedEnvironment(host.core, session.id, session.index.environment)
  const takesAnswers = environment.turnRules.isFinalAnswer !== undefined
  const begun = await readStore(() => calls.lastOfTurn(lastName))
  let messages = begun?.prompt ?? (await readStore(() => calls.wholeConversation(request.messages)))
  let stored = begun === undefined ? undefined : storedAction(begun.record, takesAnswers)
  for (;;) {
    const sampled = stored?.sampled ?? (await ask({ ...request, options, messages }, lastName))
    const { message } = sampled
    const isMessage = message.tool_calls === undefined
    if (isMessage && !takesAnswers) return sampled
    const result = await playAnswer(injected, message, stored?.seq)
    stored = undefined
    // Its stored answer cannot be played, so the model is asked again.
    if (result === 'refused') continue
    if (result === 'over') return overAnswer(sampled, session)
    if (result.terminated || result.truncated) {
      return isMessage ? sampled : lastAnswer(sampled, result)
    }
    messages = [...messages, message, ...result.messages.map(asChatMessage)]
  }
}

/**
 * The answer of a turn's last call, if it is an action. Its step may have been played before: the
 * number of the step then gives its recorded result.
 */
function storedAction(record: CallRecord, takesAnswers: boolean) {
  const { answer, failure, position } = record
  if (answer === null || failure !== null) return undefined
  if (answer.tool_calls === undefined && !takesAnswers) return undefined
  return { sampled: recordedAnswer(record, null), seq: position + 1 }
}

/**
 * Plays an answer of the model as a step. `over`: the episode ended before it. `refused`: a stored
 * answer cannot be played.
 *
 * @param seq the number of the step, for a stored answer
 */
async function playAnswer(
  { host, caller, session }: Injected,
  { content, tool_calls: calls = [] }: AssistantTextMessage,
  seq: number | undefined,
): Promise<StepResult | 'over' | 'refused'> {
  const action = calls.length === 0 ? { content } : { content, tool_calls: calls }
  const step = { episode_id: session.id, action, ...(seq === undefined ? {} : { seq }) }
  try {
    return await host.call('episode.step', caller, checkedParams('episode.step', step))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'episode/closed') return 'over'
    if (seq === undefined || error.retryable) throw error
    return 'refused'
  }
}

type EnvironmentMessage = StepResult['messages'][number]

const asChatMessage = ({ role, content, ...rest }: EnvironmentMessage): TextMessage =>
  ({
    ...{ role, content: content ?? '' },
    ...('tool_call_id' in rest ? { tool_call_id: rest.tool_call_id } : {}),
  }) as TextMessage

/** The last message to the agent at the end of its episode. The model did not write it. */
function lastAnswer(sampled: Sampled, { messages, info }: StepResult): Sampled {
  const texts = messages.map(({ content }) => content ?? '').filter((text) => text !== '')
  return endAnswer(sampled, [...texts, overText(info.end_reason)])
}

/** The last message to the agent if its episode was ended while the model answered. */
const overAnswer = (sampled: Sampled, { state }: Session): Sampled =>
  endAnswer(sampled, [overText(state.end?.reason ?? 'closed')])

const endAnswer = (sampled: Sampled, texts: readonly string[]): Sampled => ({
  ...sampled,
  message: { role: 'assistant', content: texts.join('\n\n') },
  finishReason: 'stop',
  logprobs: [],
})
