// Guards that keys open the one requestGate they were made for, and that those for viewing expire.
import { describe, expect, it } from 'vitest'
import { resumeKeys, VIEW_KEY_MS } from './resume-keys.ts'

const EPISODE = `ep_${'a'.repeat(32)}`
const OTHER = `ep_${'b'.repeat(32)}`

describe('resume keys', () => {
  it('are good for their episode and scope only, and under their secret', () => {
    const keys = resumeKeys('secret')
    for (const scope of ['play', 'view'] as const) {
      const key = keys.make(EPISODE, scope)
      expect(keys.read(key)).toEqual({ episode: EPISODE, scope })
      const swapped = scope === 'play' ? key.replace('play', 'view') : key.replace('view', 'play')
      const last = key.endsWith('A') ? 'B' : 'A'
      const forged = [key.replace(EPISODE, OTHER), swapped, `${key.slice(0, -1)}${last}`]
      for (const text of [...forged, `${key}A`, key.slice(0, -1), '']) {
        expect(keys.read(text)).toBeUndefined()
      }
      expect(resumeKeys('another').read(key)).toBeUndefined()
    }
  })

  it('for viewing are good for some days, whenever they were made; those for playing stay', () => {
    for (const madeMs of [0, 1, VIEW_KEY_MS / 2, VIEW_KEY_MS - 1].map((ms) => ms + 1e12)) {
      let nowMs = madeMs
      const keys = resumeKeys('secret', () => nowMs)
      const view = keys.make(EPISODE, 'view')
      const play = keys.make(EPISODE, 'play')
      nowMs = madeMs + VIEW_KEY_MS
      expect(keys.read(view)?.scope).toBe('view')
      nowMs = madeMs + 2 * VIEW_KEY_MS
      expect(keys.read(view)).toBeUndefined()
      expect(keys.read(play)?.scope).toBe('play')
      expect(keys.read(keys.make(EPISODE, 'view'))?.scope).toBe('view')
    }
  })
})
