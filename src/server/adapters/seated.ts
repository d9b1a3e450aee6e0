import { Fault, shown } from '../../wire/faults.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../wire/results.ts'
import { checkedParams } from '../../wire/rpc.ts'
import type { WaitOptions } from '../groups/options.ts'
import type { Host } from '../host.ts'
import { type Caller, linkOf } from '../principal.ts'
import { inTime } from './in-time.ts'
import type { Seat } from './seats.ts'
import { withoutEvents } from './without-events.ts'

/** Openings that wait for others of their group are answered before their client hangs up. */
const WAIT_MS = 25_000

/** Whoever makes a call, and how it is counted. */
export interface Asker {
  readonly host: Host
  readonly caller: Caller
  /** Called if the call begins to wait for others. */
  onWait(): void
  /** Called with work that goes on after the call was answered. */
  goesOn(work: Promise<unknown>): void
}

/** Whoever asks about one environment. */
export interface EnvironmentAsker extends Asker {
  readonly env: string
}

/** One client at its place. */
export interface Player extends EnvironmentAsker {
  readonly seat: Seat
}

/** How an opening may wait for others of its group. */
export const waitOptionsOf = ({ caller, onWait }: Asker): WaitOptions => ({
  waitMs: WAIT_MS,
  connection: linkOf(caller),
  onWait,
})

/** What is known of the environment. */
export const describe = async ({ host, caller, env }: EnvironmentAsker) =>
  host.call('env.describe', caller, { env })

/** An episode as it stands, if it is one of the player's environment. */
export async function resumed(
  { host, caller, env }: Pick<Player, 'host' | 'caller' | 'env'>,
  id: string,
  key?: string,
): Promise<ResumeResult> {
  const current = await host.call('episode.resume', caller, keyed({ episode_id: id }, key))
  if (current.env === env) return withoutEvents(current)
  throw new Fault('episode/not_found', `the episode ${shown(id)} is one of ${current.env}`)
}

type Keys = Pick<ResumeResult, 'resume_key' | 'view_key'>
/** An answer without the keys of its episode. */
export type Shown<Result> = Omit<Result, keyof Keys>

/**
 * What an answer tells of its episode, to be shown: nothing that is for programs alone. Keys of the
 * episode are for those who have more than a connect key, which must not outlive its own end.
 */
export function shownTo<Result extends Keys & Pick<OpenResult, 'info'>>(
  { kind }: Caller,
  result: Result,
): Shown<Result> {
  const shown = withoutEvents(result)
  if (kind !== 'connect') return shown
  const { resume_key: _play, view_key: _view, ...rest } = shown
  return rest
}

const keyed = <Params extends object>(params: Params, key: string | undefined) =>
  key === undefined ? params : { ...params, resume_key: key }

/** The messages of an episode's opening, without what was played since. */
export function openingMessages({ messages }: Pick<ResumeResult, 'messages'>) {
  const first = messages.findIndex(({ role }) => role === 'assistant')
  return first < 0 ? messages : messages.slice(0, first)
}

/** Puts an episode at a seat, in the place of what was there. */
export function take(seat: Seat, episode: string, rest: Partial<Seat>): void {
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

/** The number of the next step: the log tells those who come back. */
export async function nextSeq(player: Player, episode: string): Promise<number> {
  const { seat } = player
  if (seat.nextSeq === undefined) {
    const current = await resumed(player, episode, seat.resumeKey)
    seat.nextSeq = current.next_seq
    seat.isOver = current.closed
  }
  return seat.nextSeq
}

/**
 * Plays a turn. One whose answer reached nobody has the same number when it is sent again, so that
 * it is played once.
 *
 * @param seq left out: the step that comes next
 */
export async function playTurn(
  player: Player,
  episode: string,
  { action, seq, withinMs }: { action: unknown; seq?: number | undefined; withinMs: number },
): Promise<StepResult> {
  const { host, caller, seat, goesOn } = player
  const number = seq ?? (await nextSeq(player, episode))
  const params = keyed({ episode_id: episode, seq: number, action }, seat.resumeKey)
  const checked = checkedParams('episode.step', params)
  try {
    const played = Promise.resolve(host.call('episode.step', caller, checked))
    const result = await inTime(played, { withinMs, goesOn })
    if (linkOf(caller)?.closedMs === undefined) seat.nextSeq = result.seq + 1
    seat.isOver = result.terminated || result.truncated
    return withoutEvents(result)
  } catch (error) {
    // Somebody else plays here too, or the answer before was lost: the log knows.
    if (error instanceof Fault && error.code.endsWith('_seq')) seat.nextSeq = undefined
    throw error
  }
}
