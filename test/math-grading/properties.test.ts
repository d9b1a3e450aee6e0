// Guards grading in general: equal answers pass, altered ones fail, and nothing throws.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answersEqual,
  exactValue,
  extractAnswer,
  gradeAnswer,
  isGold,
  parseExpression,
} from '../../src/sim/math/grading/index.ts'
import { ANSWER_KINDS, type AnswerKey } from '../../src/sim/math/problem.ts'
import { EXPRESSIONS, NUMBERS, STATEMENTS, STRUCTURES } from './tables/answers.ts'

const keyOf = (gold: string, kind: AnswerKey['kind'] = 'expression'): AnswerKey => ({
  kind,
  gold,
  options: [],
  aliases: [],
})

const isRight = (gold: string, text: string): boolean => gradeAnswer(keyOf(gold), text).correct

const golds = [...NUMBERS, ...EXPRESSIONS, ...STRUCTURES, ...STATEMENTS].map(({ gold }) => gold)

/** Ways to write a text around an answer. */
const DRESSES: readonly ((answer: string) => string)[] = [
  (answer) => `\\boxed{${answer}}`,
  (answer) => `$${answer}$`,
  (answer) => `\\( ${answer} \\)`,
  (answer) => `\\[ ${answer} \\]`,
  (answer) => `First 3 of 17.\nThe answer is $${answer}$.`,
  (answer) => `<think>9 or 8</think> **Final Answer:** $\\boxed{ ${answer} }$`,
  (answer) => `<answer>$${answer}$</answer>`,
]

const dress = fc.constantFrom(...DRESSES)
const whole = fc.integer({ min: -99_999, max: 99_999 })
const natural = fc.integer({ min: 1, max: 999 })

/** A number in one of its forms. */
const fraction = fc.tuple(whole, natural, natural).map(([over, under, factor]) => ({
  over,
  under,
  forms: [
    `\\frac{${over}}{${under}}`,
    `\\dfrac{${over * factor}}{${under * factor}}`,
    `${over}/${under}`,
    `${over} \\div ${under}`,
    `-\\frac{${-over}}{${under}}`,
    `\\left(${over}\\right)/${under}`,
  ],
}))

