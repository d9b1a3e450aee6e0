// Guards the verdicts of grading: equal answers in other forms pass, near misses fail.
import { describe, expect, it } from 'vitest'
import { judgeAnswer } from '../../src/sim/math/grading/form/judge.ts'
import { extractAnswer, gradeAnswer } from '../../src/sim/math/grading/index.ts'
import { readProse } from '../../src/sim/math/grading/prose/read-prose.ts'
import { ANSWER_KINDS, type AnswerKey } from '../../src/sim/math/problem.ts'
import { EXPRESSIONS, NUMBERS, type Row, STATEMENTS, STRUCTURES } from './tables/answers.ts'
import { CLOSED } from './tables/closed.ts'
import { FORMS } from './tables/forms.ts'
import { PROBES, type Probe } from './tables/probes.ts'
import { CHOICES, HEXADECIMAL, RESPONSES, TRIVIA } from './tables/responses.ts'
import { DRESSED, NOTATIONS, NUMBER_WORDS, SERIES } from './tables/spoken.ts'
import {
  AMOUNTS,
  CLOSE_VALUES,
  IDLE_OPERATORS,
  LOOKALIKES,
  OPERATORS,
  STATEMENTS_READ,
  UNIT_PAIRS,
} from './tables/understood.ts'
import { UNSEEN } from './tables/unseen.ts'
import { VARIANTS } from './tables/variants.ts'
import { WORDINGS } from './tables/wordings.ts'
import { keyOf } from './verdict.ts'

const r = String.raw

interface Case {
  readonly key: AnswerKey
  readonly text: string
  readonly isRight: boolean
}

const ROWS: readonly Row[] = [
  ...[...FORMS, ...NUMBERS, ...EXPRESSIONS, ...STRUCTURES, ...STATEMENTS],
  ...[...NUMBER_WORDS, ...SERIES, ...DRESSED, ...NOTATIONS],
]

const shortCases: readonly Case[] = ROWS.flatMap(({ gold, right, wrong }) => [
  ...right.map((text) => ({ key: keyOf(gold), text, isRight: true })),
  ...wrong.map((text) => ({ key: keyOf(gold), text, isRight: false })),
])

