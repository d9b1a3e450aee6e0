// Guards that an answer is read only from an announced form, and that other texts state none.
import { describe, expect, it } from 'vitest'
import { grade } from '../../src/sim/math/grading/grade.ts'
import { statedIn } from './verdict.ts'

const r = String.raw

/** Texts that state 42 in each announced form. */
const FORMS = [
  r`So it is \boxed{42}.`,
  r`$$\boxed{42}$$`,
  r`- \boxed{42}`,
  r`**\boxed{42}**`,
  r`3. \boxed{42}`,
  r`(b) x = \boxed{42}`,
  r`Q1 \boxed{42}`,
  r`6 * 7 = \boxed{42} = 42`,
  r`x < \boxed{42}!`,
  r`\boxed{42} ✓`,
  'Answer: 42',
  'Ans: 42',
  'Ans. 42',
  'Final Answer: 42',
  '**Final Answer:** 42',
  'Final Answer: **42**',
  '**Final Answer**\n\n42',
  '### Final Answer\n\n**42**',
  '## Answer\n$42$',
  'Work.\n\nAnswer:\n\n42',
  'Answer – 42',
  'Answer: only 42',
  'Answer: I think 42',
  'Answer: There are 42 ways.',
  'Final Answer: The number of ways is $42$, because 6 · 7 = 42.',
  'The answer is 42 minutes, or 0.7 hours.',
  r`Instead of $\boxed{41}$, it is $\boxed{42}$.`,
  'Work.\n\nAnswer:\n- 42',
  'Work.\n\n**Answers:**\n\n1. 42',
  'Answer:\n- 42 apples',
  'Answer:\n- The total is 42.',
  'Answer: 42 (42.0)',
  'Answer: 42\n\nExplanation: we multiply 6 by 7, then add 0.',
  '\\boxed{42}\n\nActually, let me double-check: 6 · 7 = 42.',
  'The answer is 42.',
  'the final answer is: $42$. I hope it is correct.',
  'So, the correct answer is 42 because 6 · 7 = 42.',
  'We multiply.\n#### 42',
  'We multiply.\n\n42',
  'We multiply.\n\nx = 42',
  'We multiply.\n\n$x = 42$.',
  'We multiply.\n\\[\nx = 42\n\\]',
  'We multiply.\n\n42 cm',
  'We multiply.\n\n42 apples',
  'We multiply.\n\n**42**',
  'The number of apples is **42**.',
  '**Final Answer:** The total is **42**.',
  '<think>41?</think>The answer is 42.',
  '41? \\boxed{41}</think>\n\\boxed{42}',
  '<answer>42</answer>',
  'I guess the answer is 42, but I am not sure.',
  'The answer is 41. I forgot one.\n\nThe answer is 42.',
  r`\boxed{41} and after the correction \boxed{42}`,
]

