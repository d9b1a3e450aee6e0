import type {
  Book,
  Critique,
  GroupEpisode,
  GroupFilter,
  GroupKey,
  MemberHeartbeat,
  RunFilter,
  StoredGroupPage,
  StoredRunPage,
} from '../book.ts'
import type { EpisodeSummary } from '../episode-log.ts'
import { buildRunPage, parseRunCursor, type RunMean } from '../run-page.ts'
import { pageSize } from '../summary.ts'

interface Mean {
  episodes: number
  total: number
}

const groupKeyText = ({ principal, run, id }: GroupKey): string =>
  JSON.stringify([principal, run, id])

type RunName = Pick<RunMean, 'principal' | 'run'>

/** Below 0 if one run comes before the other, by principal and name in bytes, as SQLite does. */
const inOrder = (left: RunName, right: RunName): number =>
  compareBytes(left.principal, right.principal) || compareBytes(left.run, right.run)

const compareBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

interface MemoryBookOptions {
  summaryOf(episode: string): EpisodeSummary | undefined
  nowMs(): number
  /** @throws StoreError `closed` */
  mustBeOpen(): void
}

/** The book of groups, runs and critiques in memory. */
export class MemoryBook implements Book {
  readonly #options: MemoryBookOptions
  /** The episodes of each group, both in order of opening; pruned ones are passed over. */
  readonly #groups = new Map<string, { readonly key: GroupKey; readonly episodes: string[] }>()
  readonly #means = new Map<string, Mean>()
  readonly #critiques = new Map<string, Critique>()
  readonly #revocations = new Map<string, number>()
  /** By group, then by generation and number. */
  readonly #heartbeats = new Map<string, Map<string, MemberHeartbeat>>()

  constructor(options: MemoryBookOptions) {
    this.#options = options
  }

  async baseline(episode: string): Promise<number | null> {
    this.#options.mustBeOpen()
    return this.#options.summaryOf(episode)?.baseline ?? null
  }

