// Guards what a department takes for a request: wishes in honest words, not names, things, lists.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clears,
  deskAt,
  desksBefore,
  industriesOf,
  isTaken,
  isTakenSomewhere,
  ownDesks,
  ownWords,
} from '../../../../test/phone-call/desks.ts'
import {
  COLD_NON_REQUESTS,
  COLD_REQUESTS,
  LATER_NON_REQUESTS,
  LATER_REQUESTS,
} from '../../../../test/phone-call/tables/cold.ts'
import {
  ASKING_BY_NOUN,
  ASKING_FOR_DEEDS,
  about,
  DEEDS,
  NOT_ASKING,
} from '../../../../test/phone-call/tables/deeds.ts'
import { FRESH_NON_REQUESTS } from '../../../../test/phone-call/tables/fresh-non-requests.ts'
import { FRESH_REQUESTS } from '../../../../test/phone-call/tables/fresh-requests.ts'
import {
  LAST_NON_REQUESTS,
  LAST_REQUESTS,
  LATER_STILL_NON_REQUESTS,
  LATER_STILL_REQUESTS,
} from '../../../../test/phone-call/tables/later-still.ts'
import {
  NON_REQUESTS,
  NON_REQUESTS_ANYWHERE,
} from '../../../../test/phone-call/tables/non-requests.ts'
import { PLAIN_NON_REQUESTS } from '../../../../test/phone-call/tables/plain-non-requests.ts'
import { PLAIN_REQUESTS } from '../../../../test/phone-call/tables/plain-requests.ts'
import { CLEARANCES, REQUESTS } from '../../../../test/phone-call/tables/requests.ts'
import {
  TASK_NON_REQUESTS,
  TASK_REQUESTS,
} from '../../../../test/phone-call/tables/task-requests.ts'
import { VARIED_NON_REQUESTS, VARIED_REQUESTS } from '../../../../test/phone-call/tables/varied.ts'
import { BUSINESSES, type Business } from '../tables/businesses.ts'
import { type DepartmentKind, KIND_HABITS } from '../tables/departments.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from '../tables/industries.ts'
import { hearRequest, understand } from './request.ts'
import { WISH_WORDS } from './tables/wishes.ts'

const textsOf = (cases: readonly { readonly text: string }[]): string =>
  cases.map(({ text }) => text).join('\n')

describe('the words of customers', () => {
  it('suffice at the department that does it, in every industry', () => {
    for (const business of BUSINESSES) {
      for (const text of ownWords(business))
        expect([text, isTaken(text, business)]).toEqual([text, true])
    }
  })

  it('are understood as clearing the way wherever another department comes first', () => {
    for (const business of BUSINESSES) {
      for (const desk of desksBefore(business)) {
        for (const text of ownWords(business)) {
          expect([text, desk.kind, clears(text, desk)]).toEqual([text, desk.kind, true])
        }
      }
    }
  })

  it('are refused when they are denied', () => {
    const denials = [
      'Please do not {goal}.',
      'My customer does not want to {goal}.',
      'I never want to {goal}.',
      'Rather than {goal}, she waits.',
      'There is no need to {goal}.',
      'He decided against it, so do not {goal}.',
      'We called without wanting to {goal}.',
    ]
    for (const business of BUSINESSES) {
      for (const phrase of business.phrases) {
        for (const denial of denials) {
          const text = denial.replace('{goal}', phrase)
          expect([text, isTakenSomewhere(text, business)]).toEqual([text, false])
        }
      }
    }
  })
})

