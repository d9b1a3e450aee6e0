import { oneCall } from '../../../env/message.ts'
import { byName } from '../../../sim/by-name.ts'
import type { JsonObject } from '../../../sim/json.ts'
import { Fault } from '../../../wire/faults.ts'
import { checkedParams } from '../../../wire/rpc.ts'
import { findEntry } from '../../operations/open.ts'
import { inTime } from '../in-time.ts'
import {
  assignEpisode,
  closeSeat,
  playTurn,
  resumed,
  type SeatedClient,
  seatedEpisode,
  waitOptions,
} from '../seated.ts'
import { parseRequest } from '../task-requests.ts'
import { promptBlocks, promptMessages, TERMINAL, toolOutput, toolPage } from './blocks.ts'
import { create, type OrsToolCall, orsToolCall } from './requests.ts'

/** Clients close a stream that is silent for 30 seconds, and two of these waits are shorter. */
const ANSWER_MS = 12_000

/** Opens the episode of a session. The same request again returns the same episode. */
export async function createEpisode(player: SeatedClient, session: string, body: unknown) {
  const { task_spec: spec, split, index } = parseRequest(create, body)
  const { host, caller, env, seat } = player
  const task = spec == null ? { split, index } : { task: spec.id, settings: spec.settings }
  const params = checkedParams('episode.open', { env, ...task, open_key: `ors ${session}` })
  const opened = await host.call('episode.open', caller, params, waitOptions(player))
  assignEpisode(seat, opened.episode_id, {})
  return { sid: session }
}

const NO_EPISODE = 'Create it first. A restarted server does not know its earlier sessions.'
const requireEpisode = ({ seat }: SeatedClient): string => seatedEpisode(seat, NO_EPISODE)

export function ping(player: SeatedClient) {
  requireEpisode(player)
  return { status: 'ok' }
}

export const prompt = async (player: SeatedClient) =>
  promptBlocks(await resumed(player, requireEpisode(player)))

export const listMessages = async (player: SeatedClient) =>
  promptMessages(await resumed(player, requireEpisode(player)))

/** The tools of the session's episode. Its settings may change the environment's tools. */
export async function taskTools(player: SeatedClient) {
  const { tools } = await resumed(player, requireEpisode(player))
  const { environment } = findEntry(player.host.core, player.env)
  return toolPage({ tools, takes_answers: environment.turnRules.isFinalAnswer !== undefined })
}

export async function remove(player: SeatedClient, session: string) {
  await closeSeat(player)
  return { sid: session }
}

/** The result of a call, and the number of its step if it was played as one. */
interface Called {
  readonly task: string
  readonly output: object
}

/**
 * Plays a tool call. Its task id is the step number as text, so a client that sends it again gets
 * that step. Calls that cannot be played get an ordinary answer, because an error would end the
 * session.
 */
export async function playCall(player: SeatedClient, body: unknown): Promise<Called> {
  const { task_id: task, ...asked } = parseRequest(orsToolCall, body)
  const episode = requireEpisode(player)
  const action = toAction(asked)
  try {
    const seq = task == null ? undefined : parseSeq(task)
    const result = await inTurn(player, () =>
      playTurn(player, episode, { action, seq, withinMs: ANSWER_MS }),
    )
    return { task: `step-${result.seq}`, output: toolOutput(result) }
  } catch (error) {
    const reason = error instanceof Fault ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    const { code, message, hint } = error as Fault
    return { task: 'none', output: { ok: false, error: `${code}: ${message}. ${hint}`, reason } }
  }
}

/** Models may call several tools at once. Each call becomes a turn, in order of arrival. */
async function inTurn<Result>(
  { seat }: SeatedClient,
  play: () => Promise<Result>,
): Promise<Result> {
  const previousWork = seat.last
  let markDone: () => void = () => undefined
  const thisWork = new Promise<void>((resolve) => {
    markDone = resolve
  })
  seat.last = previousWork.then(() => thisWork)
  try {
    await inTime(previousWork, { withinMs: ANSWER_MS, goesOn: () => undefined })
    return await play()
  } finally {
    markDone()
  }
}

const REASONS: Readonly<Record<string, string>> = byName({
  'episode/closed': 'episode_finished',
  'action/malformed': 'input_validation',
  'action/too_large': 'input_validation',
})

function toAction({ name, input }: Pick<OrsToolCall, 'name' | 'input'>) {
  if (name === TERMINAL.name && typeof input[TERMINAL.arg] === 'string') {
    return { content: input[TERMINAL.arg] }
  }
  return oneCall(name, input as JsonObject)
}

function parseSeq(task: string): number {
  const number = /^step-([1-9][0-9]{0,5})$/.exec(task)?.[1]
  if (number !== undefined) return Number(number)
  throw new Fault('request/invalid', 'task_id must be an id that a call of this session returned')
}
