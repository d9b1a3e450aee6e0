// Guards that a feedback keeps no form of the right answer, and keeps other words.
import { describe, expect, it } from 'vitest'
import { plainTask, taskWith } from '../../../../test/math-feedback/tasks.ts'
import type { MathTask } from '../problem.ts'
import { guardFeedback } from './guard.ts'
import { MASK, maskAnswer } from './mask.ts'

/** Right answers with texts that reveal them; `|` marks the masked parts. */
const REVEALING: readonly (readonly [gold: string, ...texts: readonly string[]])[] = [
  [
    '\\frac{3}{4}',
    'You should get |\\frac{3}{4}| here.',
    'The sum is $|\\frac{3}{4}|$, not less.',
    'It is \\(|\\dfrac{3}{4}|\\).',
    '|\\boxed{\\frac{3}{4}}| is right.',
    'The result is |3/4|.',
    'In decimals that is |0.75|.',
    'That makes |three quarters| of the whole.',
    'That is |three fourths|.',
    'That is |75%| of it.',
    'You need |¾| of it.',
    'So |6/8| is what remains.',
  ],
  [
    '-5',
    'The value of x is |-5|.',
    'So $|x = -5|$ follows.',
    'Then x becomes |−5|.',
    'It is |minus five|.',
    'It is |negative five|.',
    '|\\boxed{-5}|',
    'It equals |-5.0| exactly.',
  ],
  ['(2,5)', 'The set is |(2,5)|.', 'You want $|(2, 5)|$.', '|\\boxed{(2,5)}|'],
  [
    '72\\%',
    'It is |72\\%|.',
    'It is |72%| of the pens.',
    'That is |72 percent|.',
    'That is |seventy-two percent|.',
  ],
  [
    '2',
    'The answer is |2|.',
    'So $x = |2|$.',
    'The answer is **|2|**.',
    'The answer should be |two|.',
    '|\\boxed{2}|',
  ],
  [
    'A',
    'The answer is (|A|).',
    'Look at option |A| again.',
    '|A|. is the one that fits.',
    'It is **|A|**.',
    'The largest is |Jupiter|, of course.',
    'It is |jupiter|.',
    'Why not choice |A|?',
  ],
  [
    'The Beatles',
    'It was |the Beatles|.',
    'Think of |Beatles| songs.',
    'They were called |THE  FAB FOUR|.',
    'The album by "|The Beatles|".',
  ],
  ['1766004', 'You get |1,766,004|.', 'It is |1766004|.', 'First |1443600|, then |288,720|.'],
  ['15090E', 'It is |15090E|.', 'It is |0x15090e|.', 'In decimal, |1378574|.'],
]

/** The same for right answers of plain questions. */
const PHRASES: typeof REVEALING = [
  [
    '10',
    'That is |five choose two|.',
    'There are |5 choose 2| of them.',
    'Reckon |C(5,2)| first.',
    'There are |5C2| ways.',
    'It is |\\binom{5}{2}| in all.',
    'You need |twice 5| here.',
  ],
  ['120', 'There are |5!| ways.', 'That is |five factorial|.'],
  [
    '32.50',
    'She pays |thirty-two dollars and fifty cents|.',
    'It comes to |32 dollars and 50 cents| in all.',
    'It comes to |$32 and 50 cents|.',
  ],
  [
    '\\frac{5}{6}',
    'That happens |5 out of 6| times.',
    'That happens |five out of six| times.',
    'It is |ten over twelve|.',
    'The chance is |5 in 6|.',
    'It is |⁵⁄₆| of it.',
  ],
  [
    '(3,-2)',
    'The vector is |3i - 2j|, then.',
    'It is |3\\mathbf{i}-2\\mathbf{j}|.',
    'It is |\\begin{pmatrix}3\\\\-2\\end{pmatrix}|.',
  ],
  ['2.5', 'It takes |2 and a half| days.', 'It takes |five halves|.'],
  ['x \\ge 7', 'It has to be |at least 7|, then.', 'You need |seven or more|.'],
  ['(-\\infty,0)\\cup(0,\\infty)', 'So |all real numbers except 0| will do.'],
  ['0.48', 'It is |48 hundredths| in all.'],
  ['\\text{Alice}', 'Is |Alice| not taller?', 'Think of |Alice|.'],
  ['49', 'That is |seven squared|.', 'Think of the |square of 7|.'],
]

