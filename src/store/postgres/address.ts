import type { ClientConfig } from 'pg'
import { StoreError } from '../event-store.ts'

/** What a connection to a database is made with, and how it is called where people read it. */
export interface Address {
  readonly client: ClientConfig
  /** The address without its password, and without parameters. */
  readonly location: string
  /** What a commit waits for, if the address says so; else it is on. */
  readonly synchronousCommit: string | undefined
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
const PROTOCOLS: ReadonlySet<string> = new Set(['postgres:', 'postgresql:'])

/**
 * Whether a setting names a PostgreSQL database, and not a file. So does every other address: a
 * file with the name of a misspelled one would have the password in its name.
 */
export const isPostgresAddress = (text: string): boolean => SCHEME.test(text)

/** Values of `synchronous_commit`; they are put into a statement of their own. */
const COMMITS: ReadonlySet<string> = new Set([
  ...['on', 'off', 'local', 'remote_write', 'remote_apply'],
])

/**
 * Reads `postgres://user:password@host:port/database?parameter=value`. Parameters are the driver's
 * (`sslmode`, `host` for a folder with a socket), and `synchronous_commit`.
 *
 * @throws StoreError that names neither user nor password
 */
export function readAddress(text: string): Address {
  const url = parseUrl(text)
  const synchronousCommit = url.searchParams.get('synchronous_commit') ?? undefined
  url.searchParams.delete('synchronous_commit')
  if (synchronousCommit !== undefined && !COMMITS.has(synchronousCommit)) {
    const allowedCommits = [...COMMITS].join(', ')
    throw new StoreError(
      'io',
      `synchronous_commit=${synchronousCommit} is none of: ${allowedCommits}`,
    )
  }
  const connectionString = url.href
  return { client: { connectionString }, location: hidePassword(url), synchronousCommit }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && PROTOCOLS.has(url.protocol)) return url
  throw new StoreError(
    'io',
    'the address of the PostgreSQL database cannot be read; write ' +
      'postgres://USER@HOST:PORT/DATABASE, and characters such as @ in a password as %40',
  )
}

/** The address as it may be shown: a password stands before the host, or among the parameters. */
function hidePassword(url: URL): string {
  const publicUrl = new URL(url.href)
  const folder = url.searchParams.get('host')
  publicUrl.password = ''
  publicUrl.search = folder === null ? '' : `?host=${folder}`
  publicUrl.hash = ''
  return publicUrl.href
}

/** A setting that may name a database, without what must not be shown. */
export function shownAddress(text: string): string {
  if (!isPostgresAddress(text)) return text
  try {
    return readAddress(text).location
  } catch {
    return 'postgres://…'
  }
}
