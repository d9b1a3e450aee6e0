import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** For whom and for what a place is good: sealed for one use it is nothing in another. */
export interface PlaceUse {
  readonly principal: string
  /** What goes on there: an operation, with the order where it has several. */
  readonly reading: string
}

/**
 * Places that pages name, for those who see but their own: a place tells how many episodes there
 * are in all, so that clients get it sealed, and all of one length.
 */
export interface PlaceSeal {
  seal(place: string, use: PlaceUse): string
  /** The place that was sealed for this use; undefined for any other text. */
  open(text: string, use: PlaceUse): string | undefined
}

const MARK = '~'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Every place is filled up to this, since its own length tells digits. */
const PLACE_BYTES = 71
const SEALED_BYTES = NONCE_BYTES + TAG_BYTES + PLACE_BYTES
const SEALED = new RegExp(`^${MARK}[\\w-]{${(SEALED_BYTES * 4) / 3}}$`)

/** @param secret the store's, from `EventStore.secret` */
export function placeSeal(secret: string): PlaceSeal {
  const key = createHmac('sha256', secret).update('place').digest()
  const options = { authTagLength: TAG_BYTES }
  return {
    seal(place, use) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, options).setAAD(boundTo(use))
      const sealed = Buffer.concat([cipher.update(filled(place)), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(text, use) {
      if (!SEALED.test(text)) return undefined
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(boundTo(use))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
      const opened = decipher.update(bytes.subarray(tagEnd))
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8').trimEnd()
      } catch {
        return undefined
      }
    },
  }
}

const boundTo = ({ principal, reading }: PlaceUse): Buffer =>
  Buffer.from(JSON.stringify([reading, principal]))

function filled(place: string): Buffer {
  const bytes = Buffer.from(place.padEnd(PLACE_BYTES))
  if (bytes.length === PLACE_BYTES) return bytes
  throw new RangeError(`a place of ${bytes.length} bytes: ${PLACE_BYTES} at most can be sealed`)
}
