import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyScope } from './principal.ts'

/** Makes and reads the keys that give access to one episode without a token. */
export interface ResumeKeys {
  make(episode: string, scope: KeyScope): string
  /** The episode and scope of a genuine key, or undefined. */
  read(key: string): { episode: string; scope: KeyScope } | undefined
}

const PATTERN = /^rk_(play|view)_(ep_[0-9a-f]{32})_([0-9A-Za-z_-]{22})$/

const DAY_MS = 24 * 60 * 60_000

/** A view key is good for at least this long, and for at most twice as long. */
export const VIEW_KEY_MS = 7 * DAY_MS

/**
 * Keys signed by HMAC-SHA256 with a secret kept in the store, cut to 128 bits. Those for viewing
 * are signed for a time as well, and expire; whoever opens or resumes the episode gets a new one.
 *
 * @param nowMs the time of day, in milliseconds since 1970
 */
export function resumeKeys(secret: string, nowMs: () => number = Date.now): ResumeKeys {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
  const period = (): number => Math.floor(nowMs() / VIEW_KEY_MS)
  const signature = (scope: KeyScope, episode: string, at: number): string =>
    sign(scope === 'view' ? `view/${at}/${episode}` : `${scope}/${episode}`)
  return {
    make: (episode, scope) => `rk_${scope}_${episode}_${signature(scope, episode, period())}`,
    read(key) {
      const match = PATTERN.exec(key)
      if (match === null) return undefined
      const [, scope, episode, given] = match as unknown as [string, KeyScope, string, string]
      const genuine = [period(), period() - 1].some((at) =>
        timingSafeEqual(Buffer.from(given), Buffer.from(signature(scope, episode, at))),
      )
      return genuine ? { episode, scope } : undefined
    },
  }
}
