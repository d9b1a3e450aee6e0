const r = String.raw

/** Free text of a model, and whether its final answer is the gold. */
export interface Response {
  readonly gold: string
  readonly text: string
  readonly isRight: boolean
}

const right = (gold: string, text: string): Response => ({ gold, text, isRight: true })
const wrong = (gold: string, text: string): Response => ({ gold, text, isRight: false })

/** Texts in which the final answer must be found among other numbers and formulas. */
export const RESPONSES: readonly Response[] = [
  right('12', r`First $3 \cdot 4 = 12$. So the answer is $12$.`),
  right('12', r`We get \boxed{12}.`),
  right('12', r`We get $\boxed{12}$ after 3 steps.`),
  right('12', 'The answer is 12.'),
  right('12', 'The answer is: 12'),
  right('12', '**Answer:** 12'),
  right('12', '**Final Answer**\n\n$12$'),
  right('12', 'Final answer: **12**'),
  right('12', 'Therefore she has 12 apples left.'),
  right('12', 'Half of 24 is 12'),
  right('12', 'Step 1: add 5 and 7.\nStep 2: the sum is 12.\n\nAnswer: 12'),
  right('12', '#### 12'),
  right('12', 'She pays 5 + 7 = 12 dollars.\n#### 12'),
  right('12', '<think>maybe 13? no, 14?</think>The answer is 12.'),
  right('12', '<think>so 13</think>\n\\boxed{12}'),
  right('12', 'I reason: 5 + 7. <answer>12</answer>'),
  right('12', r`At first I got \boxed{13}, which is wrong. Redoing it: \boxed{12}`),
  right('12', r`\[ x = 12 \]`),
  right('12', r`So \( x = 12 \).`),
  right('12', r`\begin{align*} x &= 5 + 7 \\ &= 12 \end{align*}`),
  right('12', r`The final answer is $\boxed{12}$. I hope it is correct.`),
  right('12', 'The total is $12.'),
  right('12', 'The answer is 12 because 5 plus 7 is 12 and not 13.'),
  right('12', 'So there are 12 (not 13) ways.\n\nThe answer is 12'),
  right('12', r`The area is $12$ cm`),
  right('12', 'It is 12 cm.'),
  right('12', 'The correct answer is 12, since 4 times 3 is 12'),
  right('12', 'It costs 12€'),
  right('12', r`x = \boxed{12} \text{ cm}`),
  right('12', r`$$\boxed{12}$$ where 7 was given.`),
  right('1,234', 'There are 1234 such numbers.'),
  right('1234.5', 'it is not 10, it is 1,234.50€'),
  right('-3', 'Therefore x is -3.'),
  right('-3', r`Solving gives $x=-3$.`),
  right('3/4', 'The probability is 3/4.'),
  right(
    '3/4',
    r`The probability is $\frac{3}{4}$, that is 75 in 100.`.replace(', that is 75 in 100', ''),
  ),
  right('0.75', 'the probability is 75%'),
  right('28%', r`a total loss of $\boxed{28\%}$.`),
  right('28%', 'The stock loses 28 percent'),
  right('(3, 5)', 'The point is (3, 5).'),
  right('(3, 5)', r`They meet in $(3,5)$.`),
  right('x^2+1', 'The polynomial is x^2 + 1.'),
  right('x^2+1', r`Hence $f(x)=x^2+1$.`),
  right('2x+1', 'y = 2x + 1'),
  right('[0,9)', r`The solution set is $[0, 9)$.`),
  right('[0,9)', r`Hence $0 \le x < 9$.`),
  right('1, 2', r`The solutions are $x=1$ and $x=2$.`),
  right('1, 2', r`\boxed{1} and \boxed{2}`),
  right('1, 2', r`\boxed{1}, \boxed{2}`),
  right('1, 2', r`$x_1 = \boxed{1}$, $x_2 = \boxed{2}$`),
  right('1, 2', r`The answer is $x = 1$ or $x = 2$.`),
  right('1, 2, 3', r`\boxed{1},\boxed{2},\boxed{3}`),
  right('(1,2),(2,1)', r`\[ \boxed{(1, 2)}, \boxed{(2, 1)} \]`),
  right('6, 8', r`the numbers are between $\boxed{6 $ and $ 8}$`),
  right(
    '189',
    r`9=189. So 189.\n**Final Answer**\n\boxed{189}\n</think>\nArea is \(\boxed{189}\) square centimeters.`,
  ),
  right('9', r`Then $129^{34}+96^{38} \equiv \boxed{9} \pmod{11}.$`),
  right(
    '3',
    'Jane started 3 hours ago. Final Answer: Jane started growing it 3 hours ago. I hope it is correct. <|im_start|>user',
  ),
  right(
    '10455',
    r`The rate is \boxed{200} a year. Final Answer: The final answer is $10,455$. I hope it is correct.`,
  ),
  right(r`\frac{1}{2}`, r`The answer is \frac{1}{2}`),
  right(r`\frac{1}{2}`, r`$\frac{1}{2} \textbf{ meters}$`),
  right(r`\frac{1}{2}`, r`\boxed{\dfrac{1}{2}}`),
  right(r`\frac{1}{2}`, r`the answer is one half, $\boxed{\tfrac12}$.`),
  right(r`\frac{1}{2}`, r`\boxed{\frac{1}{2}`),
  right(r`\sqrt{2}`, r`Its length is $\sqrt 2$.`),
  right(r`\text{Tuesday}`, 'The answer is Tuesday.'),
  right(r`\text{Tuesday}`, r`\boxed{\text{Tuesday}}`),
  right(r`\text{even}`, r`The number is $\boxed{\text{even}}$.`),
  right(
    r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    r`The matrix is $\begin{bmatrix}1&2\\3&4\end{bmatrix}$.`,
  ),
  right('5', r`We find that $x=5$ for any $y$.`),
  right('5', r`\boxed{x = 5}`),
  right('5', r`\boxed{\boxed{5}}`),
  right('5', r`\boxed 5`),
  right('5', r`\fbox{5}`),
  right('5', r`\\boxed{5}`),
  right(r`\boxed{5}`, '5'),
  right(r`Since $a=2$ and $b=3$, we have $a+b=\boxed{5}$.`, 'The answer is 5'),
  right('x < 3', r`We find that $x \lt 3$.`),
  right('11', r`so $x\approx11$`),

  wrong('12', 'The answer is 13, not 12.'),
  wrong('12', r`I first thought \boxed{12}, but the answer is \boxed{13}.`),
  wrong('12', r`We have $12$ apples and give away some, so $\boxed{7}$ are left.`),
  wrong('12', r`With 12 apples and 5 eaten, 7 are left.`),
  wrong('12', 'The answer is not 12.'),
  wrong('12', '12 is wrong. The answer is 14.'),
  wrong('12', 'Is it 12? No: the final answer is 21.'),
  wrong('12', '<think>the answer is 12</think>The answer is 13.'),
  wrong('12', r`<think>\boxed{12}</think>\boxed{13}`),
  wrong('12', '<answer>13</answer> although 12 looks right'),
  wrong('12', '12\n\n#### 13'),
  wrong('12', r`\boxed{12}, \boxed{13}`),
  wrong('12', r`\boxed{12} or \boxed{13}`),
  wrong('12', 'The answer is 12 or 13.'),
  wrong('12', r`The answer is $12$ or $13$.`),
  wrong('12', '1 2 3 4 5 6 7 8 9 10 11 12 13'),
  wrong('12', 'x = 12 or x = 13'),
  wrong('12', r`$12 < x$`),
  wrong('12', r`\boxed{}`),
  wrong('12', ''),
  wrong('12', '   \n'),
  wrong('12', 'I do not know.'),
  wrong('12', r`\boxed{12x}`),
  wrong('12', r`\boxed{-12}`),
  wrong('12', r`\boxed{1.2}`),
  wrong('12', r`\boxed{12\%}`),
  wrong('12', r`\boxed{\frac{1}{12}}`),
  wrong('12', r`\boxed{\{12, 13\}}`),
  wrong('12', r`The final answer is $12$. Wait, I forgot a term. The final answer is $15$.`),
  wrong(
    '12',
    r`Final Answer: The final answer is $12$. I apologize for the mistake; corrected: \boxed{21}`,
  ),
  wrong('12', r`So $3 \cdot 4 = 12$, and $12 + 1 = 13$.`),
  wrong('12', 'The 12 students share 60 pens, 5 pens each.'),
  wrong('12', 'All integers from 1 to 12, and then 20.'),
  wrong('2', r`There are 2 cases. In case 2 we get \boxed{3}.`),
  wrong('2', 'Step 2: the answer is 5'),
  wrong('5', 'The answer is 5/6.'),
  wrong('5', 'The answer is 5.5.'),
  wrong('5', 'The answer is 55.'),
  wrong('5', 'The answer is -5.'),
  wrong('5', 'The answer is 5x.'),
  wrong('5', r`\boxed{x > 5}`),
  wrong('5', r`\boxed{5, 6}`),
  wrong('5', r`\boxed{(5, 5)}`),
  wrong('-3', 'Therefore x is 3.'),
  wrong('3/4', 'The probability is 4/3.'),
  wrong('3/4', 'The probability is 3/5 or 3/4.'),
  wrong('3/4', 'The ratio is 3 to 4, so 0.74.'),
  wrong('28%', r`The answer is $\boxed{72\%}$ (28\% is the rest).`),
  wrong(
    '[-3,2]',
    r`It is $\boxed{[-3,2]}$. Final Answer: The final answer is $[-3, 2]$. I apologize. It is outside, $\boxed{(-\infty, -3] \cup [2, \infty)}$. Final Answer: The final answer is $(-\infty, -3] \cup [2, \infty)$. I hope it is correct.`,
  ),
  wrong('1, 2', r`The solutions are $x=1$ and $x=3$.`),
  wrong('1, 2', r`\boxed{1}`),
  wrong('1, 2', r`\boxed{1} then a long remark on something else follows here and \boxed{2}`),
  wrong('1, 2', r`\boxed{1,2,3}`),
  wrong('(3, 5)', 'The point is (5, 3).'),
  wrong('(3, 5)', r`They meet where $x=3$.`),
  wrong('[0,9)', r`The solution set is $[0, 9]$.`),
  wrong('x^2+1', 'The polynomial is x^2 - 1.'),
  wrong('x^2+1', 'The polynomial is x^2.'),
  wrong('2x+1', 'y = 2x + 1 + c'),
  wrong(r`\frac{1}{2}`, r`\boxed{\frac{2}{1}}`),
  wrong(r`\frac{1}{2}`, 'The answer is 1 and 2.'),
  wrong(r`\text{Tuesday}`, 'It could be Monday or Tuesday. The answer is Monday.'),
  wrong(r`\text{Tuesday}`, 'The answer is Monday or Tuesday.'),
  wrong(r`\text{even}`, r`It is not even, so $\boxed{\text{odd}}$.`),
  wrong('7 = 11a+c', r`$11a+c$`),
  wrong('x = 3', r`So $y = 3$.`),
  wrong(
    r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    r`The matrix is $\begin{pmatrix}1&2\\3&5\end{pmatrix}$`,
  ),
  wrong('2', r`$\frac{1+\sqrt{5}}{2}$`),
  wrong('4', r`$\frac{34}{16}+\frac{\sqrt{1358}}{16}$`),
  wrong('1', r`$-[0,1)$`),
]

