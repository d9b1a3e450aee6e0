import type { SteppedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import type { GroupEpisode } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { reading } from '../operations/reading.ts'

/** Of larger groups nobody looks at all rollouts side by side. */
const ROLLOUTS_MAX = 64

/**
 * The first turn at which rollouts of a group did different things, counted from 1; null if they
 * never did, or there are too many to look at. Words alone make no difference where tools are
 * called.
 */
export async function partingOf(
  core: HostCore,
  line: string,
  episodes: readonly GroupEpisode[],
): Promise<number | null> {
  if (episodes.length < 2 || episodes.length > ROLLOUTS_MAX) return null
  let known: readonly string[] | undefined
  let parting: number | null = null
  for (const { episode } of episodes) {
    const stored = await core.turns.begin(line, () =>
      reading(() => core.store.log.load(episode, 1)),
    )
    if (stored === undefined || stored.defect !== null) continue
    const acts = stored.rows.flatMap(({ kind, payload }) =>
      kind === 'stepped' ? [deedOf((JSON.parse(payload) as SteppedPayload).action)] : [],
    )
    known ??= acts
    const at = firstDifference(known, acts)
    if (at !== undefined && (parting === null || at < parting)) parting = at
  }
  return parting === null ? null : parting + 1
}

/** Where both went on and did not do the same; one that ended parts from none. */
function firstDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const both = Math.min(one.length, other.length)
  for (let at = 0; at < both; at++) if (one[at] !== other[at]) return at
  return undefined
}

function deedOf(action: Action): string {
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
