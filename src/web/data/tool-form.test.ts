// Guards that forms made from the schemas of tools give the arguments that the tools take.
import { expect, it } from 'vitest'
import { environmentsForTest } from './tool-form.fixture.ts'
import { argumentsOf, formOfTool } from './tool-form.ts'

it('makes a tick list of words, entries of an object of texts, an editor for code', () => {
  const kinds = Object.entries(environmentsForTest).map(([name, parameters]) => [
    name,
    formOfTool(parameters).map(({ field }) => `${field.name}: ${field.kind}`),
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    form: ['fields: ticks'],
    call: ['phone_number: text', 'request: text', 'auth_info: entries', 'reference: text'],
    wait: ['milliseconds: number', 'loud: truth', 'mode: choice', 'rest: json'],
  })
})

it('leaves out what is empty, unless it must be there', () => {
  const form = formOfTool(environmentsForTest.call)
  const filled = { request: 'please', auth_info: { email: 'a@b.c', pin: '' }, reference: '' }
  expect(argumentsOf(form, filled)).toEqual({
    phone_number: '',
    request: 'please',
    auth_info: { email: 'a@b.c' },
  })
  expect(argumentsOf(formOfTool(environmentsForTest.wait), { milliseconds: '5' })).toEqual({
    milliseconds: 5,
  })
})
