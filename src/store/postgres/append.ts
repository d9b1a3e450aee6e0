import { chainConflict, type EpisodeRows, groupByEpisode } from '../batch.ts'
import type { AppendOutcome, AppendRow, EpisodeIndex, WorldText } from '../episode-log.ts'
import { StoreError } from '../event-store.ts'
import { type FixedValue, fixedDigest, fixedValues, OPENING_COLUMNS } from '../fixed-columns.ts'
import type { Database, SqlValue, Statement } from './database.ts'
import { type SeparatedTexts, TextWriter } from './texts.ts'
import { TEXTS_GONE } from './texts-tables.ts'

const APPEND: Statement = {
  name: 'append',
  text: `SELECT append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18, $19) AS refused`,
}

/** For refused rows: the last row of the episode, and the row at the refused position. */
const STORED_HEADS: Statement = {
  name: 'stored_heads',
  text: `SELECT last.position, encode(last.hash, 'hex') AS hash, encode(own.hash, 'hex') AS own,
      holder.id AS holder
    FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[])
      WITH ORDINALITY AS q (id, position, principal, open_key, ord)
    LEFT JOIN episode AS e ON e.id = q.id
    LEFT JOIN LATERAL (SELECT position, hash FROM event WHERE episode_key = e.key
      ORDER BY position DESC LIMIT 1) AS last ON true
    LEFT JOIN event AS own ON own.episode_key = e.key AND own.position = q.position
    LEFT JOIN episode AS holder
      ON holder.principal = q.principal AND holder.open_key = q.open_key
    ORDER BY q.ord`,
}

interface StoredHead {
  readonly position: number | null
  readonly hash: string | null
  readonly own: string | null
  readonly holder: string | null
}

const STORED: AppendOutcome = { status: 'stored' }
const KINDS = { opened: 'o', stepped: 's', closed: 'c' } as const
const HASH_BYTES = 32

/** Stores batches: one round trip each, and one more where something of it is refused. */
export class Appender {
  readonly #database: Database
  readonly #texts = new TextWriter()
  readonly #worlds: ReadonlyMap<string, WorldText>
  readonly #nowMs: () => number
  readonly #putWorld: (hash: string, text: WorldText) => Promise<void>

  /** @param worlds the worlds put by this process: put back if another one pruned them */
  constructor(
    database: Database,
    worlds: ReadonlyMap<string, WorldText>,
    nowMs: () => number,
    putWorld: (hash: string, text: WorldText) => Promise<void>,
  ) {
    this.#database = database
    this.#worlds = worlds
    this.#nowMs = nowMs
    this.#putWorld = putWorld
  }

  async append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    const groups = groupByEpisode(rows)
    const outcomes = new Map(groups.map(({ episode }) => [episode, STORED]))
    const fitting = groups.filter(isChain)
    // A commit whose answer was lost may have been carried out.
    let isUnsure = false
    const onRetry = (): void => {
      isUnsure = true
    }
    const refused = fitting.length === 0 ? [] : await this.#store(fitting, onRetry)
    const rejected =
      fitting.length === groups.length ? [] : groups.filter((group) => !isChain(group))
    const groupsToCheck = [...rejected, ...refused]
    if (groupsToCheck.length === 0) return outcomes
    const heads = await this.#storedHeads(groupsToCheck)
    for (const [index, group] of groupsToCheck.entries()) {
      outcomes.set(group.episode, toOutcome(group, heads[index] as StoredHead, isUnsure))
    }
    return outcomes
  }

  /** Answers those that were refused. */
  async #store(groups: readonly EpisodeRows[], onRetry: () => void): Promise<EpisodeRows[]> {
    const wallMs = this.#nowMs()
    for (;;) {
      const separated = this.#texts.takeOut(groups.flatMap(({ rows }) => rows))
      const values = batchValues(groups, separated, this.#worlds, wallMs)
      try {
        const [row] = await this.#database.write<{ refused: number[] }>(APPEND, values, onRetry)
        return (row?.refused ?? []).map((number) => groups[number - 1] as EpisodeRows)
      } catch (error) {
        const era = eraNow(error)
        if (era !== undefined) this.#texts.reset(era)
        else if (isWorldMissing(error)) await this.#putWorlds(groups)
        else throw error
      }
    }
  }

  async #putWorlds(groups: readonly EpisodeRows[]): Promise<void> {
    for (const { rows } of groups) {
      const hash = rows[0]?.index?.worldHash ?? ''
      const text = this.#worlds.get(hash)
      if (text !== undefined) await this.#putWorld(hash, text)
    }
  }

  #storedHeads(groups: readonly EpisodeRows[]): Promise<StoredHead[]> {
    return this.#database.write<StoredHead>(STORED_HEADS, [
      groups.map(({ episode }) => storable(episode)),
      groups.map(({ rows }) => (rows.at(-1) as AppendRow).position),
      groups.map(({ rows }) => storableOrNull(rows[0]?.index?.principal)),
      groups.map(({ rows }) => storableOrNull(rows[0]?.index?.openKey)),
    ])
  }
}

