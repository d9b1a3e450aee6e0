/** Guards that rows of every public data set become the right problems. */
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../../sim/math/grading/index.ts'
import { Fields } from '../../rows/fields.ts'
import { RowError } from '../../rows/row.ts'
import { lastBoxed } from '../boxed.ts'
import { cleanGold } from '../clean-gold.ts'
import type { ReadProblem } from '../problem-reader.ts'
import { PROBLEM_READERS } from './index.ts'

function read(dataset: string, values: Record<string, unknown>, seed = 0): ReadProblem {
  const reader = PROBLEM_READERS.find((one) => one.dataset === dataset)
  if (reader === undefined) throw new Error(`no reader of ${dataset}`)
  return reader.read(new Fields({ file: 'f.jsonl', unit: 'line', number: 1, values }), seed)
}

const expression = (gold: string) => ({ kind: 'expression', gold, options: [], aliases: [] })

describe('percentages', () => {
  const graded = (question: string, gold: string, answer: string): boolean =>
    gradeAnswer(read('math', { problem: question, answer: gold }).answer, `\\boxed{${answer}}`)
      .correct
  const asks = 'What percent of 20 is 5?'

  it.each([
    [asks, '25', '25\\%', true],
    [asks, '25', '25', true],
    [asks, '25\\%', '25', true],
    [asks, '25', '0.25', false],
    [asks, '25', '0.25\\%', false],
    [asks, '25', '2.5\\%', false],
    ['What is 5 times 5?', '25', '25\\%', false],
    ['What is a quarter as a number?', '0.25', '25', false],
  ])('%s %s: %s', (question, gold, answer, isRight) => {
    expect(graded(question, gold, answer)).toBe(isRight)
  })
})

