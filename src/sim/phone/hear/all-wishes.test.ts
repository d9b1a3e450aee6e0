// Guards hearing where there are all wishes: each as what it is, none as another, none unsaid.
import { describe, expect, it } from 'vitest'
import {
  clears,
  deskAt,
  desksBefore,
  industriesOf,
  isTaken,
  isTakenSomewhere,
  ownDesks,
} from '../../../../test/phone-call/desks.ts'
import { GOAL_FRAMES } from '../../../../test/phone-call/goal-frames.ts'
import { MORE_WISHES_COLD } from '../../../../test/phone-call/tables/more-wishes.ts'
import { stream } from '../../random.ts'
import { businessesIn } from '../businesses.ts'
import { drawSlots } from '../records/draw.ts'
import { slotsOf } from '../records/wishes.ts'
import { sayWish } from '../records/wording.ts'
import type { Business } from '../tables/businesses.ts'
import { KIND_HABITS } from '../tables/departments.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from '../tables/industries.ts'
import { MORE_BUSINESSES } from '../tables/more-businesses.ts'
import { understand } from './request.ts'
import { hearSlots } from './slots.ts'
import { ACT_GROUPS } from './tables/acts.ts'
import { MORE_WISH_WORDS, PASSED_ON } from './tables/more-wishes.ts'
import { WISH_WORDS } from './tables/wishes.ts'

const ALL = businessesIn('all')

/** Every desk of every industry. */
const DESKS = INDUSTRIES.flatMap((industry) =>
  INDUSTRY_HABITS[industry].departments.map((kind) => deskAt(industry, kind, 'all')),
)

const MORE: ReadonlySet<string> = new Set(MORE_BUSINESSES.map(({ id }) => id))

/** Every goal bare and in some sentences of customers, others for each; the first in fewer. */
const someWords = ({ id, phrases }: Business): string[] => {
  const oneIn = MORE.has(id) ? 6 : 30
  return phrases.flatMap((phrase, number) =>
    ['{goal}', ...GOAL_FRAMES.filter((_, at) => (at + number) % oneIn === 0)].map((frame) =>
      frame.replace('{goal}', phrase),
    ),
  )
}

describe('the words of customers, where there are all wishes', () => {
  it('suffice at the department that does it, in every industry', () => {
    for (const business of ALL) {
      for (const text of someWords(business)) {
        expect([business.id, text, isTaken(text, business, 'all')]).toEqual([
          business.id,
          text,
          true,
        ])
      }
    }
  })

  it('are understood as clearing the way wherever another department comes first', () => {
    for (const business of ALL) {
      for (const desk of desksBefore(business, 'all')) {
        for (const text of someWords(business)) {
          expect([text, desk.kind, clears(text, desk)]).toEqual([text, desk.kind, true])
        }
      }
    }
  })

  it('are never taken for another wish of the company', () => {
    for (const business of ALL) {
      for (const industry of industriesOf(business)) {
        for (const kind of INDUSTRY_HABITS[industry].departments) {
          const desk = deskAt(industry, kind, 'all')
          for (const phrase of business.phrases) {
            const understood = understand(`Please ${phrase}.`, desk)
            const wish = understood.status === 'wish' ? understood.wish : business.id
            expect([phrase, desk.kind, wish]).toEqual([phrase, desk.kind, business.id])
          }
        }
      }
    }
  })

  it('say all that decides, which is heard as that wish with just these values', () => {
    for (const business of ALL.filter(({ id }) => slotsOf(id).length > 0)) {
      const { id } = business
      for (let draw = 0; draw < 25; draw++) {
        const random = stream(draw, 1, id)
        const slots = drawSlots(id, random)
        const text = `My customer wants to ${sayWish(id, slots, random)}.`
        expect(text).not.toMatch(/\ba [aeio]/i)
        expect([text, isTaken(text, business, 'all')]).toEqual([text, true])
        const heard = Object.entries(hearSlots(text, id, 'Verity Holdings')).map(([name, slot]) => [
          name,
          slot.status === 'one' ? slot.value : slot.status,
        ])
        expect([text, Object.fromEntries(heard)]).toEqual([text, slots])
        for (const desk of desksBefore(business, 'all')) {
          expect([text, desk.kind, clears(text, desk)]).toEqual([text, desk.kind, true])
        }
      }
    }
  })
})

