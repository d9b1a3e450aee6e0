// Guards that forms made from the schemas of tools give the arguments that the tools take.
import { expect, it } from 'vitest'
import { environmentsForTest } from './tool-form.fixture.ts'
import {
  countInputs,
  formFields,
  missingFields,
  takesOnlyFreeText,
  toArguments,
} from './tool-form.ts'

it('makes checkboxes, text entries and a code editor from schemas', () => {
  const kinds = Object.entries(environmentsForTest).map(([name, parameters]) => [
    name,
    formFields(parameters).map(({ field }) => `${field.name}: ${field.kind}`),
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    form: ['fields: ticks'],
    call: [
      'phone_number: text',
      'service: text',
      'details: group',
      'unavailable: ticks',
      'auth_info: entries',
      'reference: text',
    ],
    report: ['items: list', 'references: lines'],
    ask: ['approve: group'],
    wait: ['milliseconds: number', 'loud: truth', 'mode: choice', 'rest: json'],
  })
})

it('omits empty fields unless they are required', () => {
  const form = formFields(environmentsForTest.call)
  const filled = {
    service: 'new_pin',
    details: { record: '', amount_cents: '4500' },
    auth_info: { email: 'a@b.c', pin: '' },
    reference: '',
  }
  expect(toArguments(form, filled)).toEqual({
    phone_number: '',
    service: 'new_pin',
    details: { amount_cents: 4500 },
    auth_info: { email: 'a@b.c' },
  })
  const empty = { details: { record: '' }, unavailable: [] }
  expect(toArguments(form, empty)).toEqual({ phone_number: '', service: '', auth_info: {} })
  expect(toArguments(formFields(environmentsForTest.ask), { approve: { service: '' } })).toEqual({})
  expect(toArguments(formFields(environmentsForTest.wait), { milliseconds: '5' })).toEqual({
    milliseconds: 5,
  })
})

it('reads lists of objects and of texts', () => {
  const form = formFields(environmentsForTest.report)
  const items = [{ service: 'new_pin', outcome: 'done' }]
  expect(toArguments(form, { items, references: ['R1', ''] })).toEqual({
    items,
    references: ['R1'],
  })
  expect(toArguments(form, {})).toEqual({ items: [], references: [] })
})

it('names required members that are missing, also in rows and in groups that were begun', () => {
  const missing = (tool: keyof typeof environmentsForTest, filled: object): readonly string[] =>
    missingFields(formFields(environmentsForTest[tool]), filled as Record<string, unknown>)
  expect(missing('call', { service: ' ' })).toEqual(['phone_number', 'service'])
  expect(missing('call', { phone_number: '1', service: 'a' })).toEqual([])
  expect(missing('report', { items: [{ service: 'new_pin' }, {}] })).toEqual([
    ...['items 1 outcome', 'items 2 service', 'items 2 outcome'],
  ])
  expect(missing('ask', {})).toEqual([])
})

it('counts the visible inputs of a form', () => {
  const inputs = (tool: keyof typeof environmentsForTest): number =>
    countInputs(formFields(environmentsForTest[tool]))
  // Two single texts, a group of two, two words to tick, an object of two texts, and one text.
  expect(inputs('call')).toBe(9)
  expect([inputs('form'), inputs('ask'), inputs('report')]).toEqual([2, 1, 2])
})

it('distinguishes free-text tools from tools whose arguments identify an action', () => {
  const search = { properties: { query: { type: 'string', maxLength: 300 } } }
  expect(takesOnlyFreeText(search)).toBe(true)
  const answer = { properties: { ...search.properties, answer: { type: 'string', enum: ['yes'] } } }
  const service = { properties: { service: { type: 'string', pattern: '^[a-z]+$' } } }
  for (const tool of [answer, service, { properties: {} }, environmentsForTest.form]) {
    expect(takesOnlyFreeText(tool)).toBe(false)
  }
})

it('reads the meanings of a choice from its description, in any order of the words', () => {
  const reason = {
    description: 'Why not. too_late: it was closed; no_one: nobody knew. Left out: done.',
    type: 'string',
    enum: ['no_one', 'too_late', 'other'],
  }
  const [entry] = formFields({ properties: { reason } })
  expect(entry).toMatchObject({
    description: 'Why not.',
    meanings: { too_late: 'it was closed', no_one: 'nobody knew. Left out: done' },
  })
  const [plain] = formFields({
    properties: { color: { enum: ['red'], description: 'A red: one' } },
  })
  expect(plain?.meanings).toEqual({ red: 'one' })
})

it('sends no inherited property for an empty field', () => {
  const text = { type: 'string' }
  const form = formFields({ properties: { constructor: text, valueOf: text } })
  expect(toArguments(form, {})).toEqual({})
  expect(toArguments(form, { constructor: 'Lotus' })).toEqual({ constructor: 'Lotus' })
  expect(
    missingFields(formFields({ properties: { toString: text }, required: ['toString'] }), {}),
  ).toEqual(['toString'])
})
