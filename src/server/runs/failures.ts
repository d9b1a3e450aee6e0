import { isAttempt } from '../../env/group.ts'
import { splitLessons as lessonLines } from '../../env/group-block.ts'
import type { OpenedPayload } from '../../env/log.ts'
import type { PublicEvent } from '../../env/public-event.ts'
import { listedTask } from '../../env/revision.ts'
import type { Json } from '../../sim/json.ts'
import type { ListedEpisode, StoredEpisode } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { scanForPage } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { findEntry } from '../operations/open.ts'
import { readAttempt, rowPayloads } from '../operations/read-attempt.ts'
import { readStore, scanStore } from '../operations/store-reads.ts'
import { temporaryFault } from '../operations/temporary-fault.ts'
import type { Caller } from '../principal.ts'
import { callerConditions } from './tallies.ts'

const EPISODES_AT_ONCE = 32
const EPISODES_MAX = 500
/** The most facts of one attempt, and of one page. */
const FACTS_OF_EPISODE = 300
const FACTS_MAX = 1_500
const LESSONS_MAX = 500
const EXAMPLES_MAX = 3
/** Longer texts are sentences, which rarely occur twice. */
const VALUE_CHARACTERS_MAX = 80
const LEVELS_MAX = 3
/** The kind of facts that are members of a task. */
const TASK_KIND = 'task'

type Fact = Result<'run.failures'>['facts'][number]

/**
 * Counts facts in the public events of failed and of successful attempts. A fact is a value by the
 * kind and member of its event, so this works for every world.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for cursors of others
 */
export async function readRunFailures(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'run.failures'>,
): Promise<Result<'run.failures'>> {
  return { run: params.run, ...(await countFailures(core, caller, 'run.failures', params)) }
}

/**
 * Counts like `readRunFailures`, over the attempts at tasks of an environment.
 *
 * @throws Fault `env/unknown`, and those of `readRunFailures`
 */
export async function readTaskFailures(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'task.failures'>,
): Promise<Result<'task.failures'>> {
  findEntry(core, params.env)
  return { env: params.env, ...(await countFailures(core, caller, 'task.failures', params)) }
}

async function countFailures(
  core: HostCore,
  caller: Caller,
  list: 'run.failures' | 'task.failures',
  { after, ...asked }: Partial<CheckedParams<'run.failures'>>,
) {
  const conditions = { ...callerConditions(caller, asked), open: false }
  const counts = new FactCounts()
  const look = async (from: { readonly after?: string }): Promise<string | null> => {
    const filter = { ...conditions, ...from, order: 'newest', limit: EPISODES_AT_ONCE } as const
    const page = await scanStore(core, caller, () =>
      core.store.log.list({ ...filter, budgetMs: READ_MS }),
    )
    for (const listedEpisode of page.episodes) {
      const storedEpisode = await scanStore(core, caller, () =>
        core.store.log.load(listedEpisode.episode),
      )
      // Nothing of a damaged log is served.
      const isSound = storedEpisode?.defect === null
      counts.add(
        listedEpisode,
        isSound ? disclosedFacts(core, storedEpisode) : new Set(),
        isSound ? await readLessons(core, listedEpisode, storedEpisode) : undefined,
      )
    }
    return page.next
  }
  const isEnough = (): boolean => counts.looked >= EPISODES_MAX
  const next = await scanForPage(core, caller, {
    list,
    after,
    isEnough,
    scan: look,
  })
  return { ...counts.result(), next }
}

/** The facts in the events of an attempt and in its public task, each of them once. */
function disclosedFacts(core: HostCore, { rows }: StoredEpisode): ReadonlySet<string> {
  const facts = new Set<string>()
  for (const [at, { payload }] of rows.entries()) {
    const row = JSON.parse(payload) as { events?: readonly PublicEvent[] }
    if (at === 0) addTaskFacts(core, facts, row as OpenedPayload)
    const { events = [] } = row
    for (const { kind, call_id: _, ...members } of events) addFacts(facts, kind, '', members, 0)
    if (facts.size >= FACTS_OF_EPISODE) break
  }
  return facts
}

