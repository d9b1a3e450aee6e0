import type { SteppedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import type { GroupEpisode } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { PAGE_ROWS } from '../operations/load.ts'
import { reading } from '../operations/reading.ts'

/** Of larger groups nobody looks at all rollouts side by side. */
const ROLLOUTS_MAX = 64

/**
 * The first turn at which rollouts of a group did different things, counted from 1; null if they
 * never did, or there are too many to look at. Words alone make no difference where tools are
 * called.
 */
export async function firstDivergence(
  core: HostCore,
  line: string,
  episodes: readonly GroupEpisode[],
): Promise<number | null> {
  if (episodes.length < 2 || episodes.length > ROLLOUTS_MAX) return null
  let known: readonly string[] | undefined
  let parting: number | null = null
  for (const { episode } of episodes) {
    const acts = await actionsOf(core, line, episode, parting ?? Number.POSITIVE_INFINITY)
    if (acts === undefined) continue
    known ??= acts
    const at = firstDifference(known, acts)
    if (at !== undefined && (parting === null || at < parting)) parting = at
  }
  return parting === null ? null : parting + 1
}

/**
 * What a rollout did, turn by turn, up to a turn behind which nobody looks; undefined if its log is
 * gone or damaged. A log is read in pages: it may be longer than anybody should wait for.
 */
async function actionsOf(
  core: HostCore,
  line: string,
  episode: string,
  last: number,
): Promise<readonly string[] | undefined> {
  const deeds: string[] = []
  for (let from = 1; deeds.length <= last; from += PAGE_ROWS) {
    const stored = await core.turns.begin(line, () =>
      reading(() => core.store.log.load(episode, from, PAGE_ROWS)),
    )
    if (stored === undefined || stored.defect !== null) return undefined
    for (const { kind, payload } of stored.rows) {
      if (kind === 'stepped') deeds.push(actionOf((JSON.parse(payload) as SteppedPayload).action))
    }
    if (stored.rows.length < PAGE_ROWS) break
  }
  return deeds
}

/** Where both went on and did not do the same; one that ended parts from none. */
function firstDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const both = Math.min(one.length, other.length)
  for (let at = 0; at < both; at++) if (one[at] !== other[at]) return at
  return undefined
}

function actionOf(action: Action): string {
  if ('text' in action) return JSON.stringify(action.text)
  const calls = action.tool_calls ?? []
  if (calls.length === 0) return JSON.stringify(action.content ?? '')
  return JSON.stringify(calls.map(({ function: called }) => [called.name, plain(called.arguments)]))
}

/** Arguments come as an object, or as its text. */
function plain(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
