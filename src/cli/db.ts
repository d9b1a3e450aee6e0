import { Command } from 'commander'
import type { DatabaseInfo } from '../store/database-info.ts'
import type { CheckReport, EventStore } from '../store/event-store.ts'
import { openForReading, openStore } from '../store/open.ts'
import { isPostgresAddress, shownAddress } from '../store/postgres/address.ts'
import { pruneToSize } from '../store/prune-to-size.ts'
import { backUp, type CopyReport, restore } from '../store/sqlite/backup.ts'
import { databaseInfo } from '../store/sqlite/info.ts'
import { CommandError, EXIT } from './errors.ts'
import { count, DEFAULT_DB, helpEnd, parseDuration, parseSize, print } from './options.ts'

const PRUNE_EXAMPLES = [
  'db prune --older-than 30d --dry-run',
  'db prune --older-than 12h --include-open',
  'db prune --down-to 20GB',
]

interface Options {
  readonly db: string
  readonly json?: boolean
}

interface PruneFlags extends Options {
  readonly olderThan?: number
  readonly downTo?: number
  readonly includeOpen?: boolean
  readonly dryRun?: boolean
}

/** The command `db`: maintains the event store's file. */
export function dbCommand(): Command {
  const command = new Command('db').description(
    'Check, back up, restore, describe and prune the event store.',
  )
  addSubcommand(command, 'check', 'Read every episode and report every defect.')
    .addHelpText(
      'after',
      helpEnd(['db check', 'db check --db /data/backchannel.db --json'], 'there is a defect'),
    )
    .action(check)
  addSubcommand(
    command,
    'prune',
    'Remove old episodes by age or size, and worlds without episodes.',
  )
    .option('--older-than <duration>', 'age of the last step: 12h, 30d, 2w', parseDuration)
    .option(
      '--down-to <size>',
      'remove the oldest until the file uses at most this size: 20GB',
      parseSize,
    )
    .option('--include-open', 'also remove episodes that never ended')
    .option('--dry-run', 'remove nothing; report how many episodes would be removed')
    .addHelpText(
      'after',
      `${helpEnd(PRUNE_EXAMPLES, '')}
A server may run at the same time. Later episodes reuse the space; the file does not shrink.`,
    )
    .action(prune)
  addSubcommand(command, 'backup', 'Copy the event store, even while a server writes to it.')
    .argument('<file>', 'path of the copy')
    .addHelpText('after', helpEnd(['db backup /backups/monday.db'], ''))
    .action(backup)
  addSubcommand(command, 'restore', 'Replace the event store with a backup.')
    .argument('<file>', 'the backup')
    .option('--replace', 'if there is a store, rename it to PATH.replaced first')
    .addHelpText(
      'after',
      `${helpEnd(['db restore /backups/monday.db --replace'], '')}
Stop the server first. Episodes stored after the backup are missing from it.`,
    )
    .action(restoreStore)
  addSubcommand(command, 'info', 'Describe the contents of the event store, without changing it.')
    .addHelpText('after', helpEnd(['db info', 'db info --json'], ''))
    .action(info)
  return command
}

function addSubcommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--db <path>', 'file of the event store, or postgres://…', DEFAULT_DB)
    .option('--json', 'print one JSON object')
}

