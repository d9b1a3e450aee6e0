import type { AnswerKey } from '../../src/sim/math/problem.ts'
import { built } from '../support/built.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, row } from '../support/row.ts'

const ANSWERS = 4_000

const r = String.raw

/** Gold answers with texts that contain them, and texts that nearly say the same. */
const PAIRS: readonly (readonly [gold: string, text: string])[] = [
  ['42', 'Six times seven is 42. The answer is 42.'],
  ['42', r`Adding up, $6 \cdot 7 = 42$, so the final answer is $\boxed{42}$.`],
  ['42', 'She has 24 apples and buys 17 more.\n#### 41'],
  ['1250', 'They pay $1,000 first and $250 later, that is $1,250 in total.'],
  [r`\frac{3}{4}`, r`The probability is $\frac{6}{8}$, which is $\boxed{0.75}$.`],
  [r`\frac{3}{4}`, r`Hence $\boxed{\dfrac{4}{3}}$.`],
  [r`2\sqrt{3}`, r`By Pythagoras the side is $\sqrt{16-4} = \boxed{\sqrt{12}}$.`],
  [r`x^2-5x+6`, r`Expanding the product we get $\boxed{(x-2)(x-3)}$.`],
  [r`(3, 5)`, r`The lines meet where $x=3$, that is in \boxed{(3,5)}.`],
  [r`[-2,7]`, r`So the solutions are $x \in [-2, 7]$.`],
  [r`x = 1, x = -4`, r`The roots are $\boxed{x=-4}$ and $\boxed{x=1}$.`],
  ['28%', r`In all it loses $\boxed{28\%}$ of its value.`],
  [r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, r`\[ \boxed{\begin{bmatrix}1&2\\3&5\end{bmatrix}} \]`],
  [r`15\text{ cm}^2`, r`The area is $\boxed{15 \text{ square centimeters}}$.`],
]

/** A worked solution around an answer, as long as those of small models. */
const solution = (index: number): string =>
  Array.from(
    { length: 6 },
    (_, line) => `${line + 1}. Take $a_${line} = ${index + line}$ and add.`,
  ).join('\n')

/** One of the texts, with its key. */
export function gradingCase(index: number): { readonly key: AnswerKey; readonly text: string } {
  const [gold, text] = PAIRS[index % PAIRS.length] as (typeof PAIRS)[number]
  const key: AnswerKey = { kind: 'expression', gold, options: [], aliases: [] }
  return { key, text: `${solution(index)}\n\n${text}` }
}

/**
 * Finds answers in texts and compares them with gold answers. Each gold answer is new, as in a data
 * set.
 */
export const grading: Bench = async ({ rounds }) => {
  const { gradeAnswer } = await built('sim/math/grading/index')
  let correct = 0
  const seconds = fastest(rounds, () => {
    for (let index = 0; index < ANSWERS; index++) {
      const { key, text } = gradingCase(index)
      if (gradeAnswer(key, text).correct) correct++
    }
  })
  const perSecond = ANSWERS / seconds
  const share = Math.round((100 * correct) / (ANSWERS * (rounds + 1)))
  return [
    row({
      name: 'grading',
      figures: { answers_per_second: perSecond, us_each: 1e6 / perSecond },
      gate: { what: 'answers per second', value: perSecond, goal: 20_000, better: 'more' },
      note: `${PAIRS.length} kinds of answers behind six lines of work, ${share} % right`,
    }),
  ]
}
