import { createHmac, timingSafeEqual } from 'node:crypto'

/** The permission of a resume key for its one episode. */
export type KeyScope = 'play' | 'view'

/** When a key was given. The key contains it, signed. */
export interface KeyStamp {
  /** The day, counted since 1970. */
  readonly day: number
  /** The last revocation before it; 0 if there was none. A later revocation ends the key. */
  readonly revokedMs: number
}

/** The content of a genuine key. `scopeOf` checks whether it is still valid. */
export interface ResumeKey extends KeyStamp {
  readonly episode: string
  readonly scope: KeyScope
}

/** The facts about an episode that decide which of its keys are valid. */
interface KeyedEpisode {
  /** When its keys were last revoked; 0 for never. */
  readonly revokedMs: number
  /** When it ended; undefined while it is open. */
  readonly endedMs: number | undefined
}

interface KeyOptions {
  /** The number of days after its own that a key gives read access. */
  readonly viewDays: number
  /** The time of day, in milliseconds since 1970. */
  nowMs(): number
}

const NUMBER = '(0|[1-9][0-9]{0,14})'
const PATTERN = new RegExp(
  `^(rk_(play|view)_(ep_[0-9a-f]{32})_${NUMBER}_${NUMBER})_([0-9A-Za-z_-]{22})$`,
)

export const DAY_MS = 24 * 60 * 60_000

/** How long after the end a play key still gets recorded answers and the result. */
export const PLAY_GRACE_MS = 60 * 60_000

/**
 * Creates and parses the keys that give access to one episode without a token. They are signed by
 * HMAC-SHA256 with a secret in the store, cut to 128 bits. A play key is valid until
 * its episode ends and for a short grace period. After that it works like a view key of the same
 * age.
 */
export function resumeKeys(secret: string, { viewDays, nowMs }: KeyOptions) {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
  const today = (): number => Math.floor(nowMs() / DAY_MS)
  const isYoung = ({ day }: KeyStamp): boolean => today() - day <= viewDays
  return {
    make(episode: string, scope: KeyScope, { day, revokedMs }: KeyStamp): string {
      const text = `rk_${scope}_${episode}_${day}_${revokedMs}`
      return `${text}_${sign(text)}`
    },
    /** The content of a genuine key; undefined for an invalid one and for an expired view key. */
    read(text: string): ResumeKey | undefined {
      const match = PATTERN.exec(text)
      if (match === null) return undefined
      const [, signed, scope, episode, day, revokedMs, signature] = match as unknown as string[]
      const isGenuine = timingSafeEqual(
        Buffer.from(signature ?? ''),
        Buffer.from(sign(signed ?? '')),
      )
      if (!isGenuine) return undefined
      const stamp = { day: Number(day), revokedMs: Number(revokedMs) }
      if (scope === 'view' && !isYoung(stamp)) return undefined
      return { episode: episode as string, scope: scope as KeyScope, ...stamp }
    },
    /** The current permission of a key for this episode; undefined for none. */
    scopeOf(key: ResumeKey, { revokedMs, endedMs }: KeyedEpisode): KeyScope | undefined {
      if (key.revokedMs !== revokedMs) return undefined
      const isPlayed = endedMs === undefined || nowMs() - endedMs < PLAY_GRACE_MS
      if (key.scope === 'play' && isPlayed) return 'play'
      return isYoung(key) ? 'view' : undefined
    },
    today,
  }
}
export type ResumeKeys = ReturnType<typeof resumeKeys>
