import type { AnyEnvironment } from '../../src/env/environment.ts'
import type { Action, AssistantMessage, ChatMessage } from '../../src/env/message.ts'
import { assistantMessage } from '../../src/env/playthrough.ts'
import { stream } from '../../src/sim/random.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../src/wire/results.ts'
import { RpcSocket } from '../support/rpc-socket.ts'

/** A well-behaved episode: everything it saw, without the names that differ between servers. */
export interface Story {
  readonly episode: string
  readonly lines: readonly string[]
}

export interface PlayerOptions {
  readonly url: string
  readonly token: string
  readonly environment: AnyEnvironment
  /** Decides task and actions: the same seed plays the same episode on any server. */
  readonly seed: number
  /** Told as soon as the episode has an id. */
  onOpen?(episode: string): void
}

const TASKS = 100
const WAIT_MS_MAX = 8

/**
 * Plays one episode on a socket of its own, with plausible moves, and now and then what a careful
 * client does: repeats a step, asks where it stands, comes back on another socket.
 */
export async function playStory(options: PlayerOptions): Promise<Story> {
  const { environment, seed } = options
  const connect = () => RpcSocket.connect(options.url, { authorization: `Bearer ${options.token}` })
  let rpc = await connect()
  const lines: string[] = []
  const note = (kind: string, value: object, episode: string): void => {
    const { resume_key: _play, view_key: _view, ...rest } = value as Record<string, unknown>
    lines.push(`${kind} ${JSON.stringify(rest).replaceAll(episode, 'EPISODE')}`)
  }
  const task = { env: environment.id, split: 'train', index: seed % TASKS }
  const opened = await rpc.call<OpenResult>('episode.open', task)
  const { episode_id } = opened
  options.onOpen?.(episode_id)
  note('open', opened, episode_id)
  const transcript = [...opened.messages] as (ChatMessage | AssistantMessage)[]
  for (let seq = 1, over = false; !over && seq < 30; seq++) {
    const random = stream(seed, seq, 'fuzz-player')
    const action = shortWait(random.pick(environment.sampleActions(transcript, random)), seq)
    const params = { episode_id, seq, action }
    const stepped = await rpc.call<StepResult>('episode.step', params)
    note('step', stepped, episode_id)
    transcript.push(assistantMessage(action), ...(stepped.messages as ChatMessage[]))
    over = stepped.terminated || stepped.truncated
    if (random.chance(0.2)) note('again', await rpc.call('episode.step', params), episode_id)
    if (random.chance(0.2)) {
      note('where', await rpc.call<ResumeResult>('episode.resume', { episode_id }), episode_id)
    }
    if (random.chance(0.1)) {
      await rpc.close()
      rpc = await connect()
    }
  }
  note('close', await rpc.call('episode.close', { episode_id }), episode_id)
  await rpc.close()
  return { episode: episode_id, lines }
}

/** Some reading takes a little time, so that other work comes in between. */
function shortWait(action: Action, seq: number): Action {
  if (!('tool_calls' in action)) return action
  const calls = (action.tool_calls ?? []).map((call) => {
    if (call.function.name !== 'read_code') return call
    const milliseconds = seq % WAIT_MS_MAX
    return { ...call, function: { ...call.function, arguments: { milliseconds } } }
  })
  return { ...action, tool_calls: calls }
}

/** The first line at which two stories of the same seed differ, in words, or undefined. */
export function difference(story: Story, twin: Story): string | undefined {
  const length = Math.max(story.lines.length, twin.lines.length)
  for (let line = 0; line < length; line++) {
    const [here, there] = [story.lines[line], twin.lines[line]]
    if (here !== there) {
      const cut = (text: string | undefined) => text?.slice(0, 300)
      return `line ${line}: ${cut(here)} instead of ${cut(there)}`
    }
  }
  return undefined
}
