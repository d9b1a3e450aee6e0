import { toolSchemasIn } from '../../env/settings.ts'
import { Fault } from '../../wire/faults.ts'
import type { StepResult } from '../../wire/results.ts'
import { checkedParams } from '../../wire/rpc.ts'
import type { Host } from '../host.ts'
import { findPlayedEnvironment } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'
import type { Caller } from '../principal.ts'
import type { Session } from '../session.ts'
import type {
  AssistantTextMessage,
  ChatRequest,
  ChatTool,
  TextMessage,
} from './formats/chat-form.ts'
import type { EpisodeCalls } from './recorder.ts'
import type { Sampled } from './sampled.ts'

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
 * too.
 *
 * @throws Fault `request/invalid` for an agent with its own tools, and the faults of steps
 */
export async function answerInjected(
  { host, caller, session, calls, ask }: Injected,
  request: ChatRequest,
): Promise<Sampled> {
  if (request.options.tools !== undefined) {
    throw new Fault('request/invalid', 'tools are added by the gateway in this episode', {
      hint: 'Leave "tools" out, or open the episode with "tools": "mcp".',
    })
  }
  const tools = toolSchemasIn(session.setup) as unknown as readonly ChatTool[]
  const options = { ...request.options, tools }
  const lastName = calls.tree.names(request.messages).at(-1) ?? ''
  const environment = findPlayedEnvironment(host.core, session.id, session.index.environment)
  const takesAnswers = environment.turnRules.isFinalAnswer !== undefined
  let messages = await readStore(() => calls.wholeConversation(request.messages))
  for (;;) {
    const sampled = await ask({ ...request, options, messages }, lastName)
    const { tool_calls: called = [], content } = sampled.message
    const isMessage = called.length === 0
    if (isMessage && !takesAnswers) return sampled
    const action = isMessage ? { content } : { content, tool_calls: called }
    const params = checkedParams('episode.step', { episode_id: session.id, action })
    const result = await host.call('episode.step', caller, params)
    if (result.terminated || result.truncated) {
      return isMessage ? sampled : lastAnswer(sampled, result)
    }
    messages = [...messages, sampled.message, ...result.messages.map(asChatMessage)]
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
  const content = [...texts, `The episode is over: ${info.end_reason}.`].join('\n\n')
  const message: AssistantTextMessage = { role: 'assistant', content }
  return { ...sampled, message, finishReason: 'stop', logprobs: [] }
}
