import type { AnswerKey, MathTask } from '../../src/sim/math/problem.ts'

/** One task for each way of comparing answers, and for each unusual right answer. */
interface Sketch {
  readonly dataset?: string
  readonly question: string
  readonly answer: Partial<AnswerKey> & Pick<AnswerKey, 'gold'>
  readonly solution?: string
  readonly mistakes?: MathTask['mistakes']
}

const SKETCHES: readonly Sketch[] = [
  {
    dataset: 'fractions',
    question: 'What is $\\frac{1}{2} + \\frac{1}{4}$?',
    answer: { gold: '\\frac{3}{4}' },
    solution: 'Over the common denominator 4 this is \\frac{2}{4} + \\frac{1}{4} = \\frac{3}{4}.',
    mistakes: [
      {
        answer: '\\frac{2}{6}',
        mistake: 'Numerators and denominators were added separately.',
      },
      { answer: '\\frac{2}{4}', mistake: 'The numerators were not scaled.' },
    ],
  },
  {
    dataset: 'equations',
    question: 'Solve $3x + 20 = 5$.',
    answer: { gold: '-5' },
    mistakes: [{ answer: '5', mistake: 'A sign was lost when 20 changed sides.' }],
  },
  { dataset: 'math', question: 'Where is $|2x - 7| < 3$?', answer: { gold: '(2,5)' } },
  { question: 'What share of 250 is 180, in percent?', answer: { gold: '72\\%' } },
  {
    dataset: 'gsm8k',
    question: 'Ann has ten pens and gives away eight. How many has she now?',
    answer: { gold: '2' },
  },
  {
    dataset: 'mmlu',
    question: 'Which planet is the largest?',
    answer: { kind: 'choice', gold: 'A', options: ['Jupiter', 'Mars', 'Venus', 'Earth'] },
  },
  {
    dataset: 'mmlu_pro',
    question: 'What is 6 times 7?',
    answer: {
      kind: 'choice',
      gold: 'F',
      options: ['36', '38', '39', '40', '41', '42', '43', '44', '48', '54'],
    },
  },
  {
    dataset: 'trivia_qa',
    question: 'Who recorded Abbey Road?',
    answer: { kind: 'text', gold: 'The Beatles', aliases: ['Beatles', 'the fab four'] },
  },
  {
    dataset: 'multiplication',
    question: 'Calculate 4812 × 367.',
    answer: { gold: '1766004' },
    solution:
      'Split 367 into 300 + 60 + 7 and multiply part by part.\n4812 × 300 = 1443600\n' +
      '4812 × 60 = 288720\n4812 × 7 = 33684\n' +
      'Add the partial products: 1443600 + 288720 + 33684 = 1766004.',
    mistakes: [{ answer: '1477284', mistake: 'One of the partial products was left out.' }],
  },
  {
    dataset: 'hexadecimal',
    question: 'Multiply the hexadecimal numbers 3A7 and 5C2.',
    answer: { kind: 'hexadecimal', gold: '15090E' },
  },
]

/** The tasks of these tests, in their own split. */
export const TASKS: readonly MathTask[] = SKETCHES.map((sketch, index) => {
  const { dataset = 'other', question, answer, solution = null, mistakes = [] } = sketch
  return {
    id: `test-${String(index).padStart(6, '0')}`,
    split: 'test',
    index,
    seed: index,
    difficulty: 1,
    dataset,
    question,
    answer: { kind: 'expression', options: [], aliases: [], ...answer },
    solution,
    mistakes,
  }
})

/** The task with this right answer. */
export function taskWith(gold: string): MathTask {
  const task = TASKS.find(({ answer }) => answer.gold === gold)
  if (task === undefined) throw new Error(`no task with the answer ${gold}`)
  return task
}

/** A plain question with this right answer. */
export const plainTask = (gold: string): MathTask => ({
  ...taskWith('-5'),
  question: 'What is it?',
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  mistakes: [],
})
