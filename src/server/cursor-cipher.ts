import { SEAL_BYTES, sealing } from './sealed-bytes.ts'

/** For whom and for what a place is good: sealed for one use it is nothing in another. */
export interface CursorScope {
  readonly principal: string
  /** What goes on there: an operation, with the order where it has several. */
  readonly list: string
}

/**
 * Places that pages name, for those who see but their own: a place tells how many episodes there
 * are in all, so that clients get it sealed, and all of one length.
 */
export interface CursorCipher {
  seal(cursor: string, scope: CursorScope): string
  /** The place that was sealed for this use; undefined for any other text. */
  open(text: string, scope: CursorScope): string | undefined
}

const MARK = '~'
/** Every place is filled up to this, since its own length tells digits. */
const CURSOR_BYTES = 71
const SEALED = new RegExp(`^${MARK}[\\w-]{${((SEAL_BYTES + CURSOR_BYTES) * 4) / 3}}$`)

/** @param secret the store's, from `EventStore.secret` */
export function cursorCipher(secret: string): CursorCipher {
  const { seal, open } = sealing(secret, 'place')
  return {
    seal: (cursor, scope) => MARK + seal(padded(cursor), boundTo(scope)).toString('base64url'),
    open(text, scope) {
      if (!SEALED.test(text)) return undefined
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      return open(bytes, boundTo(scope))?.toString('utf8').trimEnd()
    },
  }
}

const boundTo = ({ principal, list }: CursorScope): Buffer =>
  Buffer.from(JSON.stringify([list, principal]))

function padded(cursor: string): Buffer {
  const bytes = Buffer.from(cursor.padEnd(CURSOR_BYTES))
  if (bytes.length === CURSOR_BYTES) return bytes
  throw new RangeError(`a place of ${bytes.length} bytes: ${CURSOR_BYTES} at most can be sealed`)
}
