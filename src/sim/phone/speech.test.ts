// Guards that what is said can be understood again: requests, employees' sentences, openings.
import { describe, expect, it } from 'vitest'
import { stream } from '../random.ts'
import { generateWorld } from './companies.ts'
import { fieldNamed } from './fields.ts'
import { hearOpening, sayOpening } from './opening.ts'
import { asksForClearance, bestKind, fits, matchRequest } from './routing.ts'
import { hear, readFields, say, sayFields } from './speech.ts'
import { BUSINESSES } from './tables/businesses.ts'
import { DEPARTMENT_KINDS, KIND_HABITS } from './tables/departments.ts'
import { FIELD_ALIASES, FIELD_PHRASES, FIELDS } from './tables/fields.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from './tables/industries.ts'
import { OCCASIONS } from './tables/speech.ts'
import { generateSplit } from './tasks.ts'
import { companyOf, SPEECH_STYLES } from './world.ts'

const WORLD = generateWorld(7, 100)

describe('requests', () => {
  it('reach the right kind of department in every industry, in every phrasing', () => {
    for (const { kind, phrases, industries } of BUSINESSES) {
      for (const industry of INDUSTRIES) {
        const { departments } = INDUSTRY_HABITS[industry]
        if (!departments.includes(kind) || industries?.includes(industry) === false) continue
        for (const phrase of phrases) {
          const match = matchRequest(phrase)
          expect([phrase, fits(match, kind), bestKind(match, departments)]).toEqual([
            phrase,
            true,
            kind,
          ])
        }
      }
    }
  })

  it('may name the department', () => {
    for (const kind of DEPARTMENT_KINDS) {
      for (const name of KIND_HABITS[kind].names) {
        const request = `${name}: please clear this customer's file.`
        expect([name, fits(matchRequest(request), kind)]).toEqual([name, true])
      }
    }
  })

  it('may be for clearance, or be about nothing known', () => {
    expect(asksForClearance('I need a reference number from you')).toBe(true)
    expect(asksForClearance('What time is it?')).toBe(false)
    expect(matchRequest('What time is it?').size).toBe(0)
  })

  it('come in at least 60 kinds with different words', () => {
    expect(BUSINESSES.length).toBeGreaterThanOrEqual(60)
    const phrases = BUSINESSES.flatMap((business) => business.phrases)
    expect(new Set(phrases).size).toBe(phrases.length)
  })
})

describe('an employee', () => {
  it('says everything in four styles so that it can be told apart', () => {
    for (const occasion of OCCASIONS) {
      for (const style of SPEECH_STYLES) {
        for (let seed = 0; seed < 6; seed++) {
          const slots = { first: 'A B', right: 'C', fields: 'x; y', reference: 'R1', company: 'Z' }
          const heard = hear(say(occasion, style, slots, stream(seed, 0, 'say')))
          expect(heard?.occasion).toBe(occasion)
        }
      }
    }
    expect(hear('Good bye.')).toBeUndefined()
  })

  it('names fields in words that lead back to the field', () => {
    const asked = FIELDS.map((field) => ({ field, alternative: 'email' as const }))
    expect(readFields(sayFields(asked, stream(1, 0, 'fields')))).toEqual(asked)
    const phrases = FIELDS.flatMap((field) => FIELD_PHRASES[field])
    expect(new Set(phrases).size).toBe(phrases.length)
  })
})

describe('field names', () => {
  it('are understood in any spelling, and no alias means two fields', () => {
    for (const field of FIELDS) {
      for (const alias of FIELD_ALIASES[field]) expect(fieldNamed(alias)).toBe(field)
      expect(fieldNamed(field.toUpperCase().replaceAll('_', ' '))).toBe(field)
    }
    expect(fieldNamed('shoe_size')).toBeUndefined()
  })
})

describe('an opening message', () => {
  it('says company, goals, what is lacking and what is told', () => {
    for (const task of generateSplit(WORLD, 'train', 200)) {
      const { name } = companyOf(WORLD, task.company)
      const text = sayOpening(task, name, stream(task.seed, 0, 'opening'))
      const heard = hearOpening(text)
      expect(heard.company).toBe(name)
      expect(heard.goals.map(({ business }) => business?.id)).toEqual(
        task.goals.map(({ business }) => business),
      )
      const { mentions, tells, values, persona } = task.customer
      expect(heard.mentions ?? null).toBe(mentions)
      expect(heard.tells?.field ?? null).toBe(tells)
      if (tells !== null) expect(heard.tells?.value).toBe(values[tells])
      expect(heard.hurried).toBe(persona === 'impatient')
    }
  })
})
