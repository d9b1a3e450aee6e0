import { SEAL_BYTES, sealing } from './sealed-bytes.ts'

/** The scope in which an encrypted cursor is valid. It cannot be decrypted in any other scope. */
export interface CursorScope {
  readonly principal: string
  /** The operation, and its order if it has several. */
  readonly list: string
}

const MARK = '~'
/** Every cursor is padded to this length, because its length reveals the number of digits. */
const CURSOR_BYTES = 71
const SEALED = new RegExp(`^${MARK}[\\w-]{${((SEAL_BYTES + CURSOR_BYTES) * 4) / 3}}$`)

/**
 * Encrypts the cursors of callers that see only their own episodes. A plain cursor reveals how many
 * episodes there are in total. All encrypted cursors have the same length.
 *
 * @param secret the store's, from `EventStore.secret`
 */
export function cursorCipher(secret: string) {
  const { seal, open } = sealing(secret, 'place')
  return {
    seal: (cursor: string, scope: CursorScope): string =>
      MARK + seal(padded(cursor), boundTo(scope)).toString('base64url'),
    /** The cursor that was encrypted in this scope; undefined for any other text. */
    open(text: string, scope: CursorScope): string | undefined {
      if (!SEALED.test(text)) return undefined
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      return open(bytes, boundTo(scope))?.toString('utf8').trimEnd()
    },
  }
}

export type CursorCipher = ReturnType<typeof cursorCipher>

const boundTo = ({ principal, list }: CursorScope): Buffer =>
  Buffer.from(JSON.stringify([list, principal]))

function padded(cursor: string): Buffer {
  const bytes = Buffer.from(cursor.padEnd(CURSOR_BYTES))
  if (bytes.length === CURSOR_BYTES) return bytes
  throw new RangeError(`a cursor of ${bytes.length} bytes is longer than ${CURSOR_BYTES} bytes`)
}