describe('what is no request, where there are all wishes', () => {
  it('is a wish that is denied', () => {
    const denials = [
      'Please do not {goal}.',
      'My customer does not want to {goal}.',
      'I never want to {goal}.',
      'There is no need to {goal}.',
      'He decided against it, so do not {goal}.',
    ]
    for (const business of ALL) {
      for (const phrase of business.phrases) {
        for (const denial of denials) {
          const text = denial.replace('{goal}', phrase)
          expect([text, isTakenSomewhere(text, business, 'all')]).toEqual([text, false])
        }
      }
    }
  })

  it('is the name of a department, or a thing, or all things of a wish', () => {
    for (const business of MORE_BUSINESSES) {
      const things = (MORE_WISH_WORDS[business.id] ?? []).flatMap((line) =>
        (line.split(' ! ')[0]?.split(' : ')[1] ?? '').split('|').map((thing) => thing.trim()),
      )
      const names = KIND_HABITS[business.kind].names
      for (const text of [
        ...names.flatMap((name) => [name, `I need ${name}.`, name.toLowerCase()]),
        ...things.flatMap((thing) => [thing, `The ${thing}.`]),
        things.join(', '),
      ]) {
        expect([text, isTakenSomewhere(text, business, 'all')]).toEqual([text, false])
      }
    }
  })

  it('is two wishes at once', () => {
    for (const business of MORE_BUSINESSES) {
      for (const other of ALL.filter((one) => one !== business)) {
        const text = `Please ${business.phrases[0]}. Please ${other.phrases[0]}.`
        expect([text, isTakenSomewhere(text, business, 'all')]).toEqual([text, false])
      }
    }
  })
})

describe('the words that go from one wish to another', () => {
  it('were words of the first', () => {
    const spelled = (text = ''): string[] =>
      text
        .split('|')
        .filter((item) => item !== '')
        .flatMap((item) => (ACT_GROUPS[item] ?? item).split('|'))
    for (const [wish, { acts, things }] of Object.entries(PASSED_ON)) {
      const lines = (WISH_WORDS[wish] ?? []).map((line) => line.split(' ! ')[0] ?? '')
      const own = lines.flatMap((line) => line.split(' : '))
      const words = new Set(own.flatMap(spelled).map((word) => word.trim()))
      const gone = (given?: string): string[] => spelled(given).filter((one) => !words.has(one))
      // A group is given as a whole, though the wish may know a part of it.
      if (acts?.includes('@') !== true) expect([wish, gone(acts)]).toEqual([wish, []])
      expect([wish, gone(things)]).toEqual([wish, []])
    }
  })
})

describe('requests and sayings that were written before the words were chosen', () => {
  it('are taken for the wish that they are, nearly all, and hardly ever for another', () => {
    const all = MORE_BUSINESSES.flatMap((business) =>
      (MORE_WISHES_COLD[business.id]?.requests ?? []).map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business, 'all'))
    const mistaken = all.filter(({ text, business }) =>
      ownDesks(business, 'all').some((desk) => {
        const understood = understand(text, desk)
        return understood.status === 'wish' && understood.wish !== business.id
      }),
    )
    const words = missed.map(({ text }) => text).join('\n')
    expect(all.length).toBeGreaterThanOrEqual(128)
    expect(missed.length / all.length, words).toBeLessThanOrEqual(0.15)
    expect(mistaken.map(({ text }) => text)).toEqual([])
  })

  it('are hardly ever taken where they ask for nothing', () => {
    const texts = Object.values(MORE_WISHES_COLD).flatMap(({ nearMisses }) => nearMisses)
    const taken = texts.filter((text) =>
      DESKS.some((desk) => ['wish', 'clearance'].includes(understand(text, desk).status)),
    )
    expect(texts.length).toBeGreaterThanOrEqual(128)
    expect(taken.length / texts.length, taken.join('\n')).toBeLessThanOrEqual(0.05)
  })
})
