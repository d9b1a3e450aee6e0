import { rpcError } from '../../../wire/faults.ts'
import type { Result } from '../../../wire/operations.ts'
import type { StepResult } from '../../../wire/results.ts'
import { checkedParams } from '../../../wire/rpc.ts'
import { countedFault } from '../../as-fault.ts'
import type { HostLog } from '../../host-log.ts'
import { inTime } from '../in-time.ts'
import {
  type ClientCall,
  joinContents,
  openingMessages,
  visibleResult,
  waitOptions,
} from '../seated.ts'
import { withoutEvents } from '../without-events.ts'
import { servedName } from './names.ts'
import type { RepeatedTurns } from './repeated-turns.ts'

/** MCP clients wait about a minute for a tool. */
const ANSWER_MS = 50_000

/** The answer of a tool in MCP's form. */
export interface ToolAnswer {
  readonly [key: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}

export interface PlayOptions extends ClientCall {
  readonly log: HostLog
  readonly repeatedTurns: RepeatedTurns<StepResult>
}

type PlayOperation = 'episode.open' | 'episode.step' | 'episode.close' | 'episode.resume'

/** Checks the parameters and calls the host. */
async function perform<Name extends PlayOperation>(
  options: PlayOptions,
  name: Name,
  params: Readonly<Record<string, unknown>>,
): Promise<Result<Name>> {
  const { host, caller } = options
  return host.call(name, caller, checkedParams(name, params), waitOptions(options))
}

/** An answer as text for the model, with everything for the trainer as structured content. */
const answer = (text: string, structuredContent: object): ToolAnswer => ({
  content: [{ type: 'text', text }],
  structuredContent: { ...structuredContent },
})

export async function openEpisodeTool(
  options: PlayOptions,
  params: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const opened = await perform(options, 'episode.open', params)
  const { messages, tools, ...rest } = visibleResult(options.caller, opened)
  const names = tools.map(({ function: { name } }) => servedName(name)).join(', ')
  const episodeNote = `episode_id: ${rest.episode_id}\nGive it to each of these tools: ${names}.`
  return answer(`${joinContents(messages)}\n\n${episodeNote}`, { ...rest, messages })
}

/** Plays one assistant turn: a tool call, or text alone. */
export async function takeTurn(
  options: PlayOptions,
  episode: unknown,
  turn: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const { repeatedTurns, caller, goesOn } = options
  const stepResult = repeatedTurns.run(caller, [episode, turn], (seq) =>
    perform(options, 'episode.step', {
      episode_id: episode,
      action: turn,
      ...(seq === undefined ? {} : { seq }),
    }),
  )
  const result = await inTime(stepResult, { withinMs: ANSWER_MS, goesOn })
  const { messages, ...rest } = withoutEvents(result)
  const isOver = rest.terminated || rest.truncated
  const end = isOver ? `\n\nThe episode is over: ${rest.info.end_reason}.` : ''
  return answer(joinContents(messages) + end, rest)
}

export async function closeEpisodeTool(
  options: PlayOptions,
  params: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const closeResult = await perform(options, 'episode.close', params)
  return answer(`The episode is over: ${closeResult.end_reason}.`, closeResult)
}

/** The opening messages of an episode, for the prompt or resource that shows its task. */
export async function taskText(options: PlayOptions, episode: string): Promise<string> {
  return joinContents(
    openingMessages(await perform(options, 'episode.resume', { episode_id: episode })),
  )
}

/**
 * Returns faults as answers that a model can read. A protocol error would end the agent program.
 */
export async function readable(
  options: PlayOptions,
  work: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  try {
    return await work()
  } catch (error) {
    const fault = countedFault(options.host, error, options.log)
    const text = `${fault.code}: ${fault.message}. ${fault.hint}`
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { fault: rpcError(fault).data },
    }
  }
}
