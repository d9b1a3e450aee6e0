// Guards that what is said can be understood again: employees' sentences, fields, openings.
import { describe, expect, it } from 'vitest'
import { stream } from '../random.ts'
import { generateWorld } from './companies.ts'
import { fieldNamed } from './fields.ts'
import { hearOpening, sayOpening } from './opening.ts'
import { readFields, sayFields } from './speech.ts'
import { BUSINESSES } from './tables/businesses.ts'
import { FIELD_ALIASES, FIELD_PHRASES, FIELDS } from './tables/fields.ts'
import { generateSplit } from './tasks.ts'
import { companyOf } from './world.ts'

const WORLD = generateWorld(7, 100)

describe('requests', () => {
  it('come in at least 60 kinds with different words', () => {
    expect(BUSINESSES.length).toBeGreaterThanOrEqual(60)
    const phrases = BUSINESSES.flatMap((business) => business.phrases)
    expect(new Set(phrases).size).toBe(phrases.length)
  })
})

describe('an employee', () => {
  it('names fields in words that lead back to the field', () => {
    const asked = FIELDS.map((field) => ({ field, alternative: 'email' as const }))
    expect(readFields(sayFields(asked, stream(1, 0, 'fields')).text)).toEqual(asked)
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
      const company = companyOf(WORLD, task.company)
      const text = sayOpening(task, company, stream(task.seed, 0, 'opening'))
      const heard = hearOpening(text)
      expect(heard.company).toBe(company.name)
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
