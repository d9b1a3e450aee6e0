import type { Row } from './answers.ts'

const r = String.raw

const row = (gold: string, right: readonly string[], wrong: readonly string[]): Row => ({
  gold,
  right,
  wrong,
})

/** Numbers, fractions, ordinals and signs in words. */
export const NUMBER_WORDS: readonly Row[] = [
  row(
    r`\frac{1}{2}`,
    ['half', 'one half', 'one-half', 'a half', r`\text{half}`, r`\text{one half}`],
    ['third', 'one third', 'half of 3', 'two', 'one and a half', 'two halves', 'half past one'],
  ),
  row(
    r`\frac{3}{4}`,
    ['three quarters', 'three-fourths', r`\text{three fourths}`],
    ['three', 'four thirds', 'one quarter', 'three quarters of 2', 'three halves'],
  ),
  row('1/3', ['one third', 'a third'], ['three', 'two thirds', 'one and a third']),
  row(
    '25',
    ['twenty-five', 'Twenty five', r`\text{twenty-five}`, 'twenty-five apples', '25 (twenty-five)'],
    ['twenty', 'fifty-two', 'twenty-five hundred', '5 (five)', 'five (5)', 'twenty, five'],
  ),
  row('15', ['fifteen'], ['twenty-five', 'fifty', 'one and five', 'fifteen hundred']),
  row('12', ['a dozen', 'one dozen'], ['two dozen', 'half a dozen', 'a dozen dozen', 'dozens']),
  row(
    '342',
    ['three hundred forty-two', 'three hundred and forty-two'],
    ['three hundred', 'three hundred twenty-four', 'three and forty-two'],
  ),
  row(
    '1250',
    [
      'one thousand two hundred fifty',
      'one thousand, two hundred and fifty',
      'twelve hundred fifty',
    ],
    ['one thousand two hundred', 'one thousand fifty'],
  ),
  row(
    '1000000',
    ['one million', 'a million', '1 million', r`1\text{ million}`, '$1$ million', '$1 million'],
    ['one billion', '10 million', 'one thousand', 'one million one'],
  ),
  row(
    '2500000',
    ['2.5 million', 'two and a half million', r`2.5\text{ million}`],
    ['2.5 thousand', '25 million', 'two million'],
  ),
  row(
    '2.5',
    ['two and a half', '2 and a half', 'two point five'],
    ['two', 'two and a third', 'half'],
  ),
  row(
    '-3',
    ['negative three', 'minus three', 'negative 3', 'minus 3'],
    ['three', '3', 'six minus 3'],
  ),
  row('5th', ['fifth', 'the fifth', r`5^{\text{th}}`, '5'], ['sixth', '15th', 'one fifth', '1/5']),
  row('1', ['one', 'exactly one', 'only one'], ['one of them', 'one half', 'none', 'eleven']),
  row(
    '5',
    ['five (5)', 'exactly five', 'five ways'],
    ['five sixths', 'five percent', 'five or six'],
  ),
  row('10%', ['10 per cent', 'ten percent', 'ten per cent'], ['ten', 'one percent']),
  row('3:2', ['3 to 2', r`3\text{ to }2`], ['2 to 3', '3 to 2 to 1', '32']),
  row(r`\sqrt{2}`, ['the square root of 2', 'square root of 2'], ['cube root of 2', 'root 3']),
  row('101_2', ['101 base 2', '101 in base 2', '101 (base 2)'], ['101 base 3', '101_{10}', '5']),
  row('2A_{16}', ['2A', '2a_{16}', '0x2A', r`2\text{A}_{16}`, '(2A)_{16}'], ['2B', 'A2', '42']),
  row('5', ['5_{10}'], ['101_2', '5_{16}0']),
  row('3 \\times 10^8', ['3x10^8', '300 million'], ['3x10^7', '300 billion', '3x^8']),
]

