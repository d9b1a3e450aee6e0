import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Places that pages name, for those who see but their own: a place tells how many episodes there
 * are in all, so that clients get it sealed.
 */
export interface PlaceSeal {
  seal(place: string): string
  /** The place that was sealed, or the text itself if it is none of ours. */
  open(text: string): string
}

const MARK = '~'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secret the store's, from `EventStore.secret` */
export function placeSeal(secret: string): PlaceSeal {
  const key = createHmac('sha256', secret).update('place').digest()
  return {
    seal(place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(place, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(text) {
      if (!text.startsWith(MARK)) return text
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        return text
      }
    },
  }
}
