// Guards the line protocol of `grade`: an answer line for every line, errors among them.
import { describe, expect, it } from 'vitest'
import { gradeLine } from './lines.ts'
import { readProse } from './prose/read-prose.ts'

const answer = (line: object | string): Record<string, unknown> =>
  JSON.parse(gradeLine(typeof line === 'string' ? line : JSON.stringify(line), 3))

describe('a line of grade --jsonl', () => {
  it('gets a verdict and the extracted answer', () => {
    const { correct, extracted } = answer({ gold: '\\frac{1}{2}', pred: 'Answer: $0.5$.' })
    expect({ correct, extracted }).toEqual({ correct: true, extracted: '0.5' })
    expect(answer({ gold: '2', pred: 'Answer: $3$' }).verdict).toBe('wrong')
  })

  it('has no answer in prose, unless a function that reads prose is given', () => {
    const line = { gold: '\\frac{1}{2}', pred: 'The probability is $0.5$.' }
    expect(answer(line).verdict).toBe('unstated')
    expect(JSON.parse(gradeLine(JSON.stringify(line), 1, readProse)).verdict).toBe('right')
  })

  it('may ask for a letter, or name the kind of answer', () => {
    expect(answer({ kind: 'extract', pred: 'The answer is (C).' }).extracted).toBe('C')
    expect(answer({ kind: 'extract', pred: 'nothing' }).extracted).toBe(null)
    const choice = { kind: 'choice', gold: 'B', choices: ['1', '2'], pred: 'B' }
    expect(answer(choice).correct).toBe(true)
    expect(answer({ kind: 'text', gold: 'x', aliases: ['The Who'], pred: 'who' }).correct).toBe(
      true,
    )
    expect(answer({ kind: 'hexadecimal', gold: 'ff', pred: '0xFF' }).correct).toBe(true)
  })

  it('may ask for fewer decimal places', () => {
    expect(answer({ gold: '1/3', pred: '0.3333', precision: 4 }).correct).toBe(true)
    expect(answer({ gold: '1/3', pred: '0.3333' }).correct).toBe(false)
  })

  it.each([
    ['{"gold"', 'grade/not_json'],
    ['[1]', 'grade/not_an_object'],
    ['{"gold":1,"pred":"1"}', 'grade/bad_field'],
    ['{"gold":"1"}', 'grade/bad_field'],
    ['{"gold":"1","pred":"1","kind":"riddle"}', 'grade/bad_kind'],
    ['{"gold":"1","pred":"1","precision":-1}', 'grade/bad_field'],
    ['{"gold":"1","pred":"1","kind":"choice","options":[1]}', 'grade/bad_field'],
  ])('is refused with its number if it is %s', (line, code) => {
    const { correct, error } = answer(line)
    expect(correct).toBe(false)
    expect(error).toMatchObject({ code, line: 3 })
  })
})