/** Sums and products over few integers. */
export const SERIES: readonly Row[] = [
  row(
    '30',
    [r`S = \sum_{k=1}^{4} k^2 = 30`],
    [
      ...[r`\sum_{k=1}^{4} k^2`, r`\sum_{i=1}^4 i^2`, r`\sum\limits_{n=0}^{4} n^2`],
      ...[r`\sum_{k=1}^{4} k^3`, r`\sum_{k=1}^{3} k^2`, r`\sum_{k=2}^{4} k^2`],
      r`\sum_{k=1}^{n} k^2`,
    ],
  ),
  row(r`\sum_{k=1}^{4} k^2`, ['30', r`\sum_{i=1}^4 i^2`, r`\sum_{n=0}^{4} n^2`], ['29']),
  row(r`\prod_{k=1}^{5} k`, ['120', r`\prod_{j=1}^{5} j`], [r`\prod_{k=1}^{6} k`, '60']),
  row('120', ['5!'], [r`\prod_{k=1}^{5} k`, r`\prod_{k=1}^{6} k`, r`\sum_{k=1}^{5} k`]),
  row(
    r`\sum_{k=1}^{n} \frac{1}{k^2}`,
    [r`\sum_{i=1}^{n} \frac{1}{i^2}`],
    [
      r`\sum_{i=1}^{n} \frac{1}{i^3}`,
      r`\sum_{i=0}^{n} \frac{1}{i^2}`,
      r`\sum_{i=1}^{m} \frac{1}{i^2}`,
    ],
  ),
]

/** Text around an answer: option letters, sentences, remarks. */
export const DRESSED: readonly Row[] = [
  row(
    '14',
    [r`\textbf{(C)}\ 14`, r`\text{(C) }14`, '(C) 14', 'C. 14', r`\mathrm{(C)}~14`],
    [r`\textbf{(C)}\ 15`, '(C)', 'C', '14 (C) 15', '(B) -14'],
  ),
  row(
    r`\textbf{(C)}\ 14`,
    ['14', 'C', '(C)', r`\textbf{(C) } 14`],
    ['15', 'D', r`\textbf{(D)}\ 14`, r`\textbf{(C)}\ 15`],
  ),
  row(
    r`\text{circle}`,
    ['It is a circle.', "It's a circle", 'a circle', 'The graph is a circle.', '(A) circle'],
    ['an ellipse', 'It is not a circle.', 'a great circle', 'circle or ellipse', 'semicircle'],
  ),
  row('Monday', ['It is Monday.', 'on Monday'], ['Mondays', 'It is not Monday', 'Sunday']),
  row(r`\text{Yes}`, ['yes'], ['No', 'No, it is not.', 'not yes']),
  row(
    'Friday, March 3',
    ['Friday March 3', 'Friday, March 3rd', 'on Friday, March 3'],
    ['Friday, March 13', 'Friday', 'Friday, April 3'],
  ),
  row('March 3', ['March 3rd', '3 March', 'the 3rd of March'], ['March 13', '3', 'May 3']),
  row('red, blue', ['red and blue', 'blue, red'], ['red', 'red, blue, green', 'red, green']),
  row(
    r`[0,\infty)`,
    ['all non-negative real numbers', 'nonnegative reals'],
    ['all positive real numbers', 'all real numbers'],
  ),
  row(r`(0,\infty)`, ['all positive real numbers'], ['nonnegative real numbers', '(0, 1)']),
  row(r`\mathbb{R}`, ['R', r`\mathbf{R}`, r`\Bbb{R}`, 'all reals'], ['Q', 'all integers', 'r']),
  row(r`\infty`, ['infinite', 'infinitely many'], ['finite', 'many']),
]

