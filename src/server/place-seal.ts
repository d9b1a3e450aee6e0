import { SEAL_BYTES, sealing } from './sealed-bytes.ts'

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
/** Every place is filled up to this, since its own length tells digits. */
const PLACE_BYTES = 71
const SEALED = new RegExp(`^${MARK}[\\w-]{${((SEAL_BYTES + PLACE_BYTES) * 4) / 3}}$`)

/** @param secret the store's, from `EventStore.secret` */
export function placeSeal(secret: string): PlaceSeal {
  const { seal, open } = sealing(secret, 'place')
  return {
    seal: (place, use) => MARK + seal(filled(place), boundTo(use)).toString('base64url'),
    open(text, use) {
      if (!SEALED.test(text)) return undefined
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      return open(bytes, boundTo(use))?.toString('utf8').trimEnd()
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
