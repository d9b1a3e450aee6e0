// Guards the parsing of a reset: members in two places, and names that every object has.
import { expect, it } from 'vitest'
import { resetMembers } from './reset-request.ts'

const read = (text: string) => resetMembers(JSON.parse(text))

it('accepts members beside options and in them, and refuses one that is in both', () => {
  expect(read('{"seed": 1, "options": {"index": 2}}').members).toEqual({ seed: 1, index: 2 })
  expect(read('{"seed": null, "options": {"seed": 3}}').members).toEqual({ seed: 3 })
  expect(() => read('{"seed": 1, "options": {"seed": 3}}')).toThrow('seed is given twice: 1 and')
})

it.each(['__proto__', 'constructor', 'toString'])('treats %s as an ordinary name', (name) => {
  const { members } = read(`{"options": {"${name}": {"seed": 1}}}`)
  expect(Object.entries(members)).toEqual([[name, { seed: 1 }]])
  expect(members.seed).toBeUndefined()
})