/** Notations with several spellings. */
export const NOTATIONS: readonly Row[] = [
  row(
    r`2k, k \in \mathbb{Z}`,
    [r`2n, n \in \mathbb{Z}`, r`x = 2m, m \in \mathbb{Z}`, '2k'],
    [r`2n+1, n \in \mathbb{Z}`, '2n', r`3k, k \in \mathbb{Z}`],
  ),
  row('x^2+C', ['x^2+c', 'x^2 + C'], ['x^2+D', 'x^2-c', 'x^2+2c', 'x^2']),
  row('ax^2+bx+c', ['c+bx+ax^2'], ['ax^2+cx+b', 'ax^2+bx']),
  row(
    r`(-\infty,2)\cup(3,\infty)`,
    [r`(-\infty,2), (3,\infty)`, r`(-\infty,2)\text{ and }(3,\infty)`, '(-inf, 2) U (3, inf)'],
    [r`(-\infty,2), [3,\infty)`, r`(-\infty,3), (2,\infty)`, r`(-\infty,2)`],
  ),
  row(r`90^\circ`, ['90^o', '90^{o}'], ['9^o', '90^0', '45^o']),
  row('720', [r`6!=6\cdot5\cdot4\cdot3\cdot2\cdot1=720`, '6!=720'], ['6!=620', '720 != 6']),
  row(r`0.\overline{12}`, ['0.(12)', '4/33'], ['0.(21)', '0.12', '0(12)']),
  row('x > 2', ['{x | x > 2}', r`\{x : x > 2\}`], ['{x | x < 2}', '{x | x > 3}', '{y | y > 2}']),
  row('3:30 p.m.', ['15:30', '3:30 PM'], ['3:30 AM', '13:30', '15:20']),
  row(r`\frac{1}{2004!}`, [r`1/2004!`], [r`\frac{1}{2006!}`, '0']),
  row(
    r`\frac{2^{2005}+1}{3\cdot 2^{2006}}`,
    [r`\frac{1+2^{2005}}{2^{2006}\cdot 3}`],
    [r`\frac{1}{3\cdot 2^{2006}}`, r`\frac{2^{2005}-1}{3\cdot 2^{2006}}`, r`\frac16`],
  ),
  row(
    r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    [r`\begin{pmatrix}1&2\\\\3&4\end{pmatrix}`],
    [r`\begin{pmatrix}1&2\\\\4&3\end{pmatrix}`],
  ),
  row('|x| < 3', ['-3 < x < 3', '(-3, 3)', '3 > |x|'], ['|x| > 3', '[-3, 3]', '(0, 3)', 'x < 3']),
  row(r`(-\infty,-3)\cup(3,\infty)`, ['|x| > 3', r`3 < |x|`], ['|x| < 3', '|x| > 2', r`|x| \ge 3`]),
  row('(-1, 5)', ['-1 < x < 5'], ['|x - 2| < 3']),
  row(r`x \ge 5`, [r`\ge 5`, r`\geq 5`], [r`\le 5`, '> 5', '5', '= 5']),
  row('5', ['= 5', r`\approx 5`], [r`\ge 5`, '> 5']),
  row(
    r`\{(1,2),(2,1)\}`,
    ['(x, y) = (1, 2), (2, 1)', '(x, y) = (1, 2) or (2, 1)'],
    ['(x, y) = (1, 2), (2, 2)', '(x, y) = (1, 2)'],
  ),
  row('2, 5', ['(x-2)(x-5) = 0, so x = 2 or x = 5'], ['(x-2)(x-5) = 0, so x = 2']),
  row(
    'No solution',
    ['The equation has no solution.', 'no real solutions'],
    ['one solution', '0', '(1,1),(2,2)', '(1,1)'],
  ),
  row('(2, 5)', ['x = 2, y = 5'], ['x = 2 or x = 5', 'x = 5, y = 2']),
  row(r`\text{(C)}`, ['(C)', 'C'], ['(A) and (C)', '(A) or (C)', '(C) and (D)']),
  row('1:30', [r`1{:}30`, '1:30'], ['1:03', '13:30']),
  row(
    r`\frac{n(n-1)}{2}`,
    [r`\binom{n}{2}`, r`\frac{n!}{2(n-2)!}`],
    [r`\binom{n+1}{2}`, r`\binom{n}{3}`, r`\frac{n!}{2(n-1)!}`],
  ),
  row('12', [r`|A \cap B| = 12`], [r`|A \cap B| = 21`]),
]