describe('math', () => {
  const row = { problem: 'Halve $\\frac{3}{2}$.', solution: 'It is \\boxed{\\frac{3}{4}}.' }

  it('reads the answer, or the last box of the solution, and the level', () => {
    expect(read('math', { ...row, level: 'Level 4', unique_id: 'x' })).toEqual({
      question: row.problem,
      answer: expression('\\frac{3}{4}'),
      solution: row.solution,
      difficulty: 4,
    })
    expect(read('math', { ...row, answer: '0.75', level: 5 })).toMatchObject({
      answer: { gold: '0.75' },
      difficulty: 5,
    })
    expect(read('math', { ...row, level: 'Level ?' }).difficulty).toBe(1)
    expect(() => read('math', { ...row, solution: '\\boxed{1' })).toThrow(/no closed \\boxed/)
  })

  it.each([
    ['\\boxed{1} then \\boxed{\\{2, 3\\}}', '\\{2, 3\\}'],
    ['\\boxed{\\sqrt{\\frac{1}{2}}} and \\boxed{open', '\\sqrt{\\frac{1}{2}}'],
    ['so \\fbox{ 7 }', '7'],
    ['\\boxed 9$', '9'],
    ['\\boxedness{1}', null],
    ['\\boxed', null],
    ['\\boxed{\\boxed{4}}', '4'],
  ])('finds the box in %s', (text, box) => expect(lastBoxed(text)).toBe(box))

  it.each([
    ['$\\boxed{5}$.', '5'],
    ['\\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['\\boxed{1}+\\boxed{2}', '\\boxed{1}+\\boxed{2}'],
    ['$3$ and $4$', '$3$ and $4$'],
    ['\\(x+1\\)', 'x+1'],
    ['12.', '12'],
    ['0.\\overline{3}', '0.\\overline{3}'],
    ['1, 2, ...', '1, 2, ...'],
    ['\\$5', '\\$5'],
    ['$', '$'],
  ])('cleans %s', (text, clean) => expect(cleanGold(text)).toBe(clean))

  it('finds a box among many braces in linear time', () => {
    expect(lastBoxed(`\\boxed{1}${'\\boxed{'.repeat(25_000)}`)).toBe('1')
    expect(lastBoxed(`${'{'.repeat(100_000)}\\boxed{2}`)).toBe('2')
  })
})

it('reads aime in both spellings, with whole numbers only', () => {
  const upper = { ID: '2024-I-1', Problem: 'Count.', Solution: 'See \\boxed{073}.', Answer: 73 }
  expect(read('aime', upper)).toMatchObject({ question: 'Count.', answer: expression('73') })
  expect(read('aime', { problem: 'Count.', answer: '0' }).answer).toEqual(expression('0'))
  expect(read('aime', { problem: 'Turn.', answer: '336^\\circ' }).answer.gold).toBe('336')
  expect(() => read('aime', { problem: 'Count.', answer: '1.5' })).toThrow(/0 to 999/)
})

it('reads gsm8k without its calculator annotations', () => {
  const answer = 'Two boxes hold 2*600=<<2*600=1200>>1200 pens.\n#### 1,200'
  expect(read('gsm8k', { question: 'How many?', answer })).toMatchObject({
    answer: expression('1200'),
    solution: 'Two boxes hold 2*600=1200 pens.',
  })
  const commas = { question: 'q', answer: '#### $12,34,567' }
  expect(read('gsm8k', commas).answer.gold).toBe('1234567')
  expect(read('gsm8k', { question: 'q', answer: '#### -3' })).toMatchObject({ solution: null })
  expect(() => read('gsm8k', { question: 'q', answer: 'just 3' })).toThrow(/no number behind/)
})

describe('choices', () => {
  const four = ['red', 'green', 'blue', 'grey']

  it('of mmlu are given by number or by letter', () => {
    const row = { question: 'Which?', subject: 'art', choices: four }
    const key = { kind: 'choice', gold: 'C', options: four, aliases: [] }
    expect(read('mmlu', { ...row, answer: 2 }).answer).toEqual(key)
    expect(read('mmlu', { ...row, answer: '(c)' }).answer).toEqual(key)
    expect(() => read('mmlu', { ...row, answer: 4 })).toThrow(/4 options, and number 5 is right/)
    expect(() => read('mmlu', { ...row, answer: 'blue' })).toThrow(/field answer: is "blue"/)
    expect(() => read('mmlu', { ...row, choices: 'red', answer: 0 })).toThrow(/no JSON list/)
  })

  it('of mmlu_pro keep all options, and must agree with the index', () => {
    const options = Array.from({ length: 10 }, (_, index) => `option ${index}`)
    const row = { question: 'Which?', options, answer: 'J', answer_index: 9, cot_content: '' }
    expect(read('mmlu_pro', row)).toMatchObject({ answer: { gold: 'J', options }, solution: null })
    const padded = [...four, 'N/A', 'N/A']
    const worked = { question: 'q', options: padded, answer: 'B', cot_content: 'A: It is green.' }
    expect(read('mmlu_pro', worked)).toMatchObject({
      answer: { options: four },
      solution: 'It is green.',
    })
    expect(() => read('mmlu_pro', { ...row, answer_index: 3 })).toThrow(/answer_index: is 3/)
  })

  it('of gpqa are shuffled by seed and question, with the same right one', () => {
    const row = (question: string) => ({
      Question: question,
      'Correct Answer': 'right ',
      'Incorrect Answer 1': 'wrong 1',
      'Incorrect Answer 2': 'wrong 2',
      'Incorrect Answer 3': 'wrong 3',
      Explanation: 'Because.',
    })
    const golds = Array.from({ length: 40 }, (_, index) => {
      const { answer } = read('gpqa', row(`question ${index}`))
      expect(answer.options[answer.gold.charCodeAt(0) - 65]).toBe('right')
      expect([...answer.options].sort()).toEqual(['right', 'wrong 1', 'wrong 2', 'wrong 3'])
      return answer.gold
    })
    expect(new Set(golds).size).toBe(4)
    expect(read('gpqa', row('a'))).toEqual(read('gpqa', row('a')))
    const orders = [0, 1, 2, 3, 4].map((seed) => read('gpqa', row('a'), seed).answer.options.join())
    expect(new Set(orders).size).toBeGreaterThan(1)
    expect(() => read('gpqa', { ...row('a'), 'Incorrect Answer 1': 'right' })).toThrow(/twice/)
  })

  it('of formatted gpqa keep their order', () => {
    const { answer } = read('gpqa', { Question: 'q', options: four, answer: 1 })
    expect(answer).toMatchObject({ gold: 'B', options: four })
  })
})

describe('names', () => {
  it('of trivia_qa have each of their aliases once', () => {
    const answer = {
      value: 'The Moon',
      aliases: ['The Moon', 'Luna'],
      normalized_value: 'moon',
      normalized_aliases: ['luna', 'moon'],
      type: 'WikipediaEntity',
    }
    expect(read('trivia_qa', { question: 'q', answer }).answer).toEqual({
      kind: 'text',
      gold: 'The Moon',
      options: [],
      aliases: ['Luna', 'luna', 'moon'],
    })
    const secret = { value: '<unk>', aliases: [] }
    expect(() => read('trivia_qa', { question: 'q', answer: secret })).toThrow(
      /answer\.value: is </,
    )
    expect(() => read('trivia_qa', { question: 'q', answer: 'Moon' })).toThrow(/not an object/)
  })

  it('of pop_qa are read from a JSON list in a text', () => {
    const row = { question: 'q', possible_answers: '["painter", "artist", "painter"]' }
    expect(read('pop_qa', row).answer).toMatchObject({ gold: 'painter', aliases: ['artist'] })
    expect(() => read('pop_qa', { ...row, possible_answers: '[]' })).toThrow(/is an empty list/)
    expect(() => read('pop_qa', { ...row, possible_answers: 'painter' })).toThrow(/no JSON list/)
  })
})

it('reads products, decimal and hexadecimal', () => {
  const product = { question: 'Calculate: 12 * 34.', answer: 408, range: '[10, 40]' }
  expect(read('custom_simple', product).answer).toEqual(expression('408'))
  const wide = { question: '12 * A1', answer: '0xb 52', Explanation: 'By digits.' }
  expect(read('hex', wide)).toMatchObject({
    answer: { kind: 'hexadecimal', gold: 'B52' },
    solution: 'By digits.',
  })
  expect(() => read('hex', { ...wide, answer: 'xyz' })).toThrow(/no hexadecimal digits/)
  expect(() => read('custom_simple', { ...product, answer: 1e21 })).toThrow(/too large/)
})

it.each(PROBLEM_READERS)('refuses rows of another kind as $dataset', (reader) => {
  for (const values of [{}, { question: 7 }, { question: 'q', answer: null }, { problem: [] }]) {
    const fields = new Fields({ file: 'f.jsonl', unit: 'line', number: 3, values })
    expect(() => reader.read(fields, 0)).toThrow(RowError)
    expect(() => reader.read(fields, 0)).toThrow(/^f\.jsonl, line 3, field .+: .+\. .+\.$/)
  }
})
