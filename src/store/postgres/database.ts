import pg, { type CustomTypesConfig, type Pool, type PoolClient, type QueryConfig } from 'pg'
import { StoreError } from '../event-store.ts'
import type { Address } from './address.ts'
import { DatabaseClock } from './clock.ts'
import { isLost, isStarting, storeError } from './errors.ts'

/** All tables are in a separate schema, so that other programs can share the database. */
export const SCHEMA = 'backchannel'

const READERS_MAX = 8
const CONNECT_TIMEOUT_MS = 5_000
/** Longer than the server's wait for a lock. A slower statement has lost its connection. */
const WRITE_TIMEOUT_MS = 15_000
const READ_TIMEOUT_MS = 120_000
const LOCK_TIMEOUT_MS = 5_000
const PAUSE_MIN_MS = 10
const PAUSE_MAX_MS = 250
const CLOCK_EVERY_MS = 10_000

/**
 * Settings of the connection that writes. Its few prepared statements must use indexes, even if the
 * tables were empty when they were planned.
 */
const WRITER_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  lock_timeout: `${LOCK_TIMEOUT_MS}ms`,
}

/** Compiling one of these statements would take a hundred times as long as running it. */
const ALL_SETTINGS = { jit: 'off', search_path: SCHEMA }

const INT8 = pg.types.builtins.INT8

/** Numbers of rows and times are far below 2^53. */
const TYPES: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
}

/** A value of a statement. */
export type SqlValue = string | number | boolean | null | Buffer | readonly SqlValue[]

/** A statement with a name is parsed and planned once per connection. */
export interface Statement {
  readonly name?: string
  readonly text: string
}

interface DatabaseSettings {
  /** How long to try again while the server cannot be reached. */
  readonly retryMs: number
}

/**
 * A PostgreSQL database that the parts of a store share: one connection for writes, in order, and
 * some for reads. A query may run twice: it is sent again if the connection is lost before its
 * answer arrives.
 */
export class Database {
  readonly location: string
  readonly clock = new DatabaseClock()
  readonly #settings: DatabaseSettings
  readonly #writer: Pool
  readonly #readers: Pool
  readonly #pending = new Set<Promise<unknown>>()
  readonly #timer: NodeJS.Timeout
  #closing: Promise<void> | undefined

  constructor(address: Address, settings: DatabaseSettings) {
    this.location = address.location
    this.#settings = settings
    this.#writer = createPool(address, WRITER_SETTINGS, { max: 1, timeoutMs: WRITE_TIMEOUT_MS })
    this.#readers = createPool(address, {}, { max: READERS_MAX, timeoutMs: READ_TIMEOUT_MS })
    this.#timer = setInterval(() => void this.readClock().catch(() => undefined), CLOCK_EVERY_MS)
    this.#timer.unref()
  }

  /** Runs a statement on the connection that writes, in the order of the calls. */
  write<Row>(
    statement: Statement,
    values: readonly SqlValue[] = [],
    onRetry?: () => void,
  ): Promise<Row[]> {
    return this.#again(() => queryRows<Row>(this.#writer, statement, values), onRetry)
  }

  read<Row>(statement: Statement, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#again(() => queryRows<Row>(this.#readers, statement, values))
  }

  /** Runs work in one transaction on the connection that writes. */
  transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return this.#again(async () => {
      const client = await this.#writer.connect()
      try {
        await client.query('BEGIN')
        const result = await work(client)
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        // The state of the connection is unknown, so it is not reused.
        client.release(true)
        throw error
      }
    })
  }

  /** Opens one connection. Tries again only while the server is starting. */
  async probe(): Promise<void> {
    const untilMs = performance.now() + this.#settings.retryMs
    for (;;) {
      try {
        await this.readClock()
        return
      } catch (error) {
        if (!isStarting(error) || performance.now() >= untilMs) {
          throw storeError(error, this.location)
        }
        await pause(PAUSE_MAX_MS)
      }
    }
  }

  async readClock(): Promise<void> {
    const askedMs = performance.now()
    const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms'
    const [row] = await queryRows<{ ms: number }>(this.#readers, { text }, [])
    if (row !== undefined) this.clock.set(row.ms, askedMs, performance.now())
  }

  /** @throws StoreError `closed` */
  mustBeOpen(): void {
    if (this.#closing !== undefined) {
      throw new StoreError('closed', `event store ${this.location} is closed`)
    }
  }

  /** Waits for pending statements, then closes the connections. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer)
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
    await Promise.all([this.#writer.end(), this.#readers.end()])
  }

  async #again<Result>(ask: () => Promise<Result>, onRetry?: () => void): Promise<Result> {
    this.mustBeOpen()
    const answer = this.#untilAnswered(ask, onRetry)
    this.#pending.add(answer)
    try {
      return await answer
    } finally {
      this.#pending.delete(answer)
    }
  }

  async #untilAnswered<Result>(ask: () => Promise<Result>, onRetry?: () => void): Promise<Result> {
    const untilMs = performance.now() + this.#settings.retryMs
    for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
      try {
        return await ask()
      } catch (error) {
        if (!isLost(error) || performance.now() >= untilMs) throw storeError(error, this.location)
        onRetry?.()
      }
      await pause(pauseMs)
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function queryRows<Row>(
  pool: Pool,
  statement: Statement,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const config: QueryConfig = { ...statement, values: values as SqlValue[] }
  const { rows } = await pool.query(config)
  return rows
}

function createPool(
  { client, synchronousCommit }: Address,
  settings: Readonly<Record<string, string>>,
  { max, timeoutMs }: { readonly max: number; readonly timeoutMs: number },
): Pool {
  const pool = new pg.Pool({
    ...client,
    max,
    types: TYPES,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'backchannel',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeoutMs,
    onConnect: (connection) => connection.query(setUp(settings, synchronousCommit)),
  })
  // The next query replaces a connection that breaks while it is idle.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return pool
}

/**
 * The first statements of every connection. They turn `synchronous_commit` on, unless the address
 * sets it: a server may acknowledge commits before they are on its disk by default.
 */
function setUp(settings: Readonly<Record<string, string>>, commit: string | undefined): string {
  const sessionSettings = {
    ...ALL_SETTINGS,
    ...settings,
    ...(commit && { synchronous_commit: commit }),
  }
  const setStatements = Object.entries(sessionSettings).map(
    ([name, value]) => `SET ${name} = '${value}'`,
  )
  const safe = `SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'`
  return [...setStatements, ...(commit === undefined ? [safe] : [])].join('; ')
}
