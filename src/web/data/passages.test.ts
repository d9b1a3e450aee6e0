// Guards how texts of models are taken apart into thoughts, code, formulas and words.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'
import { passagesOf } from './passages.ts'

describe('passages', () => {
  it('finds thoughts, including an unclosed one', () => {
    expect(passagesOf('<think>hm</think>Yes.')).toEqual([
      { kind: 'thought', text: 'hm', isClosed: true },
      { kind: 'words', text: 'Yes.' },
    ])
    expect(passagesOf('<think>and on')).toEqual([
      { kind: 'thought', text: 'and on', isClosed: false },
    ])
  })

  it('finds code with its language', () => {
    expect(passagesOf('So:\n```q\nsolve:{x}\n```')).toEqual([
      { kind: 'words', text: 'So:\n' },
      { kind: 'code', text: 'solve:{x}', language: 'q' },
    ])
  })

  it('distinguishes formulas from prices', () => {
    expect(passagesOf('It is \\boxed{\\frac{1}{2}}.').map(({ kind }) => kind)).toEqual([
      'words',
      'math',
      'words',
    ])
    expect(passagesOf('$x^2$ and $5 or $6')).toEqual([
      { kind: 'math', text: 'x^2', display: false },
      { kind: 'words', text: ' and $5 or $6' },
    ])
  })

  it('treats text after the last passage as plain text, and keeps all of it', () => {
    const text = '$x^2$ '.repeat(3_000)
    const found = passagesOf(text)
    expect(found).toHaveLength(401)
    const whole = found.map((one) => (one.kind === 'math' ? `$${one.text}$` : one.text)).join('')
    expect(whole).toBe(text)
  })

  it('leaves markup of others alone', () => {
    const text = '<script>alert(1)</script> <previous_attempts> {{x}} [a](javascript:b)'
    expect(passagesOf(text)).toEqual([{ kind: 'words', text }])
  })
})

describe('highlight', () => {
  it('keeps every character of the code', () => {
    const languages = fc.constantFrom('json', 'q', 'python', '__proto__', 'none')
    fc.assert(
      fc.property(fc.string(), languages, (text, language) => {
        const whole = highlight(text, language)
          .map((token) => token.text)
          .join('')
        expect(whole).toBe(text)
      }),
    )
  })

  it('distinguishes keys from strings in JSON', () => {
    const kinds = highlight('{"a":"b","c":1}', 'json').map(({ text, kind }) => kind + text)
    expect(kinds).toEqual(expect.arrayContaining(['keyword"a"', 'string"b"', 'number1']))
  })
})
