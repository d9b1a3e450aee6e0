import type { SteppedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import type { GroupEpisode } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { PAGE_ROWS } from './load.ts'
import { readStore } from './store-reads.ts'

/** Larger groups are not compared. */
const ROLLOUTS_MAX = 64

/**
 * The first turn, counted from 1, at which rollouts of a group took different actions. Null if they
 * never did, or if the group is too large. Texts beside tool calls are ignored.
 */
export async function firstDivergence(
  core: HostCore,
  queue: string,
  episodes: readonly GroupEpisode[],
): Promise<number | null> {
  if (episodes.length < 2 || episodes.length > ROLLOUTS_MAX) return null
  let first: readonly string[] | undefined
  let until = Number.POSITIVE_INFINITY
  for (const { episode } of episodes) {
    const actions = await readActions(core, queue, episode, until)
    if (actions.length === 0) continue
    first ??= actions
    // A rollout that ended earlier does not differ from the others.
    const sharedLength = Math.min(until, first.length, actions.length)
    const divergence = first
      .slice(0, sharedLength)
      .findIndex((action, turn) => action !== actions[turn])
    if (divergence >= 0) until = divergence
  }
  return Number.isFinite(until) ? until + 1 : null
}

/**
 * The actions of a rollout up to a turn; empty if its log is gone or damaged. It is read in pages,
 * because a log may be long.
 */
async function readActions(
  core: HostCore,
  queue: string,
  episode: string,
  until: number,
): Promise<readonly string[]> {
  const actions: string[] = []
  for (let from = 1; actions.length <= until; from += PAGE_ROWS) {
    const storedEpisode = await core.scheduler.begin(queue, () =>
      readStore(() => core.store.log.load(episode, from, PAGE_ROWS)),
    )
    if (storedEpisode === undefined || storedEpisode.defect !== null) return []
    for (const { kind, payload } of storedEpisode.rows) {
      if (kind === 'stepped')
        actions.push(actionText((JSON.parse(payload) as SteppedPayload).action))
    }
    if (storedEpisode.rows.length < PAGE_ROWS) break
  }
  return actions
}

function actionText(action: Action): string {
  if ('text' in action) return JSON.stringify(action.text)
  const calls = action.tool_calls ?? []
  if (calls.length === 0) return JSON.stringify(action.content ?? '')
  return JSON.stringify(
    calls.map(({ function: called }) => [called.name, parsedArguments(called.arguments)]),
  )
}

/** Arguments are an object, or its JSON text. */
function parsedArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args
  try {
    return JSON.parse(args)
  } catch {
    return args
  }
}
