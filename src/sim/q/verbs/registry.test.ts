// Guards that what the parser takes for a keyword is a verb, and that every verb says what it does.
import { describe, expect, it } from 'vitest'
import { INFIX, PREFIX } from '../parser/keywords.ts'
import { ALL_VERBS } from './all.ts'
import { listVerbs, tableOf } from './registry.ts'
import type { Verb } from './verb.ts'

const isWord = (name: string): boolean => /^[a-z]/.test(name)

describe('verbs', () => {
  it('have one place each', () => {
    const [twice] = listVerbs()
    expect(() => tableOf([...listVerbs(), twice as Verb])).toThrow(/two verbs/)
    expect(ALL_VERBS()).toHaveLength(tableOf(ALL_VERBS()).size)
  })

  it('are known to the parser, and stand between arguments when they take two', () => {
    const words = listVerbs().filter(({ name }) => isWord(name))
    const unknown = words.filter(({ name }) => !INFIX.has(name) && !PREFIX.has(name))
    expect(unknown.map(({ name }) => name)).toEqual([])
    const wrong = words.filter(({ name, rank }) => rank === 2 && !INFIX.has(name))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('have a line for the coverage table', () => {
    expect(listVerbs().filter(({ doc }) => doc.length < 3)).toEqual([])
  })
})