/** Answers that already have a border. */
const isBordered = ({ text }: Case): boolean => /[$\n]|\\\(|\*\*|\\f?box|^$|answer|####/i.test(text)

const boxedCases: readonly Case[] = shortCases
  .filter((each) => !isBordered(each))
  .map((each) => ({ ...each, text: `Some work with 17 first.\nSo it is $\\boxed{${each.text}}$.` }))

const dollarCases: readonly Case[] = shortCases
  .filter((each) => !isBordered(each))
  .map((each) => ({ ...each, key: keyOf(`$${each.key.gold}$`), text: `$${each.text}$` }))
  .filter(({ key }) => !key.gold.startsWith('$$'))

const freeCases: readonly Case[] = RESPONSES.map(({ gold, ...rest }) => ({
  key: keyOf(gold),
  ...rest,
}))

const otherCases: readonly Case[] = [
  ...TRIVIA.map(({ gold, aliases, ...rest }) => {
    return { key: { kind: 'text', gold, options: [], aliases } as const, ...rest }
  }),
  ...HEXADECIMAL.map(({ gold, ...rest }) => ({ key: keyOf(gold, 'hexadecimal'), ...rest })),
]

/** The cases of a list of probes, which has some for each kind of key. */
const casesOf = (lists: Readonly<Partial<Record<AnswerKey['kind'], readonly Probe[]>>>): Case[] =>
  ANSWER_KINDS.flatMap((kind) =>
    (lists[kind] ?? []).flatMap(({ gold, more = [], right, wrong }) => {
      const [options, aliases] = kind === 'choice' ? [more, []] : [[], more]
      const key = { kind, gold, options, aliases }
      return [
        ...right.map((text) => ({ key, text, isRight: true })),
        ...wrong.map((text) => ({ key, text, isRight: false })),
      ]
    }),
  )

const told = ({ key, text, isRight }: Case): string =>
  `${isRight ? 'missed' : 'accepted'}: gold ${key.gold} text ${JSON.stringify(text)} ` +
  `extracted ${gradeAnswer(key, text).extracted}`

/** The verdicts that differ from the expected ones, and the number of right texts in prose. */
function judge(cases: readonly Case[]): { failures: string[]; unstated: number; inProse: number } {
  const failures: string[] = []
  let [unstated, inProse] = [0, 0]
  for (const each of cases) {
    const { correct, extracted } = gradeAnswer(each.key, each.text)
    if (each.isRight && extracted === null) {
      unstated++
      if (gradeAnswer(each.key, each.text, { readProse }).correct) inProse++
    } else if (correct !== each.isRight) failures.push(told(each))
  }
  return { failures, unstated, inProse }
}

/** Answers in boxes, each with the right answer of its row. */
const inBoxes = (rows: readonly Row[]): readonly Case[] =>
  rows.flatMap(({ gold, right, wrong }) =>
    [right, wrong].flatMap((answers, index) =>
      answers.map((answer) => {
        return { key: keyOf(gold), text: `So it is \\boxed{${answer}}.`, isRight: index === 0 }
      }),
    ),
  )

describe('an answer', () => {
  const rules = {
    'is refused with a second quantity that the right answer does not have': AMOUNTS,
    'is refused with an operator that nobody carried out': OPERATORS,
    'that is not understood is not equal, and branches belong to their conditions': STATEMENTS_READ,
    'is compared exactly where doubles cannot decide': CLOSE_VALUES,
    'is no other notation that looks like it': LOOKALIKES,
  }
  for (const [name, rows] of Object.entries(rules)) {
    it(name, () => {
      expect(judge(inBoxes(rows)).failures.join('\n')).toBe('')
    })
  }
})

describe('work that is hidden in an answer', () => {
  const isPaid = (gold: string, answer: string): boolean => {
    const text = `It is \\boxed{${answer}}.`
    const key = keyOf(gold)
    const problem = { dataset: 'other', question: '', answer: key, solution: null, mistakes: [] }
    return gradeAnswer(key, text).correct || judgeAnswer(problem, text).verdict === 'right'
  }

  it('is not accepted as an amount in two units', () => {
    const paid = UNIT_PAIRS.flatMap(([large, small, count]) =>
      ['and', ',', ''].flatMap((joint) => {
        const answer = `54 ${large} ${joint} ${5 * count} ${small}`
        return [`59 ${large}`, '59'].filter((gold) => isPaid(gold, answer)).map(() => answer)
      }),
    )
    expect(paid).toEqual([])
    const lost = UNIT_PAIRS.filter(
      ([large, small, count]) => !isPaid(`59 ${large}`, `${59 * count} ${small}`),
    )
    expect(lost).toEqual([])
  })

  it('is not accepted as an unevaluated operator', () => {
    const paid = ['59', '7', r`\frac{3}{4}`, 'x^2+1', '-5'].flatMap((gold) =>
      IDLE_OPERATORS.map((within) => within(gold)).filter((answer) => isPaid(gold, answer)),
    )
    expect(paid).toEqual([])
  })
})

/**
 * A part, the number of its right texts that state no answer, and how many of these are read as
 * prose.
 */
type Part = readonly [cases: readonly Case[], unstated: number, inProse: number]

describe('verdicts', () => {
  const parts: Readonly<Record<string, Part>> = {
    'short answers': [shortCases, 29, 11],
    'answers in boxes': [boxedCases, 0, 0],
    'golds and answers between dollar signs': [dollarCases, 0, 0],
    'free text': [freeCases, 40, 37],
    'names and hexadecimal': [otherCases, 3, 0],
    'the whole breadth': [casesOf(PROBES), 117, 65],
    'what once was judged wrongly': [casesOf(CLOSED), 27, 13],
    'the words of models': [casesOf(WORDINGS), 62, 50],
    'what a few points do not see': [casesOf(UNSEEN), 0, 0],
    'variants of every kind': [casesOf(VARIANTS), 32, 22],
  }
  for (const [name, [cases, unstated, inProse]] of Object.entries(parts)) {
    it(`are right for ${name}, of which ${unstated} state no answer`, () => {
      const judged = judge(cases)
      expect(judged.failures.join('\n')).toBe('')
      expect([judged.unstated, judged.inProse]).toEqual([unstated, inProse])
    })
  }

  it('rest on enough cases of each kind', () => {
    expect(shortCases.filter(({ isRight }) => isRight).length).toBeGreaterThanOrEqual(300)
    expect(shortCases.filter(({ isRight }) => !isRight).length).toBeGreaterThanOrEqual(400)
  })
})

describe('a name', () => {
  it('may follow "it is", and is not read from another sentence', () => {
    const isGraded = (text: string): boolean => gradeAnswer(keyOf('Ada', 'text'), text).correct
    expect(['Ada', 'It was Ada.', 'The author is Ada.'].filter(isGraded)).toHaveLength(3)
    const sentences = ['It was written by Ada.', 'Ada won it.', 'It was Ada who wrote it.']
    expect(sentences.filter(isGraded)).toEqual([])
  })
})

describe('option letters', () => {
  it('are found where a text chooses one, and nowhere else', () => {
    const failures = CHOICES.flatMap(({ options, text, letter }) => {
      const key: AnswerKey = { kind: 'choice', gold: 'A', options, aliases: [] }
      const found = extractAnswer(key, text).text
      const { correct } = gradeAnswer(key, text)
      // A text in prose chooses no option.
      const isFine = (found === letter || found === null) && correct === (found === 'A')
      return isFine ? [] : [`${JSON.stringify(text)}: ${found}, expected ${letter}`]
    })
    expect(failures.join('\n')).toBe('')
  })

  it('are marked where a text chooses two', () => {
    const key: AnswerKey = { kind: 'choice', gold: 'A', options: ['1', '2', '3'], aliases: [] }
    const grade = gradeAnswer(key, 'The answer is (A). The answer is (B).')
    expect(grade).toEqual({ correct: false, extracted: 'B', ambiguous: true, stated: 'B' })
  })

  it('are not a letter with the text of another option', () => {
    const key: AnswerKey = { kind: 'choice', gold: 'A', options: ['5', '6', '7'], aliases: [] }
    const right = ['\\boxed{A) 5}', '\\boxed{A. 5}', 'The answer is A) 5.']
    expect(right.filter((text) => !gradeAnswer(key, text).correct)).toEqual([])
    const wrong = ['\\boxed{A) 6}', 'The answer is A) 6.', '\\boxed{a value in prose}']
    expect(wrong.filter((text) => gradeAnswer(key, text).correct)).toEqual([])
  })
})

describe('decimals', () => {
  it('equal an exact value at the requested precision', () => {
    const key = keyOf('\\frac{1}{3}')
    const verdict = (text: string, precision: number): boolean =>
      gradeAnswer(key, text, { precision }).correct
    expect(verdict('0.3333', 4)).toBe(true)
    expect(verdict('0.333', 4)).toBe(false)
    expect(verdict('0.3334', 4)).toBe(false)
    expect(verdict('0.33', 2)).toBe(true)
    expect(verdict('0.3333', 6)).toBe(false)
  })
})