/** The lessons of the critique of a failed attempt; undefined if there are none. */
async function readLessons(
  core: HostCore,
  { episode, success, endReason, group, principal }: ListedEpisode,
  storedEpisode: StoredEpisode,
): Promise<readonly string[] | undefined> {
  if (success === true || endReason === null || !isAttempt(endReason)) return undefined
  const storedCritique = await readStore(() => core.store.book.critique(episode))
  if (storedCritique !== undefined) return lessonLines(storedCritique.text)
  try {
    const rollout = { episode, index: group?.index ?? 0 }
    return lessonLines(
      (await readAttempt(core, rowPayloads(storedEpisode), rollout, principal)).attempt.critique,
    )
  } catch (error) {
    // If this server's environment cannot read a log, only the log's events count.
    if (temporaryFault(error) !== undefined) throw error
    return undefined
  }
}

/** Adds what may be listed of a task, such as the family of its problem. */
function addTaskFacts(core: HostCore, facts: Set<string>, opening: OpenedPayload): void {
  const environment = core.catalog.get(opening.environment)?.environment
  for (const [name, value] of Object.entries(listedTask(environment, opening))) {
    const isText = typeof value === 'string' && name !== 'id' && name !== 'split'
    if (isText) addFacts(facts, TASK_KIND, name, value, 0)
  }
}

function addFacts(
  facts: Set<string>,
  kind: string,
  path: string,
  value: Json | undefined,
  level: number,
): void {
  if (facts.size >= FACTS_OF_EPISODE) return
  if (typeof value === 'string') {
    const isShort = value !== '' && value.length <= VALUE_CHARACTERS_MAX && !value.includes('\n')
    if (isShort) facts.add(JSON.stringify([kind, path, value]))
    return
  }
  if (typeof value !== 'object' || value === null || level > LEVELS_MAX) return
  if (Array.isArray(value)) {
    for (const item of value) addFacts(facts, kind, path, item, level + 1)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    addFacts(facts, kind, path === '' ? name : `${path}.${name}`, member, level + 1)
  }
}

interface FactCount {
  failed: number
  won: number
  readonly examples: string[]
}

/**
 * The facts of a page: the most frequent ones, most failures first. Pages are added up, so a page
 * must not leave out what only its successes have: sums would show more failures than there were.
 */
export function listedFacts<Count extends Pick<FactCount, 'failed' | 'won'>>(
  facts: ReadonlyMap<string, Count>,
): readonly (readonly [fact: string, count: Count])[] {
  const total = ({ failed, won }: Count): number => failed + won
  return [...facts]
    .sort(([, left], [, right]) => total(right) - total(left) || right.failed - left.failed)
    .slice(0, FACTS_MAX)
    .sort(([, left], [, right]) => right.failed - left.failed || right.won - left.won)
}

/** The number of attempts with each fact, separately for success and failure. */
class FactCounts {
  readonly #facts = new Map<string, FactCount>()
  readonly #lessons = new Map<string, { failed: number; examples: string[] }>()
  looked = 0
  #failed = 0
  #critiqued = 0

  add(
    { episode, success }: ListedEpisode,
    facts: ReadonlySet<string>,
    lessons: readonly string[] | undefined,
  ): void {
    this.looked += 1
    if (lessons !== undefined) this.#critiqued += 1
    for (const lesson of new Set(lessons)) {
      const count = this.#lessons.get(lesson) ?? { failed: 0, examples: [] }
      this.#lessons.set(lesson, count)
      count.failed += 1
      if (count.examples.length < EXAMPLES_MAX) count.examples.push(episode)
    }
    if (success !== true) this.#failed += 1
    for (const fact of facts) {
      const count = this.#facts.get(fact) ?? { failed: 0, won: 0, examples: [] }
      this.#facts.set(fact, count)
      if (success === true) count.won += 1
      else {
        count.failed += 1
        if (count.examples.length < EXAMPLES_MAX) count.examples.push(episode)
      }
    }
  }

  result() {
    const facts = listedFacts(this.#facts).map(([fact, { failed, won, examples }]): Fact => {
      const [kind = '', member = '', value = ''] = JSON.parse(fact) as string[]
      return { kind, member, value, failed, won, episode_ids: examples }
    })
    const lessons = [...this.#lessons].sort(([, left], [, right]) => right.failed - left.failed)
    const critiques = lessons
      .slice(0, LESSONS_MAX)
      .map(([text, { failed, examples }]) => ({ text, failed, episode_ids: examples }))
    const counts = { looked: this.looked, failed: this.#failed, critiqued: this.#critiqued }
    return { ...counts, facts, critiques }
  }
}
