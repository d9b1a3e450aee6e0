// Guards that forms offer what the events of an episode have brought to light, and nothing else.
import { expect, it } from 'vitest'
import type { LogRow } from '../../../client/index.ts'
import { parseEpisode } from '../../data/episode-log.ts'
import { formFields } from '../../data/tool-form.ts'
import { isRelevant, knownAnswers, knownFacts } from './known-facts.ts'

const row = (position: number, view: object): LogRow =>
  ({
    episode_id: 'ep',
    position,
    kind: position === 0 ? 'opened' : 'stepped',
    wall_ms: 0,
    view,
  }) as unknown as LogRow

const step = (position: number, name: string, given: object, event: object): LogRow =>
  row(position, {
    action: { tool_calls: [{ id: 'a', function: { name, arguments: given } }] },
    messages: [{ role: 'tool', tool_call_id: 'a', name, content: 'words' }],
    events: [{ ...event, call_id: 'a' }],
  })

it('offers departments, services, references, choices, and details of the customer', () => {
  const department = { company: 'Vale', department: 'Cards', phone_number: '(1)', hours: 'Mon' }
  const other = { company: 'Moor', department: 'Accounts', phone_number: '(2)', hours: 'Mon' }
  const newPin = { id: 'new_pin', about: 'a new PIN' }
  const said = { company: 'Vale', department: 'Cards' }
  const { details, offers } = knownFacts(
    parseEpisode([
      row(0, {
        environment: 'phone-call-v2',
        events: [{ kind: 'message', tells: { field: 'email', value: 'a@b.c' } }],
      }),
      step(
        1,
        'company_directory',
        { query: 'x' },
        {
          kind: 'listed',
          departments: [
            { ...department, services: [newPin] },
            { ...other, services: [newPin, { id: 'close', about: 'close it' }] },
          ],
        },
      ),
      step(2, 'ask_customer', { fields: ['pin'] }, { kind: 'customer', values: { pin: '77' } }),
      step(
        3,
        'phone_call',
        { auth_info: { last_4_cc: '1' } },
        { kind: 'done', reference: 'R1', ...said },
      ),
      step(
        4,
        'say',
        {},
        {
          ...{ kind: 'asked', for: 'details', ...said },
          records: [{ id: 'ord2', noun: 'lamp', date: '2026-05-03' }],
          options: [],
        },
      ),
    ]),
  )
  expect(details).toEqual({ email: 'a@b.c', pin: '77' })
  const valuesOf = (name: string) => offers[name]?.map(({ value }) => value)
  expect(valuesOf('phone_number')).toEqual(['(1)', '(2)'])
  expect(offers.service?.[0]?.implied).toEqual({})
  expect(offers.service?.[0]?.label).toBe('new_pin: a new PIN (Cards, Vale; Accounts, Moor)')
  expect(valuesOf('service')).toEqual(['new_pin', 'close', 'clearance'])
  expect(offers.service?.[1]?.implied).toEqual({ phone_number: '(2)' })
  expect(valuesOf('reference_number')).toEqual(['R1'])
  expect(valuesOf('record')).toEqual(['ord2'])
  expect(offers.option).toEqual([])
})

it('offers nothing at the beginning', () => {
  const { details, offers } = knownFacts(parseEpisode([row(0, { environment: 'x-v1' })]))
  expect([details, offers.service, offers.phone_number]).toEqual([{}, [], []])
  expect([details.constructor, offers.constructor]).toEqual([undefined, undefined])
})

it('finds fields that a question asks for or, without one, that are known, in objects too', () => {
  const facts = knownFacts(
    parseEpisode([
      row(0, { events: [{ kind: 'message', tells: { field: 'email', value: 'a@b.c' } }] }),
      step(1, 'call', {}, { kind: 'asked', for: 'details', names: ['date'] }),
    ]),
  )
  const text = { type: 'string' }
  const form = formFields({
    properties: {
      details: { type: 'object', properties: { date: text, count: { type: 'integer' } } },
      terms: { type: 'object', properties: { count: { type: 'integer' } } },
      auth_info: { type: 'object', properties: { email: text, pin: text } },
      other: { type: 'object', properties: { pin: text, zip: text } },
    },
  })
  const relevant = (now: typeof facts) =>
    form.filter(({ field }) => isRelevant(field, now)).map(({ field }) => field.name)
  expect(relevant(facts)).toEqual(['details'])
  expect(relevant({ ...facts, isAsked: false })).toEqual(['details', 'auth_info'])
})

it('keeps a question open while the customer is asked, and then knows the answer', () => {
  const asked = [
    row(0, {}),
    step(1, 'call', {}, { kind: 'asked', for: 'field', field: 'pin' }),
    step(2, 'ask_customer', { fields: ['pin'] }, { kind: 'customer', values: { pin: '77' } }),
  ]
  const text = { type: 'string' }
  const form = formFields({
    properties: {
      auth_info: { type: 'object', properties: { email: text, pin: text } },
      unavailable: { type: 'array', items: { enum: ['email', 'pin'] } },
      answer: { enum: ['yes', 'no'] },
    },
  })
  const facts = knownFacts(parseEpisode(asked))
  const relevant = form.filter(({ field }) => isRelevant(field, facts))
  expect(facts.isAsked).toBe(true)
  expect(relevant.map(({ field }) => field.name)).toEqual(['auth_info', 'unavailable'])
  expect(knownAnswers(form, facts)).toEqual({ auth_info: { pin: '77' } })
  const later = knownFacts(parseEpisode([...asked, step(3, 'say', {}, { kind: 'done' })]))
  expect([later.isAsked, knownAnswers(form, later)]).toEqual([false, {}])
})
