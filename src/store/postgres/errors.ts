import { StoreError, type StoreErrorReason } from '../event-store.ts'

/** The code of an error of PostgreSQL (five characters) or of the network. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, errors } = error as Error & { readonly code?: unknown; readonly errors?: unknown }
  if (typeof code === 'string') return code
  // A host with several addresses fails with an error for each.
  if (Array.isArray(errors) && errors.length > 0) return errorCode(errors[0])
  return WORDS.find(([words]) => words.test(error.message))?.[1] ?? ''
}

const LOST = 'LOST'
/** A statement took too long, or waited too long for a connection that others used. */
const SLOW = 'SLOW'
const REFUSED = '28000'

/** What the driver finds out by itself has no code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(Query read timeout|timeout exceeded when trying to connect)/, SLOW],
  [/^(Connection terminated|timeout expired|Client )/, LOST],
  [/^(SASL|SCRAM|.*password must be)/, REFUSED],
  [/SSL/, 'SSL'],
]

/** Whether the connection is gone, or cannot be had just now; what was asked may be asked again. */
export const isLost = (error: unknown): boolean =>
  /^(08|57P0[1-5]|40001|40P01|53300|LOST|SLOW|E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN)|ENOENT)/.test(
    errorCode(error),
  )

/** Whether the server is there and will soon be ready. */
export const isStarting = (error: unknown): boolean => errorCode(error) === '57P03'

const REASONS: readonly (readonly [RegExp, StoreErrorReason, string])[] = [
  [/^28/, 'io', 'it refuses this user or password; check both, and pg_hba.conf of the server'],
  [/^3D000/, 'io', 'there is no such database; make it with createdb'],
  [
    /^(42501|25006)/,
    'io',
    'it may not be written by this user, or is a standby; check the address',
  ],
  [/^(53100|53400)/, 'full', 'its disk is full; free some space, or `backchannel db prune`'],
  [/^53300/, 'busy', 'it has no connection left; raise max_connections, or run fewer servers'],
  [/^53/, 'busy', 'it has not enough memory; try again'],
  [/^(55P03|57014|40)/, 'busy', 'another one kept it locked; try again'],
  [/^SLOW/, 'busy', 'it did not answer in time; see pg_stat_activity for what it waits for'],
  [/^(3F000|42P01|42883)/, 'gone', 'its tables were dropped; restore a backup'],
  [/^(XX00[12]|58)/, 'corrupt', 'it is damaged, or its disk is; see the log of the server'],
  [/^57P0/, 'io', 'the server was stopped or is starting; try again'],
  [/^(22|23)/, 'corrupt', 'a value does not fit its tables'],
  [
    /^(SSL|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_)/,
    'io',
    'the server and this program do not agree on TLS; see sslmode and the certificate',
  ],
  [/^54/, 'corrupt', 'a value is too long for its tables'],
  [/^(08|LOST|E[A-Z])/, 'io', 'the server cannot be reached; check that it runs, and the address'],
]

/**
 * An error of PostgreSQL or of the way to it in the words of the store. It names the database
 * without a password. Anything else is a bug of ours and is returned unchanged.
 */
export function storeError(error: unknown, location: string): unknown {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  for (const [pattern, reason, words] of REASONS) {
    if (!pattern.test(code)) continue
    const detail =
      code === LOST || code === SLOW ? (error as Error).message : `${code}${errorMessage(error)}`
    return new StoreError(reason, `event store ${location}: ${words} (${detail})`)
  }
  return error
}

/** What the server says, except of users and passwords. */
function errorMessage(error: unknown): string {
  const { message, code } = error as { readonly message: string; readonly code?: string }
  return message === '' || code?.startsWith('28') === true ? '' : `: ${message}`
}