describe('an answer', () => {
  it('equals itself in any surrounding text', () => {
    for (const gold of golds.filter((text) => !text.includes('$'))) {
      expect(isGold(keyOf(gold), gold), gold).toBe(true)
      expect(answersEqual(keyOf('1'), gold, gold), gold).toBe(true)
      for (const around of DRESSES) expect(isRight(gold, around(gold)), around(gold)).toBe(true)
    }
  })

  it('has the same verdict in every form of a fraction', () => {
    fc.assert(
      fc.property(fraction, fc.nat(5), fc.nat(5), dress, ({ forms }, first, second, around) => {
        expect(isRight(forms[first] as string, around(forms[second] as string))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('never passes when its value is another', () => {
    const change = fc.constantFrom(
      (over: number, under: number) => [over + 1, under],
      (over: number, under: number) => [over - 1, under],
      (over: number, under: number) => [over, under + 1],
      (over: number, under: number) => [-over, under],
      (over: number, under: number) => [under, over],
      (over: number, under: number) => [over * 10, under],
      (over: number, under: number) => [over, under * 2],
    )
    fc.assert(
      fc.property(
        fraction,
        fc.nat(5),
        dress,
        change,
        ({ over, under, forms }, form, around, to) => {
          const [other, below] = to(over, under) as [number, number]
          fc.pre(other * under !== over * below)
          expect(isRight(forms[form] as string, around(`\\frac{${other}}{${below}}`))).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has the same verdict with and without separators of thousands', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1000n, max: 10n ** 30n }), dress, (value, around) => {
        const text = `${value}`
        const grouped = text.replace(/\B(?=(\d{3})+$)/g, ',')
        expect(isRight(text, around(grouped))).toBe(true)
        expect(isRight(text, around(grouped.replaceAll(',', '{,}')))).toBe(true)
        expect(isRight(text, around(`${value + 1n}`))).toBe(false)
      }),
    )
  })

  it('is a set in any order, and a tuple in one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(whole, { minLength: 2, maxLength: 6 }),
        fc.nat(5),
        dress,
        (items, at, around) => {
          const turned = items.toReversed()
          const gold = items.join(', ')
          expect(isRight(gold, around(turned.join(', ')))).toBe(true)
          expect(isRight(`\\{${gold}\\}`, around(`\\{${turned.join(',')}\\}`))).toBe(true)
          expect(isRight(`(${gold})`, around(`(${turned.join(', ')})`))).toBe(false)
          const wrong = items.map((item, index) => (index === at % items.length ? 100_001 : item))
          expect(isRight(gold, around(wrong.join(', ')))).toBe(false)
          expect(isRight(gold, around(items.slice(1).join(', ')))).toBe(false)
          expect(isRight(gold, around([...items, 100_001].join(', ')))).toBe(false)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keeps its open and closed ends', () => {
    const ends = fc.tuple(fc.constantFrom('(', '['), fc.constantFrom(')', ']'))
    fc.assert(
      fc.property(whole, natural, ends, ends, dress, (low, width, gold, answer, around) => {
        const write = ([open, close]: [string, string]): string =>
          `${open}${low}, ${low + width}${close}`
        const isSame = gold.join() === answer.join()
        expect(isRight(write(gold), around(write(answer)))).toBe(isSame)
        expect(isRight(write(gold), around(write(gold).replace(`${low},`, `${low - 1},`)))).toBe(
          false,
        )
      }),
    )
  })

  it('is the same polynomial expanded and factored, and another with another root', () => {
    const root = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(root, root, root, dress, (a, b, c, around) => {
        const expanded = `x^2+${-(a + b)}x+${a * b}`.replaceAll('+-', '-')
        const factored = (p: number, q: number): string => `(x-(${p}))(x-(${q}))`
        expect(isRight(expanded, around(factored(a, b)))).toBe(true)
        expect(isRight(factored(b, a), around(expanded))).toBe(true)
        fc.pre(c !== b)
        expect(isRight(expanded, around(factored(a, c)))).toBe(false)
      }),
    )
  })

  it('passes as a decimal from six correct places on', () => {
    fc.assert(
      fc.property(natural, natural, fc.integer({ min: 1, max: 9 }), (over, under, places) => {
        const text = (over / under).toFixed(places)
        const isExact = Number(text) === over / under
        fc.pre(isExact || over / under > 0.01)
        expect(isRight(`${over}/${under}`, text)).toBe(isExact || places >= 6)
        const off = (over / under + 5 * 10 ** -places).toFixed(places)
        expect(isRight(`${over}/${under}`, off)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

const PIECES = [
  ...['\\frac', '{', '}', '(', ')', '[', ']', '\\{', '\\}', '1', '2', '0.5', 'x', 'y', '+', '-'],
  ...['^', '_', ',', ';', '=', '<', '\\le', '\\pm', '\\sqrt', '\\boxed', '$', '\\text', ' and '],
  ...['\\begin{pmatrix}', '\\end{pmatrix}', '&', '\\\\', '|', ':', '%', '!', '\\infty', '\\cup'],
  ...['\\sin', '\\log', ' the answer is ', 'A', '\n', '.', '°', '√', '\\pmod', '\\sum', '...', '/'],
]
const noise = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(''))
const anyText = fc.oneof(noise, fc.string({ unit: 'binary', maxLength: 200 }))

describe('any text', () => {
  it('is graded without an exception, and the same each time', () => {
    const kinds = fc.constantFrom(...ANSWER_KINDS)
    fc.assert(
      fc.property(kinds, anyText, anyText, (kind, gold, text) => {
        const key: AnswerKey = { kind, gold, options: ['1', 'x', text], aliases: [text] }
        const grade = gradeAnswer(key, text)
        expect(gradeAnswer({ ...key }, text)).toEqual(grade)
        const { text: extracted } = extractAnswer(key, text)
        expect(extracted).toBe(grade.extracted)
        if (extracted !== null) expect(isGold(key, extracted)).toBe(grade.correct)
        expect(answersEqual(key, gold, text)).toBe(answersEqual(key, text, gold))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is parsed to a tree or to nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const node = parseExpression(text)
        if (node !== null) exactValue(node)
      }),
      { numRuns: 2_000 },
    )
  })
})