  async putCritique(episode: string, critique: Critique): Promise<Critique> {
    this.#options.mustBeOpen()
    const storedCritique = this.#critiques.get(episode) ?? critique
    if (this.#isStored(episode)) this.#critiques.set(episode, storedCritique)
    return storedCritique
  }

  async critique(episode: string): Promise<Critique | undefined> {
    this.#options.mustBeOpen()
    return this.#critiques.get(episode)
  }

  async saveHeartbeats(marks: readonly MemberHeartbeat[]): Promise<void> {
    this.#options.mustBeOpen()
    for (const mark of marks) {
      const key = groupKeyText(mark.group)
      const members = this.#heartbeats.get(key) ?? new Map<string, MemberHeartbeat>()
      this.#heartbeats.set(key, members)
      const name = JSON.stringify([mark.generation, mark.index])
      if (mark.lastHeartbeatMs > (members.get(name)?.lastHeartbeatMs ?? Number.NEGATIVE_INFINITY)) {
        members.set(name, mark)
      }
    }
  }

  async heartbeats(group: GroupKey): Promise<readonly MemberHeartbeat[]> {
    this.#options.mustBeOpen()
    const members = this.#heartbeats.get(groupKeyText(group))?.values() ?? []
    return [...members].sort((left, right) => left.index - right.index)
  }

  async deleteHeartbeats(groups: readonly GroupKey[]): Promise<void> {
    this.#options.mustBeOpen()
    for (const group of groups) this.#heartbeats.delete(groupKeyText(group))
  }

  async revokedMs(episode: string): Promise<number> {
    this.#options.mustBeOpen()
    return this.#revocations.get(episode) ?? 0
  }

  async revoke(episode: string): Promise<number> {
    this.#options.mustBeOpen()
    const atMs = Math.max(this.#options.nowMs(), (this.#revocations.get(episode) ?? 0) + 1)
    if (episode.startsWith('ck_') || this.#isStored(episode)) this.#revocations.set(episode, atMs)
    return atMs
  }

  /** A record of an episode that was pruned would stay for good. */
  #isStored(episode: string): boolean {
    return this.#options.summaryOf(episode) !== undefined
  }

  /** Forgets what it has of pruned episodes. */
  remove(summaries: readonly EpisodeSummary[]): void {
    for (const { episode } of summaries) {
      this.#critiques.delete(episode)
      this.#revocations.delete(episode)
    }
    for (const [key, { episodes }] of this.#groups) {
      const isLeft = episodes.some((episode) => this.#options.summaryOf(episode) !== undefined)
      if (!isLeft) this.#groups.delete(key)
    }
    for (const key of this.#heartbeats.keys())
      if (!this.#groups.has(key)) this.#heartbeats.delete(key)
  }

  addEpisode({ episode, group, run, principal }: EpisodeSummary): void {
    if (group === null || run === null) return
    const key = { principal, run, id: group.id }
    const members = this.#groups.get(groupKeyText(key))
    if (members === undefined) this.#groups.set(groupKeyText(key), { key, episodes: [episode] })
    else members.episodes.push(episode)
  }

  /** Takes an ended episode into the mean of its run, and gives it the mean before it. */
  endEpisode(summary: EpisodeSummary, isAttempt: boolean): EpisodeSummary {
    const { principal, run, condition, total } = summary
    if (run === null || condition === null) return summary
    const key = JSON.stringify([principal, run, condition])
    const mean = this.#means.get(key) ?? { episodes: 0, total: 0 }
    const baseline = mean.episodes === 0 ? null : mean.total / mean.episodes
    if (isAttempt) {
      this.#means.set(key, { episodes: mean.episodes + 1, total: mean.total + total })
    }
    return { ...summary, baseline }
  }

  async listRuns({ principal, run, after, limit }: RunFilter): Promise<StoredRunPage> {
    this.#options.mustBeOpen()
    const behind = parseRunCursor(after)
    const means = [...this.#means].map(([key, { episodes, total }]): RunMean => {
      const [meanPrincipal, name, condition] = JSON.parse(key) as [
        string,
        string,
        RunMean['condition'],
      ]
      return { principal: meanPrincipal, run: name, condition, episodes, total }
    })
    const matchingMeans = means.filter(
      (mean) =>
        inOrder(behind, mean) < 0 &&
        (principal === undefined || mean.principal === principal) &&
        (run === undefined || mean.run === run),
    )
    const sorted = matchingMeans.sort(
      (left, right) => inOrder(left, right) || (left.condition < right.condition ? -1 : 1),
    )
    return buildRunPage(sorted, pageSize(limit))
  }

  async groupEpisodes(
    group: GroupKey,
    limit: number,
    after?: string,
  ): Promise<readonly GroupEpisode[]> {
    this.#options.mustBeOpen()
    const episodes = this.#episodes(group)
    const start = episodes.findIndex(({ episode }) => episode === after) + 1
    return episodes.slice(start, start + limit)
  }

  #episodes(group: GroupKey): readonly GroupEpisode[] {
    const ids = this.#groups.get(groupKeyText(group))?.episodes ?? []
    return ids.flatMap((episode) => {
      const summary = this.#options.summaryOf(episode)
      if (summary === undefined || summary.group === null) return []
      const { condition, endReason, success, openedMs, updatedMs } = summary
      const times = { openedMs, updatedMs: endReason === null ? openedMs : updatedMs }
      return [{ ...summary.group, episode, condition, endReason, success, ...times }]
    })
  }

  async listGroups(filter: GroupFilter): Promise<StoredGroupPage> {
    this.#options.mustBeOpen()
    const { principal, run, environment, task, order = 'oldest', after, limit } = filter
    const size = pageSize(limit)
    const groups = [...this.#groups.values()].flatMap(({ key, episodes }) => {
      const [summary] = episodes.flatMap((episode) => this.#options.summaryOf(episode) ?? [])
      return summary === undefined ? [] : [{ key, first: summary.episode, summary }]
    })
    if (order === 'newest') groups.reverse()
    const fits = (wanted: string | undefined, is: string): boolean =>
      wanted === undefined || wanted === is
    const matchingGroups = groups
      .slice(groups.findIndex(({ first }) => first === after) + 1)
      .filter(
        ({ key, summary }) =>
          fits(principal, key.principal) &&
          fits(run, key.run) &&
          fits(environment, summary.environment) &&
          fits(task, summary.taskId),
      )
    const page = matchingGroups.slice(0, size)
    const next = matchingGroups.length > size ? (page.at(-1)?.first ?? null) : null
    return { groups: page.map(({ key }) => key), next }
  }
}
