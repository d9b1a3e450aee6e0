import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The number of bytes that encryption adds. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

/**
 * Encrypts bytes so that clients can neither read nor change nor forge them.
 *
 * @param secret the store's, from `EventStore.secret`
 * @param purpose bytes for one purpose cannot be decrypted for another
 */
export function sealing(secret: string, purpose: string) {
  const key = createHmac('sha256', secret).update(purpose).digest()
  const options = { authTagLength: TAG_BYTES }
  return {
    /** @param boundTo the context of the bytes, which is required to decrypt them */
    seal(bytes: Buffer, boundTo: Buffer): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, options).setAAD(boundTo)
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    /** Undefined for all bytes that were not encrypted here in this context. */
    open(sealed: Buffer, boundTo: Buffer): Buffer | undefined {
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
