import { Fault, shown } from '../../../wire/faults.ts'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import { checkedParams } from '../../../wire/rpc.ts'
import type { WaitOptions } from '../../groups/turn.ts'
import type { Host } from '../../host.ts'
import { type Caller, linkOf } from '../../principal.ts'
import { isEpisodeId } from './names.ts'
import { type ObservationData, openingObservation, stepObservation } from './observation.ts'
import { readAction } from './read-action.ts'
import { openingOf, resetMembers } from './reset-request.ts'
import type { Seat } from './seats.ts'

/** Clients hang up after 60 seconds: by then they have an answer. */
export const ANSWER_MS = 50_000
const WAIT_MS = 25_000

/** One client at its place. */
export interface Player {
  readonly host: Host
  readonly caller: Caller
  readonly env: string
  readonly seat: Seat
  /** Called if the call begins to wait for others. */
  onWait(): void
}

/** What is known of the environment. */
export const describe = async ({ host, caller, env }: Omit<Player, 'seat' | 'onWait'>) =>
  host.call('env.describe', caller, { env })

/** Opens an episode, or goes on with the one that is named. What was open before is closed. */
export async function reset(player: Player, data: unknown): Promise<ObservationData> {
  const { seat } = player
  if (seat.isResetting) throw new Fault('step/in_flight', 'this session is being reset')
  seat.isResetting = true
  try {
    return await resetTo(player, resetMembers(data))
  } finally {
    seat.isResetting = false
  }
}

async function resetTo(
  player: Player,
  members: Readonly<Record<string, unknown>>,
): Promise<ObservationData> {
  const { seat, host, caller } = player
  const description = await describe(player)
  const { episode_id: named, resume_key: key } = members
  const isKnown = typeof named === 'string' && isEpisodeId(named)
  if (isKnown || key !== undefined) return attach(player, members)
  const request = openingOf(description, members)
  const waitOptions: WaitOptions = {
    waitMs: WAIT_MS,
    connection: linkOf(caller),
    onWait: player.onWait,
  }
  const opened = await host.call('episode.open', caller, request, waitOptions)
  const id = opened.episode_id
  const current = named === undefined ? undefined : await resumed(player, id)
  if (current?.closed === true) {
    const message = `the episode_id ${shown(named)} was played before and is over`
    throw new Fault('episode/key_reused', message, { hint: 'Choose another, or leave it out.' })
  }
  await leave(player, id)
  take(seat, id, { named: named as string | undefined, nextSeq: current?.next_seq ?? 1 })
  const { split, index } = request
  return openingObservation(current ?? opened, { split, index })
}

/** Goes on with an episode by its id. */
async function attach(
  player: Player,
  members: Readonly<Record<string, unknown>>,
): Promise<ObservationData> {
  const { seed: _, ...params } = members
  const { episode_id: id, resume_key: key } = checkedParams('episode.resume', params)
  const current = await resumed(player, id, key)
  await leave(player, id)
  const { next_seq: nextSeq, closed: isOver } = current
  take(player.seat, id, { nextSeq, isOver, resumeKey: key })
  return openingObservation(current, {})
}

async function resumed({ host, caller, env }: Player, id: string, key?: string) {
  const current = await host.call('episode.resume', caller, keyed({ episode_id: id }, key))
  if (current.env === env) return current
  throw new Fault('episode/not_found', `the episode ${shown(id)} is one of ${current.env}`)
}

const keyed = <Params extends object>(params: Params, key: string | undefined) =>
  key === undefined ? params : { ...params, resume_key: key }

function take(seat: Seat, episode: string, rest: Partial<Seat>): void {
  const free = { named: undefined, resumeKey: undefined, isOver: false }
  Object.assign(seat, free, rest, { episode })
}

/** Closes the episode of a seat, unless it is the one that is to be played. */
export async function leave({ host, caller, seat }: Player, next?: string): Promise<void> {
  const { episode, isOver, resumeKey } = seat
  if (episode === undefined || isOver || episode === next) return
  seat.isOver = true
  const params = { episode_id: episode, reason: 'client_closed' } as const
  // A step may be under way, or somebody else has closed it: neither is this client's concern.
  await Promise.resolve(host.call('episode.close', caller, keyed(params, resumeKey))).catch(
    () => undefined,
  )
}

function needEpisode({ seat }: Player): string {
  if (seat.episode !== undefined) return seat.episode
  throw new Fault('episode/not_found', 'this session has no episode', {
    hint:
      'Send reset first; to go on after a drop, reset with the episode_id of the metadata, or ' +
      'give each client a session of its own: the header X-Session-ID, or /sessions/NAME in ' +
      'the base URL.',
  })
}

/** The number of the next step: the log tells those who come back. */
async function nextSeq(player: Player, episode: string): Promise<number> {
  const { seat } = player
  if (seat.nextSeq === undefined) {
    const current = await resumed(player, episode, seat.resumeKey)
    seat.nextSeq = current.next_seq
    seat.isOver = current.closed
  }
  return seat.nextSeq
}

/**
 * Plays a step. One whose answer reached nobody has the same number when it is sent again, so that
 * it is played once.
 */
export async function step(player: Player, data: unknown): Promise<ObservationData> {
  const asked = readAction(data)
  if (asked.kind === 'list_tools') return toolList(await describe(player))
  const { host, caller, seat } = player
  const episode = needEpisode(player)
  const seq = await nextSeq(player, episode)
  const params = keyed({ episode_id: episode, seq, action: asked.action }, seat.resumeKey)
  const checked = checkedParams('episode.step', params)
  try {
    const played = host.call('episode.step', caller, checked)
    const result = await inTime(Promise.resolve(played))
    if (linkOf(caller)?.closedMs === undefined) seat.nextSeq = result.seq + 1
    seat.isOver = result.terminated || result.truncated
    return stepObservation(result, asked.tool)
  } catch (error) {
    // Somebody else plays here too, or the answer before was lost: the log knows.
    if (error instanceof Fault && error.code.endsWith('_seq')) seat.nextSeq = undefined
    throw error
  }
}

const toolList = ({ tools }: EnvironmentDescription): ObservationData => ({
  observation: { tools: mcpTools(tools) },
  reward: null,
  done: false,
  metadata: {},
})

/** Tools as MCP lists them. */
export const mcpTools = (tools: EnvironmentDescription['tools']) =>
  tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    inputSchema: parameters,
  }))

/** Waits for a step as long as its client does; it goes on, and may be asked for again. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `the step takes longer than ${ANSWER_MS / 1000} seconds`
    const hint = 'Send the same step again: it is played once.'
    timer = setTimeout(() => reject(new Fault('step/in_flight', message, { hint })), ANSWER_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Where the seat's episode stands. */
export async function state(player: Player): Promise<Readonly<Record<string, unknown>>> {
  const { seat } = player
  if (seat.episode === undefined) return { episode_id: null, step_count: 0 }
  const seq = await nextSeq(player, seat.episode)
  const { episode, named, isOver } = seat
  return {
    episode_id: named ?? episode,
    step_count: seq - 1,
    is_over: isOver,
    backchannel_episode_id: episode,
  }
}