describe('honest requests in other words', () => {
  it('are taken, nearly all', () => {
    const missed = BUSINESSES.flatMap((business) =>
      (REQUESTS[business.id] ?? []).filter((text) => !isTaken(text, business)),
    )
    const all = Object.values(REQUESTS).flat()
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect(missed.length / all.length, missed.join('\n')).toBeLessThanOrEqual(0.1)
  })

  it('and plain ones are taken, nearly all', () => {
    const all = BUSINESSES.flatMap((business) =>
      (PLAIN_REQUESTS[business.id] ?? []).map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business))
    expect(all.length).toBeGreaterThanOrEqual(384)
    const words = missed.map(({ text }) => text).join('\n')
    expect(missed.length / all.length, words).toBeLessThanOrEqual(0.08)
  })

  it('and ones written without a look at the tables are taken, for no other wish', () => {
    const all = BUSINESSES.flatMap((business) =>
      (FRESH_REQUESTS[business.id] ?? []).map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business))
    const mistaken = all.filter(({ text, business }) =>
      ownDesks(business).some((desk) => {
        const understood = understand(text, desk)
        return understood.status === 'wish' && understood.wish !== business.id
      }),
    )
    expect(all.length).toBeGreaterThanOrEqual(480)
    expect(missed.length / all.length, textsOf(missed)).toBeLessThanOrEqual(0.05)
    expect(mistaken.length / all.length, textsOf(mistaken)).toBeLessThanOrEqual(0.01)
  })

  it('and ones written before any table was seen are taken, nearly all', () => {
    const all = BUSINESSES.flatMap((business) =>
      [COLD_REQUESTS, LATER_REQUESTS]
        .flatMap((texts) => texts[business.id] ?? [])
        .map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business))
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(missed.length / all.length, textsOf(missed)).toBeLessThanOrEqual(0.08)
  })

  it('and ones as various as two hands could make them are taken, most of them', () => {
    const all = BUSINESSES.flatMap((business) =>
      (VARIED_REQUESTS[business.id] ?? []).map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business))
    const wrong = VARIED_NON_REQUESTS.filter((text) =>
      BUSINESSES.some((business) => isTakenSomewhere(text, business)),
    )
    expect(all.length + VARIED_NON_REQUESTS.length).toBeGreaterThanOrEqual(240)
    expect(missed.length / all.length, textsOf(missed)).toBeLessThanOrEqual(0.13)
    expect(wrong.length / VARIED_NON_REQUESTS.length, wrong.join('\n')).toBeLessThanOrEqual(0.02)
  })

  it('and ones written after all of them, and after their rules, are taken, most of them', () => {
    const share = (texts: Readonly<Record<string, readonly string[]>>): number => {
      const all = BUSINESSES.flatMap((business) =>
        (texts[business.id] ?? []).map((text) => isTaken(text, business)),
      )
      return all.filter((taken) => taken).length / all.length
    }
    expect(share(LATER_STILL_REQUESTS)).toBeGreaterThanOrEqual(0.87)
    expect(share(LAST_REQUESTS)).toBeGreaterThanOrEqual(0.81)
  })

  it('and ones written from the tasks alone are taken, for no other wish', () => {
    const all = BUSINESSES.flatMap((business) =>
      (TASK_REQUESTS[business.id] ?? []).map((text) => ({ text, business })),
    )
    const missed = all.filter(({ text, business }) => !isTaken(text, business))
    const other = missed.filter(({ text, business }) =>
      ownDesks(business).some((desk) => understand(text, desk).status === 'wish'),
    )
    expect(all.length).toBeGreaterThanOrEqual(128)
    expect(missed.length / all.length, textsOf(missed)).toBeLessThanOrEqual(0.04)
    expect(other.length / all.length, textsOf(other)).toBeLessThanOrEqual(0.01)
  })

  it('and so is every deed in every sentence that asks for it, nearly', () => {
    const businessById = new Map(BUSINESSES.map((business) => [business.id, business]))
    const isHeard = (frame: string, deed: (typeof DEEDS)[number]): boolean =>
      isTaken(about(frame, deed), businessById.get(deed.business) as Business)
    const named = DEEDS.filter(({ noun }) => noun !== undefined)
    for (const [frames, deeds] of [
      [ASKING_FOR_DEEDS, DEEDS],
      [ASKING_BY_NOUN, named],
    ] as const) {
      for (const frame of frames) {
        const missed = deeds.filter((deed) => !isHeard(frame, deed))
        const words = missed.map((deed) => about(frame, deed)).join('\n')
        expect(missed.length / deeds.length, words).toBeLessThanOrEqual(0.16)
      }
    }
  })

  it('to clear the way are taken before the department that is meant, nearly all', () => {
    const cases = CLEARANCES.flatMap(([id, text]) =>
      BUSINESSES.filter((business) => business.id === id)
        .flatMap((business) => desksBefore(business))
        .map((desk) => ({ text, desk })),
    )
    const missed = cases.filter(({ text, desk }) => !clears(text, desk))
    expect(missed.length / cases.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.1)
  })
})