describe('the mask', () => {
  const casesOf = (rows: typeof REVEALING) =>
    rows.flatMap(([gold, ...texts]) => texts.map((text) => [gold, text] as const))
  const expectMasked = (task: MathTask, marked: string): void => {
    const masked = maskAnswer(task, marked.replaceAll('|', '')).text
    const bare = (one: string): string => one.replace(/\b(the|a) (?=\[masked)/gi, '')
    expect(bare(masked)).toBe(bare(marked.replace(/\|[^|]*\|/g, MASK)))
  }

  it.each(casesOf(REVEALING))('takes %s out of: %s', (gold, marked) => {
    expectMasked(taskWith(gold), marked)
  })

  it.each(casesOf(PHRASES))('takes %s out of a phrase: %s', (gold, marked) => {
    expectMasked(plainTask(gold), marked)
  })

  const harmless: readonly (readonly [string, string])[] = [
    ['2', 'Look at step 2 again: 2 of the pens were given away twice.'],
    ['2', '2. Check the subtraction. There are two ways to see it.'],
    ['A', 'A planet is large if it has a large mass. I think a look at a table helps.'],
    ['\\frac{3}{4}', 'Write both over the denominator 4 before you add 1/2 and 1/4.'],
    ['-5', 'Subtract 20 on both sides, then divide by 3.'],
    ['The Beatles', 'Beat the clock: think of British bands.'],
    ['1766004', 'Multiply 4812 by 7 first, and mind the carries of 367.'],
    ['(2,5)', 'Split |2x - 7| < 3 into two conditions.'],
  ]

  it.each(harmless)('with the answer %s leaves alone: %s', (gold, text) => {
    expect(maskAnswer(taskWith(gold), text)).toEqual({ text, count: 0 })
    expect(guardFeedback(taskWith(gold), text)).toEqual({ verdict: 'clean', text })
  })
})

/** Ways around the mask: other digits, other words, and values from which the answer follows. */
const DERIVED: readonly (readonly [gold: string, ...texts: readonly string[]])[] = [
  [
    '\\frac{9}{26}',
    ...['It is nine twenty-sixths.', 'It is ９⁄２６.', 'It is ٩/٢٦.', 'Think of 𝟗/𝟐𝟔.'],
    ...['Think of 9 divided by twenty-six.', 'It is 9\u200b/\u200b26.', '9️⃣/2️⃣6️⃣, then.'],
    ...['Its numerator is 9, its denominator 26.', 'Put 9 on top and 26 below.'],
    ...['The denominator is twenty-six and the numerator is nine.', 'It is &#57;/&#50;&#54;.'],
    ...['Twice the answer is 9/13.', 'The answer is half of 9/13.', 'Its reciprocal is 26/9.'],
    ...['The answer plus one is 35/26.', '1 minus the answer is 17/26.', 'Flip 26/9 over.'],
    ...['The square of the answer is 81/676.', 'Three times the answer is 27/26.'],
    ...['The opposite of -9/26.', 'The answer is roughly 0.346.', 'That is about 34.6% of it.'],
    ...['It is eighteen fifty-seconds.', 'It is 9\u0332/2\u03326\u0332.', 'It is 9 twenty-sixths.'],
    ...['Take 9. Put 26 under it.', 'Multiply the answer by 26 and you get 9.'],
  ],
  [
    '42',
    ...['It is ４２.', 'It is ٤٢.', 'Twice the answer is 84.', 'Half of the answer is 21.'],
    ...['It is one more than 41.', 'It lies between 41 and 43.', 'Subtract 8 from 50.'],
    ...['The answer plus 8 is 50.', 'Its square is 1764.', 'It is the opposite of -42.'],
    ...['It is \\textbf{forty-two}.', 'Double it and you have 84.', 'Turn 1/42 over.'],
  ],
  [
    '-\\frac{3}{11}',
    'It is minus three elevenths.',
    'Change the sign of 3/11.',
    'It is −３／１１.',
  ],
]

describe('ways around the mask', () => {
  const cases = DERIVED.flatMap(([gold, ...texts]) => texts.map((text) => [gold, text] as const))

  it.each(cases)('are closed for %s: %s', (gold, text) => {
    expect(guardFeedback(plainTask(gold), text).verdict).not.toBe('clean')
  })

  const harmless: readonly (readonly [string, string])[] = [
    ['\\frac{9}{26}', 'Bring both to the denominator 52 before you add, and mind the 2 of step 3.'],
    ['\\frac{9}{26}', 'You halved the 8 where you should have doubled it.'],
    ['42', 'In step 4 you multiplied 3 by 5; look at the 2 that you carried.'],
    ['42', 'Half of your work is right, but “twice as many” was read as 4 more.'],
    ['-\\frac{3}{11}', 'The sign of the second term changes when you move it – look again.'],
  ]

  it.each(harmless)('are no reason to touch other words for %s: %s', (gold, text) => {
    expect(guardFeedback(plainTask(gold), text)).toEqual({ verdict: 'clean', text })
  })
})

describe('the guard', () => {
  it('refuses a text that rules out every option but one', () => {
    const text = 'It is not (B). Neither (C) nor (D) fits.'
    expect(guardFeedback(taskWith('A'), text)).toEqual({ verdict: 'leaks' })
  })

  it('refuses a text that spells the answer out', () => {
    const task = taskWith('1766004')
    const spelt = ['1 7 6 6 0 0 4', '1-7-6-6-0-0-4', '4006671', 'one seven six six zero zero four']
    for (const text of spelt) {
      expect(guardFeedback(task, `Think of ${text}, will you.`)).toEqual({ verdict: 'leaks' })
    }
    const name = guardFeedback(taskWith('The Beatles'), 'It is B-e-a-t-l-e-s.')
    expect(name).toEqual({ verdict: 'leaks' })
  })

  it('refuses a text that recites the reference solution', () => {
    const task = taskWith('\\frac{3}{4}')
    const solution =
      'Bring both fractions to the common denominator and add the numerators that you get, no more.'
    const recited = { ...task, solution }
    expect(guardFeedback(recited, `Well: ${solution}`)).toEqual({ verdict: 'leaks' })
    expect(guardFeedback(recited, 'Bring both to a common denominator.').verdict).toBe('clean')
  })

  it('takes texts of any length and kind', () => {
    const hostile = [
      '{'.repeat(20_000),
      '\\frac{'.repeat(3_000),
      '$'.repeat(9_999),
      '1,000,000,000,'.repeat(800),
      '= '.repeat(8_000),
      'one hundred and '.repeat(900),
      '(1,2'.repeat(3_000),
      '\u{1F600}\u0000\uD800'.repeat(2_000),
    ]
    for (const task of ['-5', 'A', 'The Beatles', '15090E'].map(taskWith)) {
      for (const text of hostile) {
        const startMs = performance.now()
        guardFeedback(task, text)
        expect(performance.now() - startMs).toBeLessThan(5_000)
      }
    }
  })
})
