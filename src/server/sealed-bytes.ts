import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Seals bytes so that nobody outside can read, change or make them. */
interface Sealing {
  /** @param boundTo what they are good with, without which they cannot be opened */
  seal(bytes: Buffer, boundTo: Buffer): Buffer
  /** Undefined for whatever was not sealed here, and for this. */
  open(sealed: Buffer, boundTo: Buffer): Buffer | undefined
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** By so much sealed bytes are longer. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

/**
 * @param secret the store's, from `EventStore.secret`
 * @param purpose what is sealed for one is nothing for another
 */
export function sealing(secret: string, purpose: string): Sealing {
  const key = createHmac('sha256', secret).update(purpose).digest()
  const options = { authTagLength: TAG_BYTES }
  return {
    seal(bytes, boundTo) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, options).setAAD(boundTo)
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, boundTo) {
      if (sealed.length < SEAL_BYTES) return undefined
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(boundTo)
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES))
      const opened = decipher.update(sealed.subarray(SEAL_BYTES))
      try {
        return Buffer.concat([opened, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