describe('what is no request', () => {
  it.each(BUSINESSES)('is not taken for $id', (business) => {
    for (const text of [...(NON_REQUESTS[business.id] ?? []), ...NON_REQUESTS_ANYWHERE]) {
      expect([text, isTakenSomewhere(text, business)]).toEqual([text, false])
    }
  })

  it('is hardly ever taken where it comes near', () => {
    const all = BUSINESSES.flatMap((business) =>
      [PLAIN_NON_REQUESTS, COLD_NON_REQUESTS, LATER_NON_REQUESTS]
        .flatMap((texts) => [...(texts[business.id] ?? []), ...(texts.general ?? [])])
        .map((text) => ({ text, business })),
    )
    const taken = all.filter(({ text, business }) => isTakenSomewhere(text, business))
    const words = taken.map(({ text }) => text).join('\n')
    expect(taken.length / all.length, words).toBeLessThanOrEqual(0.01)
  })

  it('is hardly ever taken for any wish where it is said', () => {
    const all = Object.entries(FRESH_NON_REQUESTS).flatMap(([kind, texts]) =>
      texts.map((text) => ({ text, kind: kind as DepartmentKind })),
    )
    const taken = all.filter(({ text, kind }) =>
      INDUSTRIES.filter((industry) => INDUSTRY_HABITS[industry].departments.includes(kind)).some(
        (industry) =>
          ['wish', 'clearance'].includes(understand(text, deskAt(industry, kind)).status),
      ),
    )
    expect(all.length).toBeGreaterThanOrEqual(500)
    expect(taken.length / all.length, textsOf(taken)).toBeLessThanOrEqual(0.01)
  })

  it('is no deed in a sentence that asks for nothing, nearly', () => {
    const desks = new Map(BUSINESSES.map((business) => [business.id, ownDesks(business)]))
    const said = NOT_ASKING.flatMap((frame) =>
      DEEDS.map((deed) => ({ text: about(frame, deed), desks: desks.get(deed.business) ?? [] })),
    )
    const taken = said.filter(({ text, desks: own }) =>
      own.some((desk) => ['wish', 'clearance'].includes(understand(text, desk).status)),
    )
    expect(said.length).toBeGreaterThanOrEqual(10_000)
    expect(taken.length / said.length, textsOf(taken.slice(0, 20))).toBeLessThanOrEqual(0.004)
  })

  it('is seldom taken where it was written after all other parts', () => {
    const desks = INDUSTRIES.flatMap((industry) =>
      INDUSTRY_HABITS[industry].departments.map((kind) => deskAt(industry, kind)),
    )
    const texts = [...LATER_STILL_NON_REQUESTS, ...LAST_NON_REQUESTS]
    const taken = texts.filter((text) =>
      desks.some((desk) => ['wish', 'clearance'].includes(understand(text, desk).status)),
    )
    expect(texts.length).toBeGreaterThanOrEqual(100)
    expect(taken.length / texts.length, taken.join('\n')).toBeLessThanOrEqual(0.1)
  })

  it('is none that was written from the tasks alone, nearly', () => {
    const texts = Object.values(TASK_NON_REQUESTS).flat()
    const desks = INDUSTRIES.flatMap((industry) =>
      INDUSTRY_HABITS[industry].departments.map((kind) => deskAt(industry, kind)),
    )
    const taken = texts.filter((text) =>
      desks.some((desk) => ['wish', 'clearance'].includes(understand(text, desk).status)),
    )
    expect(texts.length).toBeGreaterThanOrEqual(139)
    expect(taken.length / texts.length, taken.join('\n')).toBeLessThanOrEqual(0.04)
  })

  it('are the names of departments, in any case and with any politeness', () => {
    const frames = ['{name}', '{name}.', '{name}, please!', 'I need {name}.', 'Hello, {name}?']
    for (const business of BUSINESSES) {
      for (const name of KIND_HABITS[business.kind].names) {
        for (const frame of frames) {
          const text = frame.replace('{name}', name)
          expect([text, isTakenSomewhere(text, business)]).toEqual([text, false])
        }
        expect([name, isTakenSomewhere(name.toLowerCase(), business)]).toEqual([name, false])
      }
    }
  })

  it('are things without a word on what is to be done, even all of them', () => {
    for (const business of BUSINESSES) {
      const things = (WISH_WORDS[business.id] ?? []).flatMap((line) =>
        (line.split(' ! ')[0]?.split(' : ')[1] ?? '').split('|').map((thing) => thing.trim()),
      )
      for (const text of [
        ...things.flatMap((thing) => [thing, `The ${thing}.`]),
        things.join(', '),
      ]) {
        expect([text, isTakenSomewhere(text, business)]).toEqual([text, false])
      }
    }
  })

  it('are wishes of other departments and of the same one', () => {
    for (const business of BUSINESSES) {
      for (const other of BUSINESSES) {
        if (other === business) continue
        const desks = ownDesks(business).filter(({ industry }) =>
          industriesOf(other).includes(industry),
        )
        for (const phrase of other.phrases) {
          const text = `Please ${phrase}.`
          for (const desk of desks) {
            expect(understand(text, desk)).not.toMatchObject({ wish: business.id })
          }
        }
      }
    }
  })

  it('are lists of things, whatever is to be done with all of them', () => {
    const things =
      'account, bill, card limit, order, suitcase, policy, refund, appointment, records, parcel, ' +
      'contract, payment, license, points, reading, service, warranty, claim, charge, passport'
    const list = things.replaceAll(',', '')
    for (const act of 'change cancel add send find get move fix remove replace have'.split(' ')) {
      const said = [
        `Please ${act} the ${list}.`,
        `The ${things}: please ${act} them.`,
        `It is about the ${things}; please ${act} it.`,
      ]
      for (const text of said) {
        const heard = BUSINESSES.filter((business) => isTakenSomewhere(text, business))
        expect([text, heard.length <= 1]).toEqual([text, true])
      }
    }
  })

  it('are two wishes at once, or more words than anybody listens to', () => {
    for (const business of BUSINESSES) {
      for (const other of BUSINESSES) {
        if (other === business) continue
        const text = `Please ${business.phrases[0]}. Please ${other.phrases[0]}.`
        expect([text, isTakenSomewhere(text, business)]).toEqual([text, false])
      }
      const long = `${'Well, how shall I put it. '.repeat(20)} Please ${business.phrases[0]}.`
      for (const desk of ownDesks(business)) expect(understand(long, desk).status).toBe('too_long')
    }
  })
})