/** Texts that state no answer. */
const NONE = {
  'prose does not announce its value': [
    'There are 42 apples.',
    'So the total comes to 42 apples in the end.',
    'We get $x = 42$ and are done.',
    'It is 42.',
    "I don't know.",
    'Answer:',
    'Answer: x is 41 and y is 42',
    'Answer: the number is not known to be 42',
    'Answer:\n1. We add 40.\n2. We add 2.',
    'Result: 42',
  ],
  'a box within a longer formula is not its value': [
    r`$f(\boxed{42})$`,
    r`$g\left(\boxed{42}\right) = 3$`,
    r`$\gcd(\boxed{42}, 7)$`,
    r`$\log_{2} \boxed{42}$`,
    r`\boxed{42}_5`,
    r`$\boxed{42}!$`,
    r`$|\boxed{42}|$`,
    r`$(\boxed{42}, 7)$`,
    r`$x \in [\boxed{42}, \infty)$`,
    r`$x \ne \boxed{42}$`,
    r`$\boxed{42} < n$`,
    r`$\boxed{42} \to \infty$`,
    r`$\boxed{42} = 41$`,
    r`$\cancel{x = \boxed{42}}$`,
    r`\[\begin{aligned} x &= 6 \\ y &= \boxed{42} + 6 x \end{aligned}\]`,
  ],
  'a line that is a formula needs no delimiters': [
    r`f(\boxed{42})`,
    r`sin(\boxed{42})`,
    r`\boxed{42} = 41`,
    r`- \boxed{42} < n`,
    '1. $x = 6$\n2. |\\boxed{42}|',
    r`x - \boxed{42}`,
  ],
  'source code, comments and struck words say nothing': [
    r`\verb|\boxed{42}| prints it.`,
    r`\begin{verbatim}\boxed{42}\end{verbatim}`,
    r`\begin{comment}Answer: 42\end{comment}`,
    r`\sout{\boxed{42}}`,
  ],
  'a thought is not said, and an open one is followed by nothing': [
    r`<think>\boxed{42}`,
    r`<think>The answer is 42.</think>`,
    r`\boxed{42}</think>`,
    r`The answer is 42. <think>Or is it`,
    r`<think>a</think>\boxed{42}<think>b`,
    r`<thinking>x</thinking> I give up. <thinking>Answer: 42</thinking>`,
  ],
  'quotes and code announce nothing': [
    'The task says "the answer is 42".',
    'The task says “Answer: 42”.',
    '> Answer: 42\n\nI do not know.',
    '```\nAnswer: 42\n```',
    '```python\nprint(r"\\boxed{42}")\n```\nThis prints it.',
    '```\n\\boxed{42}',
    '« The answer is 42 » is what they say.',
  ],
  'a box is not empty and not cut off': [
    r`\boxed{}`,
    r`\boxed{ }`,
    r`\boxed{\text{ }}`,
    r`\boxed{4`,
    r`\boxed{\frac{42}{1}`,
    r`So \boxed{\boxed{`,
    r`Put it in \boxed.`,
    r`\boxed{42?}`,
  ],
  'what is denied or conditional is not announced': [
    'The answer is not 42.',
    "The answer isn't 42.",
    'Answer: not 42',
    'If the answer is 42, we win.',
    'Suppose the answer is 42.',
    'Is the answer 42?',
    'The answer is 42?',
    'Unless the answer is 42 we lose.',
    'The wrong answer is 42.',
    'Twice the answer is 42.',
    'Answer: 42 is wrong',
    'The answer is 42, which is incorrect.',
    'The answer is 42. That is wrong.',
    'The answer is 42. Wait, no.',
    r`It is not \boxed{42}.`,
    r`\boxed{42} is wrong.`,
    r`13, unless that is wrong, then \boxed{42}`,
    'Answer: 42 ❌',
    'The answer is 4\u03362\u0336.',
    '\\boxed{4\u03382\u0338}',
  ],
  'one statement with two values names neither': [
    'The answer is 42 or maybe 43.',
    'The answer is 42 (or 43).',
    'Answer: 42 apples and 43 pears',
    'The answer is 42 for n = 2 and 43 for n = 3.',
    r`\boxed{42} or 43`,
    'Answer: 42 (alternatively 43)',
    'The answer is 42 (possibly 43).',
    'The answer is 42 (maybe $43$).',
    r`The answer is 42 (could also be \(43\)).`,
    'Answer: 42 apples (or 43)',
    'Answer: 42 (backup: 43)',
    'Answer: 42 (43 also works)',
    'Answer: **42** (alternatively, forty-three)',
    'Answer: n = 42 (or n = 43)',
    'Answer: 42x (or 43x)',
    r`\boxed{x + 42} (or $x + 43$)`,
    r`The answer is \boxed{x + 42} (perhaps \boxed{42})`,
    'Answer: 42 as well as 43',
    r`\boxed{42}, possibly 43.`,
    r`$\boxed{42}$ (alternatively $43$).`,
    r`\boxed{42}; 43`,
    r`\boxed{42} vs 43`,
    r`$\boxed{42}$ versus $43$.`,
    r`\boxed{42} resp. 43`,
    r`\boxed{42} oder 43`,
    r`\boxed{42} and 43`,
    r`\boxed{42} \quad 43`,
    r`\boxed{42} {43}`,
    r`\boxed{42}, I also get 43.`,
    r`\boxed{42} (I also got 43)`,
    r`\boxed{42}. (I also got 43)`,
    r`\boxed{42}. I also got 43.`,
    r`\boxed{42}\text{ (my friend says 43)}`,
    r`\boxed{42} (also: $\frac{1}{2}$)`,
    r`43 or \boxed{42}`,
    r`43 vs. \boxed{42}`,
    r`$43\text{ or }\boxed{42}$`,
    'The answer is 42 resp. 43.',
    'Answer: 42 (I also got 43)',
    'Answer: 42 (I computed 43 too)',
    '**42** (earlier I had 43)',
    r`\boxed{42} \text{ (or } 43)`,
    'The answer is 42. Alternatively, 43.',
    'Answer: 42\n\nOr maybe 43.',
    'The answer is 42. It could also be 43.',
    '42\n\nOr 43.',
  ],
}

