// Guards what departments ask for: rules, usage of industries, exceptions, quirks, common sense.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { computeCeilings } from './ceilings.ts'
import { commonSense } from './common-sense.ts'
import { generateWorld } from './companies.ts'
import { ALL_QUIRKS, EXTRA_PRIOR, NO_QUIRKS, quirksPrior } from './quirks.ts'
import { alternativesFor, deriveRequirements } from './requirements.ts'
import { CLEARANCE, requestableServices } from './services.ts'
import type { DepartmentKind } from './tables/departments.ts'
import { FIELDS } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'
import { RISKS } from './tables/risks.ts'
import { SERVICES } from './tables/services.ts'
import { TRAITS } from './tables/traits.ts'
import { FIELD_LETTERS, type Letter } from './tables/usage.ts'
import { generateSplit } from './tasks.ts'

const letterOf = new Map(
  Object.entries(FIELD_LETTERS).map(([letter, field]) => [field, letter as Letter]),
)

/** What is asked for, in letters in the order of the list of fields. */
const letters = (
  industry: Industry,
  kind: DepartmentKind,
  matter: string,
  quirks: Partial<typeof NO_QUIRKS> = {},
  isAutomated = false,
): string =>
  deriveRequirements({ industry, kind, isAutomated }, matter, { ...NO_QUIRKS, ...quirks })
    .required.map((field) => letterOf.get(field))
    .join('')

describe('what a department asks for', () => {
  it.each([
    ['banking', 'card_services', 'lost_card', 'NC'],
    ['banking', 'card_services', 'card_limit', 'NSCP'],
    ['banking', 'disputes', 'dispute_charge', 'NSDC'],
    ['banking', 'customer_service', 'language_preference', 'NAD'],
    ['insurance', 'billing', 'invoice_copy', 'NAZ'],
    ['telecom', 'retention', 'cancel_contract', 'NASP'],
    ['retail', 'order_desk', 'change_order', 'NZO'],
    ['retail', 'delivery', 'missing_parcel', 'NOH'],
    ['utilities', 'outage_desk', 'report_outage', 'NH'],
    ['healthcare', 'appointments', 'book_appointment', 'NDT'],
    ['travel', 'customer_service', 'language_preference', 'NE'],
    ['travel', 'baggage', 'lost_luggage', 'NTB'],
    ['software', 'licensing', 'add_seats', 'NACO'],
    ['software', 'retention', 'cancel_contract', 'NAEC'],
  ] as const)('in %s, at %s for %s is %s', (industry, kind, matter, expected) => {
    expect(letters(industry, kind, matter)).toBe(expected)
  })

  it('is routine at a department that gives a clearance', () => {
    expect(letters('banking', 'identity_desk', CLEARANCE)).toBe('NAS')
    expect(letters('retail', 'order_desk', CLEARANCE)).toBe('NO')
    expect(letters('retail', 'order_desk', CLEARANCE, { caution: 1 })).toBe('NZO')
  })

  it('changes with the quirks of the company', () => {
    const at = (quirks: Partial<typeof NO_QUIRKS>): string =>
      letters('banking', 'account_services', 'account_upgrade', quirks)
    expect(at({})).toBe('NAS')
    expect(at({ own_number: true })).toBe('NSM')
    expect(at({ other_proof: 1 })).toBe('NAD')
    expect(at({ other_proof: 2 })).toBe('NAP')
    expect(at({ caution: 1 })).toBe('NASP')
    expect(at({ caution: -1 })).toBe('NAS')
    expect(letters('retail', 'order_desk', 'change_order', { own_number: true })).toBe('NZO')
    expect(letters('banking', 'account_services', 'close_account', { caution: 1 })).toBe('NASTP')
  })

  it('takes digits only on an automated line', () => {
    expect(letters('utilities', 'outage_desk', 'report_outage', {}, true)).toBe('NT')
  })

  it('knows the risk of every service that customers want', () => {
    expect(Object.keys(RISKS).sort()).toEqual(
      requestableServices(SERVICES)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('has alternatives that are neither required nor used twice', () => {
    for (let bits = 0; bits < 1 << FIELDS.length; bits += 7) {
      const required = FIELDS.filter((_, at) => (bits >> at) & 1)
      const used = Object.values(alternativesFor(required))
      expect(new Set([...used, ...required]).size).toBe(used.length + required.length)
    }
  })
})

describe('quirks', () => {
  it('are certain to be one of all there are, for every trait', () => {
    for (const trait of TRAITS) {
      const whole = ALL_QUIRKS.reduce((sum, quirks) => sum + quirksPrior(quirks, trait), 0)
      expect(whole).toBeCloseTo(1, 10)
    }
    expect(EXTRA_PRIOR.reduce((sum, [, chance]) => sum + chance, 0)).toBeCloseTo(1, 10)
  })
})

describe('common sense', () => {
  it('knows no table of usage', () => {
    const text = readFileSync(new URL('./common-sense.ts', import.meta.url), 'utf8')
    const imports = [...text.matchAll(/^import (type )?.* from '(.*)'$/gm)]
    expect(imports.length).toBeGreaterThan(0)
    for (const [line, isType] of imports) expect([line, isType]).toEqual([line, 'type '])
  })

  it('asks for more at a higher risk', () => {
    const desk = { industry: 'banking', kind: 'account_services', isAutomated: false } as const
    const counts = [0, 1, 2, 3].map((risk) => commonSense(desk, risk).length)
    expect(counts).toEqual([2, 3, 3, 4])
    expect(commonSense(desk, 2, 1)).toHaveLength(4)
  })
})

describe('the ladder of knowledge', () => {
  it('rises with each level as designed', () => {
    const worlds = [1, 2].map((seed) => generateWorld(seed, 200))
    const all = worlds.flatMap((world) =>
      computeCeilings(generateSplit(world, 'train', 600), world),
    )
    const mean = (level: number, of: (one: (typeof all)[number]) => number): number => {
      const some = all.filter((one) => one.level === level)
      return (100 * some.reduce((sum, one) => sum + of(one), 0)) / some.length
    }
    // Common sense, usage, Bayes without and with knowing the company; in percent.
    const laidOut = [
      [1, 50, 77, 91, 98],
      [2, 33, 71, 83, 98],
      [3, 17, 68, 80, 99],
    ] as const
    for (const [level, sense, usage, first, known] of laidOut) {
      const near = (value: number, goal: number): void =>
        expect(Math.abs(value - goal), `level ${level}: ${value}, not ${goal}`).toBeLessThan(6)
      near(
        mean(level, (one) => one.common_sense),
        sense,
      )
      near(
        mean(level, (one) => one.usage),
        usage,
      )
      near(
        mean(level, (one) => one.first),
        first,
      )
      near(
        mean(level, (one) => one.known_company),
        known,
      )
      near(
        mean(level, (one) => one.first),
        mean(level, (one) => one.first_expected),
      )
    }
  })
})
