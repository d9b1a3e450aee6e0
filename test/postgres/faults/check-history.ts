import type { ClosedPayload, SteppedPayload } from '../../../src/env/log.ts'
import { toStepResult } from '../../../src/server/results.ts'
import { canonicalJson, type JsonObject } from '../../../src/sim/json.ts'
import type { EventStore, StoredEpisode } from '../../../src/store/event-store.ts'
import type { Call, History } from './history.ts'

/** What does not fit, a sentence each. */
export interface Verdict {
  /** Acknowledged, and not stored as it was acknowledged. */
  readonly lost: readonly string[]
  /** Stored more than once, or though nobody asked for it. */
  readonly duplicated: readonly string[]
  /** Answered in another way than it is stored, or to two clients in two ways. */
  readonly diverging: readonly string[]
  readonly episodes: number
  readonly rows: number
}

type Step = Extract<Call, { kind: 'step' }>

const text = (value: unknown): string => canonicalJson(value as JsonObject)

/** Holds what clients asked and were told against what is stored. No two actions may be equal. */
export async function checkHistory(store: EventStore, history: History): Promise<Verdict> {
  const found = { lost: [] as string[], duplicated: [] as string[], diverging: [] as string[] }
  const steps = new Map<string, Step[]>()
  for (const call of history.calls) {
    if (call.kind !== 'step') continue
    const own = steps.get(call.episode) ?? []
    steps.set(call.episode, own)
    own.push(call)
  }
  const closed = new Set(
    history.calls.flatMap((call) =>
      call.kind === 'close' && call.answer !== undefined ? [call.episode] : [],
    ),
  )
  const opened = checkOpenings(history, found)
  const keys = new Set(
    history.calls.flatMap((call) => (call.kind === 'open' ? [call.openKey] : [])),
  )
  let rows = 0
  const ids = await storedIds(store)
  for (const id of ids) {
    const stored = (await store.log.load(id)) as StoredEpisode
    rows += stored.rows.length
    if (!keys.has(stored.summary.openKey))
      found.duplicated.push(`episode ${id} is stored, and nobody opened it`)
    if (closed.has(id) && stored.summary.endReason === null) {
      found.lost.push(`the end of episode ${id} was acknowledged`)
    }
    checkSteps(stored, steps.get(id) ?? [], found)
  }
  const all = new Set(ids)
  for (const id of opened) if (!all.has(id)) found.lost.push(`episode ${id} was acknowledged`)
  return { ...found, episodes: ids.length, rows }
}

type Found = Record<'lost' | 'duplicated' | 'diverging', string[]>

/** The episodes that were acknowledged; a key was given one alone. */
function checkOpenings(history: History, { diverging }: Found): ReadonlySet<string> {
  const byKey = new Map<string, string>()
  for (const call of history.calls) {
    if (call.kind !== 'open' || call.answer === undefined) continue
    const { episode_id } = call.answer
    const before = byKey.get(call.openKey) ?? episode_id
    if (before !== episode_id) diverging.push(`key ${call.openKey}: ${before} and ${episode_id}`)
    byKey.set(call.openKey, before)
  }
  return new Set(byKey.values())
}

function checkSteps(stored: StoredEpisode, asked: readonly Step[], found: Found): void {
  const { episode } = stored.summary
  const payloads = stored.rows.map(({ payload }) => JSON.parse(payload))
  const actions = payloads.map((payload: SteppedPayload | ClosedPayload) =>
    'action' in payload ? text(payload.action) : undefined,
  )
  for (const { seq, action, answer } of asked) {
    if (answer === undefined) continue
    const place = `step ${seq} of episode ${episode}`
    const row = stored.rows[seq]
    if (row?.kind !== 'stepped' || actions[seq] !== text(action)) {
      found.lost.push(`${place} was acknowledged, stored is ${actions[seq] ?? 'none'}`)
    } else if (text(toStepResult(episode, seq, payloads[seq])) !== text(answer)) {
      found.diverging.push(`${place} was answered in another way than it is stored`)
    }
  }
  const known = new Set(asked.map(({ action }) => text(action)))
  const seen = new Set<string>()
  for (const [position, action] of actions.entries()) {
    if (action === undefined) continue
    const place = `row ${position} of episode ${episode}`
    if (!known.has(action)) found.duplicated.push(`${place} was asked for by nobody`)
    if (seen.has(action)) found.duplicated.push(`${place} is stored a second time`)
    seen.add(action)
  }
}

async function storedIds(store: EventStore): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { after }
    const page = await store.log.list({ limit: 1_000, ...from })
    ids.push(...page.episodes.map(({ episode }) => episode))
    if (page.next === null) return ids
    after = page.next
  }
}