const isWorldMissing = (error: unknown): boolean =>
  !(error instanceof StoreError) && (error as { readonly code?: unknown }).code === 'BC001'

/** The era that is now, if a batch was refused for its texts. */
function eraNow(error: unknown): number | undefined {
  const { code, detail } = error as { readonly code?: unknown; readonly detail?: unknown }
  return !(error instanceof StoreError) && code === TEXTS_GONE ? Number(detail) : undefined
}

/** Whether the rows follow each other and may follow something: what is sent must be so. */
function isChain({ rows }: EpisodeRows): boolean {
  const first = rows[0] as AppendRow
  const { position, previousHash } = first
  const expectedHead = position === 0 ? undefined : { position: position - 1, hash: previousHash }
  if (position !== 0 && !/^[0-9a-f]{64}$/.test(previousHash)) return false
  return position >= 0 && chainConflict(rows, expectedHead) === undefined
}

function toOutcome(
  { episode, rows }: EpisodeRows,
  { position, hash, own, holder }: StoredHead,
  isUnsure: boolean,
): AppendOutcome {
  if (isUnsure && own !== null && own === rows.at(-1)?.hash) return STORED
  const head = position === null || hash === null ? undefined : { position, hash }
  const reason = chainConflict(rows, head)
  if (reason !== undefined) return { status: 'conflict', reason, episode }
  if (holder !== null) return { status: 'conflict', reason: 'open_key', episode: holder }
  // The conflicting row is gone by now. The next try reads first.
  return { status: 'conflict', reason: 'chain', episode }
}

/** The values of `APPEND`, in its order. */
function batchValues(
  groups: readonly EpisodeRows[],
  { payloads, positions, texts, known, era }: SeparatedTexts,
  worlds: ReadonlyMap<string, WorldText>,
  wallMs: number,
): SqlValue[] {
  const rows = groups.flatMap((group) => group.rows)
  const numbers = groups.flatMap((group, index) => group.rows.map(() => index + 1))
  const lengths = payloads.map((payload) => Buffer.byteLength(payload))
  let end = 1
  const starts = lengths.map((length) => {
    end += length
    return end - length
  })
  const firsts = groups.map((group) => group.rows[0] as AppendRow)
  return [
    wallMs,
    groups.map(({ episode }) => storable(episode)),
    firsts.map(({ position }) => position),
    hashes(firsts.map(({ previousHash }) => previousHash)),
    numbers,
    rows.map(({ position }) => position),
    rows.map(({ kind }) => KINDS[kind]).join(''),
    rows.map(({ progress }) => progress.total),
    starts,
    lengths,
    hashes(rows.map(({ hash }) => hash)),
    Buffer.from(payloads.join('')),
    stepDurations(rows),
    toJson(toOpenRecords(groups, worlds, wallMs)),
    toJson(toEndRecords(groups)),
    positions,
    texts,
    known,
    era,
  ]
}

/** Hashes one behind the other; an opening has none before it. */
function hashes(hexHashes: readonly string[]): Buffer {
  const bytes = Buffer.alloc(hexHashes.length * HASH_BYTES)
  for (const [index, hash] of hexHashes.entries()) bytes.write(hash, index * HASH_BYTES, 'hex')
  return bytes
}

const toJson = (list: readonly object[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list)

function stepDurations(rows: readonly AppendRow[]): string | null {
  const times = rows.flatMap(({ tookMs }, index) =>
    tookMs === undefined ? [] : [[index + 1, tookMs]],
  )
  return times.length === 0 ? null : JSON.stringify(Object.fromEntries(times))
}

function toOpenRecords(
  groups: readonly EpisodeRows[],
  worlds: ReadonlyMap<string, WorldText>,
  wallMs: number,
): object[] {
  const openings = groups.flatMap(({ episode, rows }) => {
    const index = rows[0]?.index
    return index === undefined ? [] : [{ episode, index }]
  })
  return openings.map(({ episode, index }, openingIndex) => {
    const values = storedValues(episode, index, wallMs)
    const columns = OPENING_COLUMNS.map((name, column) => [name, values[column]])
    const isStored = worlds.has(index.worldHash)
    return {
      ord: openingIndex + 1,
      digest: fixedDigest(values),
      held: isStored,
      ...Object.fromEntries(columns),
    }
  })
}

/** What an opening fixes, as it is stored and read back. */
const storedValues = (episode: string, index: EpisodeIndex, wallMs: number): FixedValue[] =>
  fixedValues(episode, index, wallMs).map((value) =>
    typeof value === 'string' ? storable(value) : value,
  )

function toEndRecords(groups: readonly EpisodeRows[]): object[] {
  return groups.flatMap(({ rows }, index) => {
    const { progress, isAttempt } = rows.at(-1) as AppendRow
    const { steps, total, endReason, success, metrics } = progress
    if (endReason === null) return []
    return [
      {
        ...{ g: index + 1, steps, total, end_reason: endReason, counted: isAttempt === true },
        success: success === null ? null : Number(success),
        metrics: metrics === null ? null : JSON.stringify(metrics),
      },
    ]
  })
}

/** Text that PostgreSQL can hold, without NUL and well-formed: no value may fail a batch. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const storableOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : storable(text)