/** A question with options: `options` are the texts of A, B, C, … */
export interface Choice {
  readonly options: readonly string[]
  readonly text: string
  /** The letter that the text chooses; `null` if none. */
  readonly letter: string | null
}

const FOUR = ['12', '15', '18', '21']
const PLACES = ['Paris', 'London', 'Rome', 'the city of Berlin']
const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']

const choice = (options: readonly string[], text: string, letter: string | null): Choice => ({
  options,
  text,
  letter,
})

export const CHOICES: readonly Choice[] = [
  choice(FOUR, 'The answer is (B).', 'B'),
  choice(FOUR, 'The answer is B.', 'B'),
  choice(FOUR, 'The answer is B', 'B'),
  choice(FOUR, 'the answer is **B**', 'B'),
  choice(FOUR, 'Answer: B', 'B'),
  choice(FOUR, '**Answer: B**', 'B'),
  choice(FOUR, '**Answer:** (B) 15', 'B'),
  choice(FOUR, r`Answer: $\boxed{B}$`, 'B'),
  choice(FOUR, r`\boxed{\text{B}}`, 'B'),
  choice(FOUR, r`\boxed{(B)}`, 'B'),
  choice(FOUR, r`\boxed{B) 15}`, 'B'),
  choice(FOUR, r`\boxed{15}`, 'B'),
  choice(FOUR, r`\boxed{16}`, null),
  choice(FOUR, 'B', 'B'),
  choice(FOUR, '(b)', 'B'),
  choice(FOUR, 'B.', 'B'),
  choice(FOUR, 'B) 15', 'B'),
  choice(FOUR, 'A. Because B is not valid', 'A'),
  choice(FOUR, 'No valid answer here', null),
  choice(FOUR, 'I think it depends on a lot of things.', null),
  choice(FOUR, 'The answer each time depends on it.', null),
  choice(FOUR, 'The answer is a number.', null),
  choice(FOUR, 'At first I said the answer is (A), but the answer is (C).', 'C'),
  choice(FOUR, 'The answer is (E).', null),
  choice(TEN, 'The answer is (E).', 'E'),
  choice(TEN, r`\boxed{J}`, 'J'),
  choice(FOUR, 'Let us look at (A) and (B).\nC', 'C'),
  choice(FOUR, 'The answer is 18.', 'C'),
  choice(PLACES, 'The answer is London.', 'B'),
  choice(PLACES, 'Paris', 'A'),
  choice(PLACES, 'The answer is Madrid.', null),
  choice(PLACES, 'The answer is option D', 'D'),
  choice(PLACES, 'The correct answer is D because it is in Germany.', 'D'),
  choice(PLACES, 'A', 'A'),
  choice(PLACES, '', null),
]

