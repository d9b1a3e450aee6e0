import type { MathProblem } from '../../sim/math/problem.ts'

/** A problem that every tutor model should be able to talk about, to try one with. */
export const SAMPLE_PROBLEM: MathProblem = {
  dataset: 'fractions',
  question: 'What is \\frac{1}{2} + \\frac{1}{3}?',
  answer: { kind: 'expression', gold: '\\frac{5}{6}', options: [], aliases: [] },
  solution:
    'The common denominator is 6. Written over 6, the fractions are 3/6 and 2/6. ' +
    'Their sum is 5/6.',
  mistakes: [],
}

/** A wrong answer to it, as a student would write it. */
export const SAMPLE_ANSWER =
  'I add the tops and the bottoms: 1 + 1 = 2 and 2 + 3 = 5. The answer is \\boxed{\\frac{2}{5}}.'
