import { type Condition, isAttempt } from '../../env/group.ts'
import type { GroupEpisode, GroupKey } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { openingOf } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'

/** Episodes of a group that are read at once. */
const PAGE_EPISODES = 256

/**
 * The stored episodes of a group in order of opening, page by page, in the turns of a line: a group
 * may have had many generations.
 *
 * @throws Fault `store/unavailable`
 */
export async function* episodesOf(
  core: HostCore,
  key: GroupKey,
  line: string,
): AsyncGenerator<readonly GroupEpisode[], void, void> {
  let after: string | undefined
  for (;;) {
    const behind = after
    const page: readonly GroupEpisode[] = await core.scheduler.begin(line, () =>
      readStore(() => core.store.book.groupEpisodes(key, PAGE_EPISODES, behind)),
    )
    if (page.length > 0) yield page
    if (page.length < PAGE_EPISODES) return
    after = page.at(-1)?.episode
  }
}

/** The newest generation of a group as it is stored. */
interface Newest {
  readonly generation: string
  /** Its episodes. */
  readonly episodes: readonly GroupEpisode[]
  /** Every generation that there was, in order. */
  readonly generations: ReadonlySet<string>
  /** Episodes of older generations that never ended. */
  readonly left: readonly string[]
}

/**
 * Reads a group once: its newest generation that is not known to be over.
 *
 * @param wanted the generation to read instead, where it is known
 */
export async function newestOf(
  core: HostCore,
  key: GroupKey,
  { line, wanted, over }: { line: string; wanted?: string | undefined; over?: ReadonlySet<string> },
): Promise<Newest | undefined> {
  const generations = new Set<string>()
  let generation: string | undefined
  let episodes: GroupEpisode[] = []
  let left: string[] = []
  const isOpen = ({ endReason }: GroupEpisode): boolean => endReason === null
  for await (const page of episodesOf(core, key, line)) {
    for (const episode of page) {
      const isNew = !generations.has(episode.generation)
      generations.add(episode.generation)
      const isWanted =
        wanted === undefined
          ? over?.has(episode.generation) !== true
          : episode.generation === wanted
      if (isNew && isWanted) {
        left = left.concat(episodes.filter(isOpen).map((one) => one.episode))
        generation = episode.generation
        episodes = []
      }
      if (episode.generation === generation) episodes.push(episode)
      else if (isOpen(episode)) left.push(episode.episode)
    }
  }
  return generation === undefined ? undefined : { generation, episodes, generations, left }
}

/** The rollouts whose attempts an opening showed, as far as that can be read. */
export async function shownIn(core: HostCore, { episode }: GroupEpisode): Promise<number[]> {
  const stored = await readStore(() => core.store.log.load(episode, 0, 1))
  if (stored === undefined || stored.defect !== null) return []
  return openingOf(stored).attempts_shown.map(({ index }) => index)
}

/** Whether an episode counts: it succeeded, or ended as an attempt that failed. */
export const isTried = ({ success, endReason }: GroupEpisode): boolean =>
  success === true || (endReason !== null && isAttempt(endReason))

/** How many attempts of a condition there were, and how many of them succeeded. */
export function triesOf(episodes: readonly GroupEpisode[], condition: Condition) {
  const tried = episodes.filter((one) => one.condition === condition && isTried(one))
  const successes = tried.filter(({ success }) => success === true).length
  return { attempts: tried.length, successes }
}
