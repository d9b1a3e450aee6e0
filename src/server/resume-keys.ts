import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyScope } from './principal.ts'

/** Makes and reads the keys that give access to one episode without a token. */
export interface ResumeKeys {
  make(episode: string, scope: KeyScope): string
  /** The episode and scope of a genuine key, or undefined. */
  read(key: string): { episode: string; scope: KeyScope } | undefined
}

const PATTERN = /^rk_(play|view)_(ep_[0-9a-f]{32})_([0-9A-Za-z_-]{22})$/

/** Keys signed by HMAC-SHA256 with a secret kept in the store, cut to 128 bits. */
export function resumeKeys(secret: string): ResumeKeys {
  const sign = (scope: string, episode: string): string =>
    createHmac('sha256', secret).update(`${scope}/${episode}`).digest('base64url').slice(0, 22)
  return {
    make: (episode, scope) => `rk_${scope}_${episode}_${sign(scope, episode)}`,
    read(key) {
      const match = PATTERN.exec(key)
      if (match === null) return undefined
      const [, scope, episode, signature] = match as unknown as [string, KeyScope, string, string]
      const genuine = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(scope, episode)))
      return genuine ? { episode, scope } : undefined
    },
  }
}