/** A value that is repeated or explained. */
const SAID_TWICE = [
  ['3/4', 'The answer is 3/4 (or 0.75).'],
  ['3/4', 'Answer: 3/4 (alternatively 75%)'],
  ['2.5', 'Answer: 2.5 hours (or 150 minutes)'],
  [r`\frac{22}{7}`, r`$\boxed{\frac{22}{7}}$ (possibly $3.14$)`],
  ['3/4', 'The answer is 3/4, i.e. 0.75.'],
  ['k = 42', 'Answer: k = 42 (or 42 = k)'],
  ['yes', 'Answer: Yes, it converges.'],
  ['no', 'Answer: No, it does not converge.'],
  ['no', 'The answer is no, because n = 41 fails.'],
  ['even', 'Answer: even, since 42 = 2 · 21'],
  ['42', 'Answer: 42 (forty-two)'],
  ['42', 'Answer: 42 (6 groups of 7)'],
  ['42', r`\boxed{42} out of 43`],
  ['42', r`\boxed{42} (mod 43)`],
  ['42', r`$\boxed{42} \pmod{43}$`],
  ['42', r`\boxed{42} rather than 43.`],
  ['42', r`\boxed{42}, not 43.`],
  ['42', r`\boxed{42} since 43 is odd.`],
  ['42', r`\boxed{42}\text{ cm}^2.`],
  ['42', r`\boxed{42}_{10}`],
  ['42', r`\boxed{42} (Theorem 2)`],
  ['42', r`\boxed{42}, leaving 3.`],
  // The other number describes something else, and a hedge around a form is not a second claim.
  ['42', r`\boxed{42} (43 on my first try)`],
  ['42', r`\boxed{42}. I got 43 at first.`],
  ['42', r`\boxed{42} hours (2520 minutes)`],
  ['42', r`So $x = \boxed{42}$ and $y = 8$.`],
  ['42', 'Answer: 42 (4 rows)'],
  ['42', 'Answer: 42 (see step 3)'],
  ['42', 'The answer is 42 (not 43).'],
  ['42', 'The answer is 42. Found in only 3 steps.'],
  ['42', r`\boxed{42}, which is 3 more than 39.`],
  ['42', r`$\boxed{42} = 6 \cdot 7$`],
  ['42', r`$2x = 84 \implies \boxed{42} = x$`],
  ['42', r`$n \ge \boxed{42}$`],
  ['42', r`$N \equiv \boxed{42} \pmod{100}$`],
  // A unit in letters, and the coefficient of a term.
  ['42', r`$v = \boxed{42} m/s^2$`],
  ['42', r`$E = \boxed{42} {eV}$`],
  ['42', r`The term is $\boxed{42}x^3y$.`],
  ['42', r`\[\begin{aligned} x &= 6 + 36 \\ &= \boxed{42} \end{aligned}\]`],
] as const

const ZERO_WIDTH = '\u200b'
const RIGHT_TO_LEFT = '\u202e'

