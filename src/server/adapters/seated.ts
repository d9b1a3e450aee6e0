import { Fault, shown } from '../../wire/faults.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../wire/results.ts'
import { checkedParams } from '../../wire/rpc.ts'
import type { WaitOptions } from '../groups/options.ts'
import type { Host } from '../host.ts'
import { type Caller, waitingConnection } from '../principal.ts'
import { inTime } from './in-time.ts'
import type { Seat } from './seats.ts'
import { withoutEvents } from './without-events.ts'

/** Openings that wait for their group get an answer before the client disconnects. */
const WAIT_MS = 25_000

/** The caller of a call, and how the call is counted. */
export interface ClientCall {
  readonly host: Host
  readonly caller: Caller
  /** Called if the call begins to wait for others. */
  onWait(): void
  /** Called with work that continues after the answer. */
  goesOn(work: Promise<unknown>): void
}

/** A caller that asks about one environment. */
export interface EnvironmentCall extends ClientCall {
  readonly env: string
}

/** One client with its seat. */
export interface SeatedClient extends EnvironmentCall {
  readonly seat: Seat
}

/** How an opening may wait for others of its group. */
export const waitOptions = ({ caller, onWait }: ClientCall): WaitOptions => ({
  waitMs: WAIT_MS,
  connection: waitingConnection(caller),
  onWait,
})

/** The description of the environment. */
export const describeEnvironment = async ({ host, caller, env }: EnvironmentCall) =>
  host.call('env.describe', caller, { env })

/** The current state of an episode, if it belongs to the player's environment. */
export async function resumed(
  { host, caller, env }: Pick<SeatedClient, 'host' | 'caller' | 'env'>,
  id: string,
  key?: string,
): Promise<ResumeResult> {
  const current = await host.call('episode.resume', caller, keyed({ episode_id: id }, key))
  if (current.env === env) return withoutEvents(current)
  throw new Fault('episode/not_found', `the episode ${shown(id)} is one of ${current.env}`)
}

type Keys = Pick<ResumeResult, 'resume_key' | 'view_key'>
/** An answer without the keys of its episode. */
export type WithoutKeys<Result> = Omit<Result, keyof Keys>

/**
 * The part of an answer that clients may show: everything that is not for programs alone. The
 * episode's keys are only for callers with more than a connect key, because they would outlive it.
 */
export function visibleResult<Result extends Keys & Pick<OpenResult, 'info'>>(
  { kind }: Caller,
  result: Result,
): WithoutKeys<Result> {
  const visible = withoutEvents(result)
  if (kind !== 'connect') return visible
  const { resume_key: _play, view_key: _view, ...rest } = visible
  return rest
}

const keyed = <Params extends object>(params: Params, key: string | undefined) =>
  key === undefined ? params : { ...params, resume_key: key }

/** The messages of an episode's opening, without later ones. */
export function openingMessages({ messages }: Pick<ResumeResult, 'messages'>) {
  const first = messages.findIndex(({ role }) => role === 'assistant')
  return first < 0 ? messages : messages.slice(0, first)
}

/** The contents of messages as one text. */
export const joinContents = (messages: readonly { readonly content: string }[]): string =>
  messages.map(({ content }) => content).join('\n\n')

/**
 * The episode of a seat.
 *
 * @param hint how the client gets one
 * @throws Fault `episode/not_found`
 */
export function seatedEpisode({ episode }: Seat, hint: string): string {
  if (episode !== undefined) return episode
  throw new Fault('episode/not_found', 'this session has no episode', { hint })
}

/** Assigns an episode to a seat and replaces the previous one. */
export function assignEpisode(seat: Seat, episode: string, details: Partial<Seat>): void {
  const free = { named: undefined, resumeKey: undefined, isOver: false }
  Object.assign(seat, free, details, { episode })
}

/** Closes the episode of a seat, unless it is the episode to play next. */
export async function closeSeat(
  { host, caller, seat }: SeatedClient,
  next?: string,
): Promise<void> {
  const { episode, isOver, resumeKey } = seat
  if (episode === undefined || isOver || episode === next) return
  seat.isOver = true
  const params = { episode_id: episode, reason: 'client_closed' } as const
  // A step may be under way, or someone else closed the episode. Neither concerns this client.
  await Promise.resolve(host.call('episode.close', caller, keyed(params, resumeKey))).catch(
    () => undefined,
  )
}

/** The number of the next step. For returning clients it comes from the log. */
export async function nextSeq(player: SeatedClient, episode: string): Promise<number> {
  const { seat } = player
  if (seat.nextSeq === undefined) {
    const current = await resumed(player, episode, seat.resumeKey)
    seat.nextSeq = current.next_seq
    seat.isOver = current.closed
  }
  return seat.nextSeq
}

/**
 * Plays a turn. A turn whose answer was not delivered keeps its number, so a repetition is played
 * only once.
 *
 * @param seq default: the next step
 */
export async function playTurn(
  player: SeatedClient,
  episode: string,
  { action, seq, withinMs }: { action: unknown; seq?: number | undefined; withinMs: number },
): Promise<StepResult> {
  const { host, caller, seat, goesOn } = player
  const number = seq ?? (await nextSeq(player, episode))
  const params = keyed({ episode_id: episode, seq: number, action }, seat.resumeKey)
  const checked = checkedParams('episode.step', params)
  try {
    const stepResult = Promise.resolve(host.call('episode.step', caller, checked))
    const result = await inTime(stepResult, { withinMs, goesOn })
    if (waitingConnection(caller)?.closedMs === undefined) seat.nextSeq = result.seq + 1
    seat.isOver = result.terminated || result.truncated
    return withoutEvents(result)
  } catch (error) {
    // Someone else plays this episode too, or the previous answer was lost. The log has the number.
    if (error instanceof Fault && error.code.endsWith('_seq')) seat.nextSeq = undefined
    throw error
  }
}
