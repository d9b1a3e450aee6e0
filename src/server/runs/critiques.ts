import { lessonsShown } from '../../env/group-block.ts'
import { definedMembers } from '../../sim/defined-members.ts'
import type { GroupEpisode, GroupKey } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { scanForPage } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { countTries, isFinishedAttempt, readNewest } from '../groups/pages.ts'
import { parseOpening } from '../operations/load.ts'
import { scanStore } from '../operations/store-reads.ts'
import { type Caller, callerName, listedPrincipal } from '../principal.ts'

const GROUPS_AT_ONCE = 16
const GROUPS_MAX = 200
const LESSONS_OF_PROMPT = 100
const LESSONS_MAX = 1_000
const EXAMPLES_MAX = 3

type Lesson = Result<'run.critiques'>['lessons'][number]
type Tries = Lesson['clean']

/**
 * Compares attempts with a lesson of a critique in their prompt to clean attempts of the same
 * groups, group by group.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for cursors of others
 */
export async function readRunCritiques(
  core: HostCore,
  caller: Caller,
  { run, principal, env, after }: CheckedParams<'run.critiques'>,
): Promise<Result<'run.critiques'>> {
  const conditions = definedMembers({
    run,
    environment: env,
    principal: listedPrincipal(caller, principal),
  })
  const counts = new LessonCounts()
  const look = async (from: { readonly after?: string }): Promise<string | null> => {
    const filter = { ...conditions, ...from, order: 'newest', limit: GROUPS_AT_ONCE } as const
    const page = await scanStore(core, caller, () =>
      core.store.book.listGroups({ ...filter, budgetMs: READ_MS }),
    )
    for (const key of page.groups) await addGroup(core, caller, key, counts)
    return page.next
  }
  const isEnough = (): boolean => counts.groups >= GROUPS_MAX
  const next = await scanForPage(core, caller, {
    list: 'run.critiques',
    after,
    isEnough,
    scan: look,
  })
  return { run, ...counts.result(), next }
}

/** Adds the newest generation of a group. */
async function addGroup(
  core: HostCore,
  caller: Caller,
  key: GroupKey,
  counts: LessonCounts,
): Promise<void> {
  const episodes = (await readNewest(core, key, { queue: callerName(caller) }))?.episodes ?? []
  const guided: Guided[] = []
  for (const episode of episodes) {
    if (episode.condition !== 'guided' || !isFinishedAttempt(episode)) continue
    const storedEpisode = await scanStore(core, caller, () =>
      core.store.log.load(episode.episode, 0, 1),
    )
    if (storedEpisode === undefined || storedEpisode.defect !== null) continue
    const lessons = parseOpening(storedEpisode).attempts_shown.flatMap(lessonsShown)
    guided.push({ episode, lessons: new Set(lessons.slice(0, LESSONS_OF_PROMPT)) })
  }
  counts.add(countTries(episodes, 'clean'), guided)
}

/** An attempt that ended, and the lessons in its prompt. */
interface Guided {
  readonly episode: GroupEpisode
  readonly lessons: ReadonlySet<string>
}

const NO_TRIES: Tries = { attempts: 0, successes: 0 }
const sum = (left: Tries, right: Tries): Tries => ({
  attempts: left.attempts + right.attempts,
  successes: left.successes + right.successes,
})

/** The results of attempts by the lessons in their prompts. */
class LessonCounts {
  groups = 0
  #looked = 0
  #guided = NO_TRIES
  #clean = NO_TRIES
  readonly #lessons = new Map<string, Lesson>()

  /** Clean attempts of a group count once for each lesson of the group. */
  add(clean: Tries, guidedAttempts: readonly Guided[]): void {
    this.groups += 1
    this.#looked += guidedAttempts.length
    const guided = guidedAttempts.filter(({ lessons }) => lessons.size > 0)
    if (guided.length === 0) return
    this.#clean = sum(this.#clean, clean)
    const seenTexts = new Set<string>()
    for (const { episode, lessons } of guided) {
      const isWon = episode.success === true
      const tried = { attempts: 1, successes: isWon ? 1 : 0 }
      this.#guided = sum(this.#guided, tried)
      for (const text of lessons) {
        const lesson = this.#lessonOf(text)
        lesson.guided = sum(lesson.guided, tried)
        if (!seenTexts.has(text)) lesson.clean = sum(lesson.clean, clean)
        seenTexts.add(text)
        const examples = isWon ? lesson.won_episode_ids : lesson.failed_episode_ids
        if (examples.length < EXAMPLES_MAX) examples.push(episode.episode)
      }
    }
  }

  #lessonOf(text: string): Lesson {
    const lesson = this.#lessons.get(text)
    if (lesson !== undefined) return lesson
    const counts = { guided: NO_TRIES, clean: NO_TRIES }
    const newLesson: Lesson = { text, ...counts, won_episode_ids: [], failed_episode_ids: [] }
    this.#lessons.set(text, newLesson)
    return newLesson
  }

  result() {
    const lessons = [...this.#lessons.values()].sort(
      (left, right) => right.guided.attempts - left.guided.attempts,
    )
    return {
      ...{ groups: this.groups, looked: this.#looked },
      ...{ guided: this.#guided, clean: this.#clean },
      lessons: lessons.slice(0, LESSONS_MAX),
    }
  }
}