describe('hearing', () => {
  it('knows no words but those of its tables, whatever every object has', () => {
    for (const word of Object.getOwnPropertyNames(Object.prototype)) {
      for (const text of [word, `Please ${word} the card.`, `${word}'${word}`, `don't ${word}`]) {
        expect(() => hearRequest(text, 'seed')).not.toThrow()
      }
    }
    expect(hearRequest('Please cancel the constructor of my contract.', 'seed').wishes).not.toEqual(
      [],
    )
  })

  it('knows titles, and what somebody only believed or wanted to tell', () => {
    const wishes = (text: string): readonly string[] =>
      hearRequest(text, 'seed').wishes.map(({ wish }) => wish)
    for (const title of ['Mr.', 'Mrs.', 'Ms.', 'Dr.', 'Prof.']) {
      expect(wishes(`${title} Okafor wants to cancel her contract.`)).toEqual(['cancel_contract'])
      expect(wishes(`Do not cancel the contract of ${title} Okafor.`)).toEqual([])
    }
    for (const text of [
      'She believed that her card was lost and wanted a new one, but it was in her bag.',
      'He got his refund; he only wanted to tell you.',
      'The refund came, I just want to let you know.',
    ]) {
      expect([text, wishes(text)]).toEqual([text, []])
    }
  })

  it('is total, and takes no longer than its text is long', () => {
    const words = [...(REQUESTS.lost_card ?? []), ...(REQUESTS.return_item ?? [])]
      .join(' ')
      .split(' ')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 150 }),
        (all) => {
          expect(() => hearRequest(all.join(' '), 'seed')).not.toThrow()
        },
      ),
      { numRuns: 300 },
    )
  })
})