describe('an answer', () => {
  it.each(FORMS)('is stated by an announced form: %s', (text) => {
    expect(grade('42', text).verdict).toBe('right')
    expect(grade('43', text).verdict).toBe('wrong')
  })

  for (const [rule, texts] of Object.entries(NONE)) {
    it.each(texts)(`is unstated, since ${rule}: %s`, (text) => {
      expect([statedIn(text), grade('42', text).verdict]).toEqual([null, 'unstated'])
    })
  }

  it.each(SAID_TWICE)('is %s if it is repeated or explained: %s', (gold, text) => {
    expect(grade(gold, text).verdict).toBe('right')
  })

  it('is no verdict if it ends in another one', () => {
    for (const text of ['Answer: Yes, and no.', 'Answer: Yes, but no', 'Answer: No, yes!']) {
      expect([text, grade('yes', text).correct, grade('no', text).correct]).toEqual([
        text,
        false,
        false,
      ])
    }
  })

  it('is several values where several are asked for', () => {
    for (const text of [
      'Answer: 7 or 8',
      'The answer is either 7 or 8.',
      r`\boxed{7}, \boxed{8}`,
    ]) {
      expect([text, grade('7, 8', text).verdict]).toEqual([text, 'right'])
      expect([text, grade('7', text).correct, grade('8', text).correct]).toEqual([
        text,
        false,
        false,
      ])
    }
  })

  it('is the last form by position', () => {
    expect(statedIn(r`\boxed{1} The answer is 2. \boxed{3}`)).toBe('3')
    expect(statedIn(r`\boxed{1} \boxed{2} The answer is 3.`)).toBe('3')
    expect(statedIn('Answer: 1\nAnswer: 2\n\n3')).toBe('3')
    expect(statedIn(r`\boxed{3} is right. The answer is not 4.`)).toBe('3')
  })

  it('is the claim, whatever its stated certainty', () => {
    const hedged = ['The answer is about 42.', 'Answer: approximately 42', 'Answer: **roughly** 42']
    const exact = ['The answer is exactly $42$.', 'The answer is equal to 42.']
    expect([...hedged, ...exact].map((text) => statedIn(text))).toEqual(Array(5).fill('42'))
    const open = ['The answer is not about 42.', 'Is the answer about 42?']
    expect(open.map((text) => statedIn(text))).toEqual([null, null])
    expect(grade('42', 'The answer is about 42 or 43.').correct).toBe(false)
  })

  it('is no box that a formula goes on with, and has the minus sign before it', () => {
    const parts = [
      r`$2\cdot\boxed{42}$`,
      r`$\boxed{42}^2$`,
      r`$\boxed{42}\cdot 10^3$`,
      r`$\sqrt{\boxed{42}}$`,
      r`$\boxed{42}+1$`,
      r`$x^2+\boxed{42}x$`,
      r`$\boxed{42}\sqrt{3}$`,
      r`$\boxed{42}i$`,
      r`$\overline{\boxed{42}}$`,
      r`$\cancel{\boxed{42}}$`,
    ]
    for (const text of parts) expect([text, statedIn(text)]).toEqual([text, null])
    expect(grade('-42', r`$x = -\boxed{42}$`).verdict).toBe('right')
    expect(grade('42', r`$x = -\boxed{42}$`).verdict).toBe('wrong')
    const whole = [
      r`- \boxed{42}`,
      r`* \boxed{42}`,
      r`**\boxed{42}**`,
      r`The answer-\boxed{42}`,
      r`$\boxed{42}^\circ$`,
      r`$6\cdot 7=\boxed{42}$`,
      r`In 2020, \boxed{42}`,
      r`$2x = \boxed{42}$`,
      r`$$\boxed{42}\tag{7}$$`,
      r`\boxed{42} i think`,
    ]
    for (const text of whole) expect([text, grade('42', text).verdict]).toEqual([text, 'right'])
  })

  it('is never read from the turn of a user that a template marks', () => {
    const user = '<|im_end|>\n<|im_start|>user\n'
    const assistant = '<|im_end|>\n<|im_start|>assistant\n'
    expect(statedIn(`\\boxed{42}${user}\\boxed{43}`)).toBe('42')
    expect(statedIn(`It depends on the case.${user}\\boxed{43}`)).toBe(null)
    expect(statedIn(`\\boxed{41}${user}\\boxed{43}${assistant}\\boxed{42}`)).toBe('42')
    expect(statedIn(`<|im_start|>user\n\\boxed{43}?${assistant}The answer is 42.`)).toBe('42')
  })

  it('is an option or a name below a label, after a bullet', () => {
    const options = { kind: 'choice', options: ['42', '43'] } as const
    expect(grade('B', 'Answer:\n- B', options).verdict).toBe('right')
    expect(grade('B', 'Answer:\n- A', options).verdict).toBe('wrong')
    expect(grade('Oslo', 'Answer:\n- Oslo').verdict).toBe('right')
    expect(grade('Oslo', 'Answer:\n- Oslo\n- Rome').correct).toBe(false)
  })

  it('is an option that a last line names, in capitals or in brackets', () => {
    const options = { kind: 'choice', options: ['5', '6', '7'] } as const
    for (const text of ['Option B', 'Choice (B)', '(b)', 'The best answer is B.']) {
      expect([text, grade('B', text, options).verdict]).toEqual([text, 'right'])
    }
    for (const text of ['The answer is (B), 6.', 'The answer is option B, 6', 'Answer: B, 6.']) {
      expect([text, grade('B', text, options).verdict]).toEqual([text, 'right'])
    }
    for (const text of ['The answer is (B) (or (C)).', 'Answer: B (or C)', 'Answer: B [or C]']) {
      expect([text, grade('B', text, options).correct]).toEqual([text, false])
    }
    for (const text of ['The answer is (B), 7.', 'The answer is (B), 6 or 7.', 'Answer: B, C.']) {
      expect([text, grade('B', text, options).correct]).toEqual([text, false])
    }
    expect(grade('B', 'The worst answer is B.', options).verdict).toBe('unstated')
    expect(statedIn(r`I doubt \boxed{42}`)).toBe(null)
    expect(statedIn(r`No doubt: \boxed{42}`)).toBe('42')
  })

  it('is read through HTML that only sets it, and is denied in brackets', () => {
    const set = ['The answer is <b>42</b>', '<p>The answer is 42.</p>', 'Answer:&nbsp;42<br/>Done.']
    expect(set.map((text) => statedIn(text))).toEqual(['42', '42', '42'])
    expect(statedIn('$a<b>c$ holds. Answer: 42')).toBe('42')
    expect(statedIn('The answer is 42 (wrong)')).toBe(null)
    for (const mark of ['(incorrect)', '(wrong).', '❌', 'is wrong'])
      expect([mark, statedIn(`$\\boxed{42}$ ${mark}\nLet us see.`)]).toEqual([mark, null])
    expect(statedIn(r`$\text{not }\boxed{42}$`)).toBe(null)
    expect(statedIn('\\boxed{42}. Wrong ways to do it: guess, or skip.')).toBe('42')
    expect(statedIn('The answer is 42 (43 is wrong)')).toBe('42')
    expect(grade('42', 'The answer is 42‰.').correct).toBe(false)
  })

  it('of several values is a list in one form, and no single value', () => {
    expect(grade('42, 43', r`\boxed{42} and \boxed{43}`).verdict).toBe('right')
    expect(grade('43', r`\boxed{42} or \boxed{43}`).verdict).toBe('wrong')
    expect(grade('43', r`\boxed{42 \text{ or } 43}`).verdict).toBe('wrong')
    expect(grade('43', 'The answer is 42, 43.').verdict).toBe('wrong')
  })

  it('is the inner value of nested boxes, despite invisible text', () => {
    expect(grade('42', r`\boxed{\boxed{42}}`).verdict).toBe('right')
    expect(grade('42', `\\boxed{4${ZERO_WIDTH}2}`).verdict).toBe('right')
    expect(grade('42', `The ans${ZERO_WIDTH}wer is 42.`).verdict).toBe('right')
    expect(grade('42', `${RIGHT_TO_LEFT}The answer is 24.`).correct).toBe(false)
  })

  it('in another language is stated by a box, and not by its words', () => {
    for (const text of ['La respuesta es 42.', '答案是 42。', 'الجواب هو 42.', 'Ответ — 42.']) {
      expect([text, statedIn(text)]).toEqual([text, null])
      expect(grade('42', `${text} \\boxed{42}`).verdict).toBe('right')
    }
  })

  it('does not depend on the right answer', () => {
    const texts = [...FORMS, ...Object.values(NONE).flat()]
    const golds = ['42', '1, 2', r`\text{even}`, 'A', '5\\%', '(1,2)', 'x < 3', '1:2']
    const isStated = (gold: string, text: string): boolean => grade(gold, text).extracted !== null
    const differing = texts.filter((text) =>
      golds.some((gold) => isStated(gold, text) !== isStated('', text)),
    )
    expect(differing).toEqual([])
  })

  it('is found in a long text in time that grows with its length', () => {
    const parts = [
      'The answer is ',
      r`\boxed{`,
      '"the answer is ',
      '**Answer:** ',
      '```\n',
      '<think>',
      'if the answer is 4 then ',
      'x = 4\n',
      '> ',
      '#### 4 ',
      '$x$ ',
      'Answer: 4 or ',
      '\u200b',
    ]
    for (const part of parts) {
      const text = part.repeat(Math.ceil(200_000 / part.length))
      const started = performance.now()
      grade('42', text)
      expect([part, performance.now() - started < 10_000]).toEqual([part, true])
    }
  })
})