/** A question about a name. */
export interface Trivia {
  readonly gold: string
  readonly aliases: readonly string[]
  readonly text: string
  readonly isRight: boolean
}

const BEATLES = { gold: 'The Beatles', aliases: ['Beatles', 'Fab Four', 'The Fab-Four'] }
const STATES = { gold: 'U.S.', aliases: ['USA', 'United States', 'United States of America'] }

export const TRIVIA: readonly Trivia[] = [
  { ...BEATLES, text: 'The Beatles', isRight: true },
  { ...BEATLES, text: 'the beatles.', isRight: true },
  { ...BEATLES, text: 'The answer is the Beatles.', isRight: true },
  { ...BEATLES, text: 'They came from Liverpool.\nAnswer: Fab Four', isRight: true },
  { ...BEATLES, text: r`\boxed{\text{The Beatles}}`, isRight: true },
  { ...BEATLES, text: 'The answer is the Beatles, a band from Liverpool.', isRight: true },
  { ...BEATLES, text: 'The answer is **The Fab Four**', isRight: true },
  { ...BEATLES, text: 'The Rolling Stones', isRight: false },
  { ...BEATLES, text: 'The answer is the Beatles or the Rolling Stones', isRight: false },
  { ...BEATLES, text: 'Beatles, Stones, Kinks, Who', isRight: false },
  { ...BEATLES, text: 'The answer is not the Beatles', isRight: false },
  { ...BEATLES, text: 'Not the Beatles. The answer is the Kinks.', isRight: false },
  { ...BEATLES, text: 'The Beatles were long gone by then, so it was the Kinks', isRight: false },
  { ...BEATLES, text: 'Beat', isRight: false },
  { ...BEATLES, text: 'Four', isRight: false },
  { ...BEATLES, text: 'the', isRight: false },
  { ...BEATLES, text: '', isRight: false },
  { ...BEATLES, text: '<think>the Beatles</think>The Kinks', isRight: false },
  { ...STATES, text: 'U.S.', isRight: true },
  { ...STATES, text: 'US', isRight: true },
  { ...STATES, text: 'u s', isRight: true },
  { ...STATES, text: 'The answer is the United States of America.', isRight: true },
  { ...STATES, text: 'us all', isRight: false },
  { ...STATES, text: 'United Kingdom', isRight: false },
]

