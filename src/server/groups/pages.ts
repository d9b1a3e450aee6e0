import { type Condition, isAttempt } from '../../env/group.ts'
import type { GroupEpisode, GroupKey } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { parseOpening } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'

/** Episodes of a group that are read at once. */
const PAGE_EPISODES = 256

/**
 * The stored episodes of a group in order of opening. They are read in pages in the turns of a
 * queue, because a group may have had many generations.
 *
 * @throws Fault `store/unavailable`
 */
export async function* readEpisodes(
  core: HostCore,
  key: GroupKey,
  queue: string,
): AsyncGenerator<readonly GroupEpisode[], void, void> {
  let afterEpisode: string | undefined
  for (;;) {
    const behind = afterEpisode
    const page: readonly GroupEpisode[] = await core.scheduler.begin(queue, () =>
      readStore(() => core.store.book.groupEpisodes(key, PAGE_EPISODES, behind)),
    )
    if (page.length > 0) yield page
    if (page.length < PAGE_EPISODES) return
    afterEpisode = page.at(-1)?.episode
  }
}

/** The newest generation of a group as stored. */
interface Newest {
  readonly generation: string
  /** Its episodes. */
  readonly episodes: readonly GroupEpisode[]
  /** All generations of the group, in order. */
  readonly generations: ReadonlySet<string>
  /** Episodes of older generations that never ended. */
  readonly openEarlier: readonly string[]
}

/**
 * Reads the newest generation of a group that is not known to be over.
 *
 * @param wanted the generation to read instead, if it is known
 */
export async function readNewest(
  core: HostCore,
  key: GroupKey,
  {
    queue,
    wanted,
    endedGenerations,
  }: { queue: string; wanted?: string | undefined; endedGenerations?: ReadonlySet<string> },
): Promise<Newest | undefined> {
  const generations = new Set<string>()
  let generation: string | undefined
  let episodes: GroupEpisode[] = []
  let openEarlier: string[] = []
  const isOpen = ({ endReason }: GroupEpisode): boolean => endReason === null
  for await (const page of readEpisodes(core, key, queue)) {
    for (const episode of page) {
      const isNew = !generations.has(episode.generation)
      generations.add(episode.generation)
      const isWanted =
        wanted === undefined
          ? endedGenerations?.has(episode.generation) !== true
          : episode.generation === wanted
      if (isNew && isWanted) {
        openEarlier = openEarlier.concat(episodes.filter(isOpen).map((member) => member.episode))
        generation = episode.generation
        episodes = []
      }
      if (episode.generation === generation) episodes.push(episode)
      else if (isOpen(episode)) openEarlier.push(episode.episode)
    }
  }
  return generation === undefined ? undefined : { generation, episodes, generations, openEarlier }
}

/** The member indices of the attempts in the prompt of an opening; empty if it cannot be read. */
export async function attemptsIn(core: HostCore, { episode }: GroupEpisode): Promise<number[]> {
  const firstRow = await readStore(() => core.store.log.load(episode, 0, 1))
  if (firstRow === undefined || firstRow.defect !== null) return []
  return parseOpening(firstRow).attempts_shown.map(({ index }) => index)
}

/** Whether an episode succeeded, or ended as a failed attempt. */
export const isFinishedAttempt = ({ success, endReason }: GroupEpisode): boolean =>
  success === true || (endReason !== null && isAttempt(endReason))

/** The number of attempts of a condition, and of successful ones. */
export function countTries(episodes: readonly GroupEpisode[], condition: Condition) {
  const finished = episodes.filter(
    (episode) => episode.condition === condition && isFinishedAttempt(episode),
  )
  const successes = finished.filter(({ success }) => success === true).length
  return { attempts: finished.length, successes }
}
