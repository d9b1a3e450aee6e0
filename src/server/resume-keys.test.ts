// Guards that keys give only their own access, until they expire or are revoked.
import { describe, expect, it } from 'vitest'
import { DAY_MS, PLAY_GRACE_MS, type ResumeKey, resumeKeys } from './resume-keys.ts'

const EPISODE = `ep_${'a'.repeat(32)}`
const OTHER = `ep_${'b'.repeat(32)}`
const NEVER = { revokedMs: 0, endedMs: undefined }

/** Keys on a clock that tests move. */
function keysAt(atMs: number, secret = 'secret') {
  const clock = { ms: atMs }
  const keys = resumeKeys(secret, { viewDays: 7, nowMs: () => clock.ms })
  const give = (scope: 'play' | 'view', revokedMs = 0) =>
    keys.make(EPISODE, scope, { day: keys.today(), revokedMs })
  return { clock, keys, give, read: (key: string) => keys.read(key) as ResumeKey }
}

describe('resume keys', () => {
  it('are valid only for their episode, scope, day, revocation and secret', () => {
    const { keys, give } = keysAt(1e12)
    for (const scope of ['play', 'view'] as const) {
      const key = give(scope, 77)
      const stamp = { day: keys.today(), revokedMs: 77 }
      expect(keys.read(key)).toEqual({ episode: EPISODE, scope, ...stamp })
      const swapped = scope === 'play' ? key.replace('play', 'view') : key.replace('view', 'play')
      const last = key.endsWith('A') ? 'B' : 'A'
      const forged = [
        key.replace(EPISODE, OTHER),
        swapped,
        `${key.slice(0, -1)}${last}`,
        key.replace('_77_', '_78_'),
        key.replace('_77_', '_077_'),
        key.replace('_77_', '_7_7_'),
        key.replace(`_${stamp.day}_`, `_${stamp.day + 1}_`),
        key.replace(`_${stamp.day}_77_`, '_'),
      ]
      for (const text of [...forged, `${key}A`, key.slice(0, -1), '']) {
        expect(keys.read(text)).toBeUndefined()
      }
      expect(keysAt(1e12, 'another').keys.read(key)).toBeUndefined()
    }
  })

  it('for viewing are valid for some days; those for playing do not expire', () => {
    for (const madeMs of [0, 1, DAY_MS / 2, DAY_MS - 1].map((ms) => ms + 11_000 * DAY_MS)) {
      const { clock, keys, give, read } = keysAt(madeMs)
      const view = give('view')
      const play = give('play')
      const held = read(view)
      clock.ms = madeMs + 7 * DAY_MS
      expect(keys.scopeOf(read(view), NEVER)).toBe('view')
      clock.ms = madeMs + 8 * DAY_MS
      expect(keys.read(view)).toBeUndefined()
      expect(keys.scopeOf(held, NEVER)).toBeUndefined()
      expect(keys.scopeOf(read(play), NEVER)).toBe('play')
      expect(keys.scopeOf(read(give('view')), NEVER)).toBe('view')
    }
  })

  it('for playing become keys for viewing of their age when their episode has ended', () => {
    const { clock, keys, give, read } = keysAt(11_000 * DAY_MS)
    const old = give('play')
    clock.ms += 20 * DAY_MS
    const young = give('play')
    const ended = { revokedMs: 0, endedMs: clock.ms }
    const scopes = () => [old, young].map((key) => keys.scopeOf(read(key), ended))
    clock.ms += PLAY_GRACE_MS - 1
    expect(scopes()).toEqual(['play', 'play'])
    clock.ms += 1
    expect(scopes()).toEqual([undefined, 'view'])
    clock.ms += 8 * DAY_MS
    expect(scopes()).toEqual([undefined, undefined])
  })

  it('are revoked with all others that were given before, and after another revocation', () => {
    const { keys, give, read } = keysAt(1e12)
    for (const scope of ['play', 'view'] as const) {
      const given = [0, 5, 9].map((revokedMs) => read(give(scope, revokedMs)))
      const now = { revokedMs: 5, endedMs: undefined }
      expect(given.map((key) => keys.scopeOf(key, now))).toEqual([undefined, scope, undefined])
    }
  })
})
