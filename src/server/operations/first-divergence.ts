import type { SteppedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import { canonicalJson, type Json } from '../../sim/json.ts'
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
  /** The longest rollout so far. All others took the same actions up to their end or `until`. */
  let longest: readonly string[] = []
  let until = Number.POSITIVE_INFINITY
  for (const { episode } of episodes) {
    const actions = await readActions(core, queue, episode, until)
    // A rollout that ended earlier does not differ from the others.
    const sharedLength = Math.min(until, longest.length, actions.length)
    const divergence = longest
      .slice(0, sharedLength)
      .findIndex((action, turn) => action !== actions[turn])
    if (divergence >= 0) until = divergence
    else if (actions.length > longest.length) longest = actions
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
  return canonicalJson(
    calls.map(({ function: called }) => [called.name, parsedArguments(called.arguments)]),
  )
}

/** Arguments are an object, or its JSON text. The order of members makes no difference. */
function parsedArguments(args: Json): Json {
  if (typeof args !== 'string') return args
  try {
    return JSON.parse(args) as Json
  } catch {
    return args
  }
}