async function withStore<Result>(
  storePromise: Promise<EventStore>,
  work: (store: EventStore) => Promise<Result>,
): Promise<Result> {
  const store = await storePromise
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function check({ db, json }: Options): Promise<void> {
  const report = await withStore(openForReading(db), (store) => store.check())
  if (report.problems.length > 0) process.exitCode = EXIT.found
  print(json === true ? JSON.stringify(report) : checkText(report))
}

function checkText({ episodes, rows, problems }: CheckReport): string {
  const verdict = problems.length === 0 ? 'no defects' : count(problems.length, 'defect')
  const size = `${count(episodes, 'episode')}, ${count(rows, 'row')}`
  return [...problems, `${size}: ${verdict}`].join('\n')
}

async function prune(flags: PruneFlags): Promise<void> {
  const { db, olderThan, downTo, includeOpen = false, dryRun = false } = flags
  checkPrune(flags)
  const removed = await withStore(openStore({ path: db, create: false }), async (store) => {
    const removedByAge =
      olderThan === undefined
        ? 0
        : await store.prune({ beforeMs: store.nowMs() - olderThan, includeOpen, dryRun })
    return downTo === undefined
      ? removedByAge
      : removedByAge + (await pruneToSize(store, downTo, includeOpen))
  })
  if (flags.json === true) print(JSON.stringify({ episodes: removed, dry_run: dryRun }))
  else print(`${count(removed, 'episode')} ${dryRun ? 'would be removed' : 'removed'}`)
}

function checkPrune({ db, olderThan, downTo, dryRun }: PruneFlags): void {
  if (olderThan === undefined && downTo === undefined) {
    const remedy = 'Give an age, --older-than 30d, or a size, --down-to 20GB, or both.'
    throw new CommandError('neither an age nor a size is given', remedy)
  }
  if (downTo === undefined) return
  if (isPostgresAddress(db)) {
    const remedy =
      'PostgreSQL frees space later, by its own vacuum. Prune by age, with --older-than.'
    throw new CommandError('--down-to works only for SQLite files', remedy)
  }
  if (dryRun === true) {
    const remedy =
      'A dry run cannot tell what a size removes. Use --dry-run with --older-than alone.'
    throw new CommandError('--down-to has no dry run', remedy)
  }
}

async function backup(file: string, { db, json }: Options): Promise<void> {
  mustBeFile(db, 'pg_dump')
  printCopy(await backUp(db, file), json)
}

async function restoreStore(
  file: string,
  { db, json, replace = false }: Options & { readonly replace?: boolean },
): Promise<void> {
  mustBeFile(db, 'pg_restore')
  printCopy(await restore(file, db, { replace }), json)
}

/** Refuses a server's database, which its own programs can copy while it runs. */
function mustBeFile(db: string, program: string): void {
  if (!isPostgresAddress(db)) return
  const remedy = `Use ${program} of PostgreSQL with --schema=backchannel.`
  throw new CommandError(`${shownAddress(db)} is a PostgreSQL database, not a file`, remedy)
}

function printCopy({ path, episodes, rows, kept }: CopyReport, json: boolean | undefined): void {
  if (json === true) {
    print(JSON.stringify({ path, episodes, rows, kept }))
    return
  }
  print(`${path}: ${count(episodes, 'episode')}, ${count(rows, 'row')}, checked`)
  if (kept !== null) print(`the previous store is now ${kept}`)
}

async function info({ db, json }: Options): Promise<void> {
  const info = isPostgresAddress(db) ? await postgresInfo(db) : databaseInfo(db)
  print(json === true ? JSON.stringify(infoJson(info)) : infoText(info))
}

/** Loads the PostgreSQL driver only when the address needs it. */
const postgresInfo = async (db: string): Promise<DatabaseInfo> =>
  (await import('../store/postgres/info.ts')).postgresInfo(db)

function infoJson(info: DatabaseInfo): object {
  return {
    path: info.path,
    schema_version: info.schemaVersion,
    used_bytes: info.usedBytes,
    free_bytes: info.freeBytes,
    episodes: info.episodes,
    open_episodes: info.openEpisodes,
    rows: info.rows,
    worlds: info.worlds,
    first_opened_ms: info.firstOpenedMs,
    last_updated_ms: info.lastUpdatedMs,
  }
}

function infoText(info: DatabaseInfo): string {
  const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
  const time = (ms: number | null): string => (ms === null ? '-' : new Date(ms).toISOString())
  const lines: readonly (readonly [string, string | number])[] = [
    ['path', info.path],
    ['schema version', info.schemaVersion],
    ['in use', mebibytes(info.usedBytes)],
    ['free inside', mebibytes(info.freeBytes)],
    ['episodes', `${info.episodes} (${info.openEpisodes} open)`],
    ['rows', info.rows],
    ['worlds', info.worlds],
    ['first opened', time(info.firstOpenedMs)],
    ['last updated', time(info.lastUpdatedMs)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(16)}${value}`).join('\n')
}