/** Numbers in base 16: a gold, a text, a verdict. */
export const HEXADECIMAL: readonly Response[] = [
  right('1A2B3C', '1A2B3C'),
  right('1A2B3C', '1a2b3c'),
  right('1A2B3C', '0x1A2B3C'),
  right('1A2B3C', '1A 2B3C'.replace(' ', '_')),
  right('1A2B3C', r`\boxed{1A2B3C_{16}}`),
  right('1A2B3C', r`\boxed{\text{0x1A2B3C}}`),
  right('1A2B3C', r`$\boxed{1A2B3C}$`),
  right('1A2B3C', 'The product is 1A2B3C.'),
  right('1A2B3C', '10 + 20 carries, so the answer is 1A,2B3C'),
  right('1A2B3C', r`\boxed{001A2B3C}`),
  wrong('1A2B3C', r`\boxed{1A2B3D}`),
  wrong('1A2B3C', r`\boxed{1A2B3}`),
  wrong('1A2B3C', r`\boxed{1715004}`),
  wrong('1A2B3C', r`\boxed{1A2B3C0}`),
  wrong('1A2B3C', r`\boxed{A12B3C}`),
  wrong('1A2B3C', 'Not 1A2B3C: the answer is 1A2B4C'),
  wrong('1A2B3C', ''),
  wrong('1A2B3C', 'I add both numbers.'),
]
