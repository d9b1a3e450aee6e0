// Guards that every parser keyword is a verb, and that every verb has a description.
import { describe, expect, it } from 'vitest'
import { INFIX, PREFIX } from './parser/keywords.ts'
import { VERB_TABLE } from './verb-table.ts'
import { VerbTable } from './verbs/table.ts'
import type { Verb } from './verbs/verb.ts'

const isWord = (name: string): boolean => /^[a-z]/.test(name)

describe('verbs', () => {
  it('have one definition each', () => {
    const [first] = VERB_TABLE.verbs
    const twice = [...VERB_TABLE.verbs, first as Verb]
    expect(() => new VerbTable(twice, [])).toThrow(/registered twice/)
  })

  it('are known to the parser, and are infix if they take two arguments', () => {
    const words = VERB_TABLE.verbs.filter(({ name }) => isWord(name))
    const unknown = words.filter(({ name }) => !INFIX.has(name) && !PREFIX.has(name))
    expect(unknown.map(({ name }) => name)).toEqual([])
    const wrong = words.filter(({ name, rank }) => rank === 2 && !INFIX.has(name))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('have a line for the coverage table', () => {
    expect(VERB_TABLE.verbs.filter(({ doc }) => doc.length < 3)).toEqual([])
  })
})
