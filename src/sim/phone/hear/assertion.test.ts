// Guards what a sentence asks for: every asking frame is heard, and no denying one ever is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASKING_FRAMES, DENYING_FRAMES } from '../../../../test/phone-call/tables/frames.ts'
import { BUSINESSES } from '../tables/businesses.ts'
import { takesBack } from './assertion.ts'
import { hearRequest } from './request.ts'

const WISHES = BUSINESSES.flatMap(({ id, phrases }) => phrases.map((phrase) => ({ id, phrase })))
const isHeard = (text: string, id: string): boolean =>
  hearRequest(text, 'seed').wishes.some(({ wish }) => wish === id)
const drawn = (frames: readonly string[]) =>
  fc.record({ frame: fc.constantFrom(...frames), wish: fc.constantFrom(...WISHES) })

describe('a wish', () => {
  it('is heard in every frame that asks for it', () => {
    fc.assert(
      fc.property(drawn(ASKING_FRAMES), ({ frame, wish: { id, phrase } }) => {
        const text = frame.replace('{goal}', phrase)
        expect([text, isHeard(text, id)]).toEqual([text, true])
      }),
      { numRuns: 3_000, seed: 13 },
    )
  })

  it('is heard in no frame that denies, retracts, supposes, asks about or reports it', () => {
    fc.assert(
      fc.property(drawn(DENYING_FRAMES), ({ frame, wish: { id, phrase } }) => {
        const text = frame.replace('{goal}', phrase)
        expect([text, isHeard(text, id)]).toEqual([text, false])
      }),
      { numRuns: 3_000, seed: 13 },
    )
  })

  it('is none any more where the next words take it back', () => {
    const ends = ['Just kidding.', 'Actually, no.', 'Never mind.', 'But I changed my mind.', 'Not!']
    for (const { id, phrase } of WISHES) {
      for (const end of ends) {
        const text = `Please ${phrase}. ${end}`
        expect([text, isHeard(text, id)]).toEqual([text, false])
      }
    }
  })

  it('stays one where what follows denies something else', () => {
    for (const said of ['no other questions', 'it is not urgent', 'i have no reference number']) {
      expect([said, takesBack(said.split(' '))]).toEqual([said, false])
    }
  })
})
