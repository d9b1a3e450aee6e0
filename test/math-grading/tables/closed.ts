import type { Probe } from './probes.ts'

const r = String.raw

/** Answers of various problems that were once graded wrongly, with similar ones. */
const EXPRESSIONS: readonly Probe[] = [
  // A value beyond doubles is not near everything.
  ...['3.14', '57.5\\%', '\\sqrt{2}', '12.5', '\\sqrt{2}+i', '0.5'].map((gold) => ({
    gold,
    right: [`\\boxed{${gold}}`],
    wrong: ['10^{400}', '-10^{400}', '10^{309}', '10^{250}i', '\\frac{1}{10^{-400}}'].map(
      (answer) => `\\boxed{${answer}}`,
    ),
  })),
  { gold: '(0.5,1)', right: [], wrong: [r`\boxed{(10^{400},1)}`, r`\boxed{(0.5,10^{400})}`] },
  // Relations between constants name these constants.
  {
    gold: '2>1',
    right: [r`\boxed{2>1}`, r`\boxed{1<2}`],
    wrong: [r`\boxed{\pi > e}`, r`\boxed{3>1}`, r`\boxed{4>2}`, r`\boxed{2>0}`, r`\boxed{1>2}`],
  },
  {
    gold: 'f(1)<f(2)<f(4)',
    right: ['f(1) < f(2) < f(4)', 'f(4) > f(2) > f(1)'].map((text) => `\\boxed{${text}}`),
    wrong: ['f(2)<f(1)<f(4)', 'f(4)<f(2)<f(1)', 'f(1)<f(4)<f(2)', 'g(1)<g(2)<g(4)'].map(
      (text) => `\\boxed{${text}}`,
    ),
  },
  { gold: r`\sqrt{2}+\sqrt{3} > 3`, right: [], wrong: [r`\boxed{5 > 1}`] },
  { gold: 'a_1 < a_2', right: [r`\boxed{a_2 > a_1}`], wrong: [r`\boxed{a_2 < a_1}`] },
  { gold: r`\log_2 3 = \frac{\ln 3}{\ln 2}`, right: [], wrong: [r`\boxed{1 = 1}`] },
  // An announced name is the subject of the answer.
  {
    gold: '5',
    right: [
      ...['Final Answer: the value of $x$ is 5.', 'Final Answer: the value of $x$ is $5$.'],
      ...['The final answer: $x$ is 5.', 'Final answer: The length of $AB$ is $5$ cm.'],
      ...['Final Answer: The sum of $2$ and $3$ is $5$.', 'Answer: $f(2)$ equals 5.'],
      ...['**Final Answer**\n\nThe number of ways to choose $k$ is $5$.'],
      ...['The answer is that $x$ must be 5.', 'Final answer: there are $5$ of them.'],
      ...['Final Answer: For $n = 2$ the value of $a_n$ is $5$.', 'The answer is $x$ = 5.'],
      ...['## Final Answer\nThe area of triangle $ABC$ is **5**.'],
      ...['Final Answer: $5$ is the value of $x$.'],
      ...['The final answer is $5$, where $x$ is 2.', 'Final Answer: 5, since 2 is even.'],
    ],
    wrong: [
      ...['Final Answer: the value of $x$ is 6.', 'Final Answer: the value of $5$ is $x$.'],
      ...['Final Answer: the sum of $5$ and $3$ is $8$.'],
    ],
  },
  {
    gold: 'x',
    right: ['Final Answer: $x$.', 'The answer is $x$.'],
    wrong: ['Final Answer: the value of $x$ is 5.'],
  },
  // The same box twice is not a list.
  {
    gold: 'x+11',
    right: [r`\boxed{x+11} or \boxed{11+x}`, r`\boxed{x+11}, \boxed{x + 11}`],
    wrong: [r`\boxed{x+11} or \boxed{x+12}`, r`\boxed{x+11} and \boxed{11}`],
  },
  {
    gold: '5',
    right: [
      ...[r`\boxed{5} and \boxed{5}`, r`\boxed{5}, so again \boxed{5}`, r`\boxed{5}, \boxed{5.0}`],
      ...[r`The answer is \boxed{5} or, in words, \boxed{\text{five}}.`],
    ],
    wrong: [r`\boxed{5} and \boxed{6}`, r`\boxed{5}, \boxed{-5}`, r`\boxed{(5, 5)}`],
  },
  // A thought is not an answer, whether it ends or not.
  {
    gold: '7',
    right: [
      ...['<think>It may be 6.</think>The answer is 7.', 'It was 6.</think>\n\\boxed{7}'],
      ...['<thinking>6?</thinking> 7', '[THINK]6 or 7[/THINK]\\boxed{7}'],
      ...['The answer is 7. <think>Or is it 6?</think>'],
    ],
    wrong: [
      ...['<think>The answer is \\boxed{7}', '<think>\nthe answer is 7.\n', '<THINK> \\boxed{7}'],
      ...['<think>a</think> <think> The answer is 7', '<think>The answer is \\boxed{7}.</think>'],
      ...['<thinking>so \\boxed{7}', '<reasoning>\\boxed{7}', '<think>7', 'so 7</think>'],
      ...[
        'The answer is 6. <think>No, it is \\boxed{7}',
        '<think >\\boxed{7}',
        '◁think▷\\boxed{7}',
      ],
    ],
  },
  // An unsolved equation is not a solution.
  {
    gold: 'x=3',
    right: ['x = 3', '3 = x', 'x=6/2', '3', 'x-3=0'].map((text) => `\\boxed{${text}}`),
    wrong: ['2x+1=7', '2x=6', 'x+1=4', 'x=2', '3x-9=0', 'x^2=9', 'y=3'].map(
      (text) => `\\boxed{${text}}`,
    ),
  },
  {
    gold: 'y=2x+1',
    right: ['y = 1+2x', '2x-y+1=0', 'y-1=2x'].map((text) => `\\boxed{${text}}`),
    wrong: ['y=2x', 'x=2y+1', 'y+1=2x'].map((text) => `\\boxed{${text}}`),
  },
  {
    gold: 'x<3',
    right: ['x<3', '3>x', '-x>-3', r`(-\infty,3)`].map((text) => `\\boxed{${text}}`),
    wrong: ['2x+1<7', 'x+1<4', 'x>3', r`x\le 3`].map((text) => `\\boxed{${text}}`),
  },
  // Digits in an impossible base are not a number.
  {
    gold: '40',
    right: [r`\boxed{40_{10}}`, r`\boxed{40_{\text{ten}}}`],
    wrong: ['40_1', '40_0', '40_{99}', '40_{-2}', '40_{37}', '40_{1/2}', '40_3', '40_{b}'].map(
      (text) => `\\boxed{${text}}`,
    ),
  },
  { gold: '52_8', right: [r`\boxed{52_8}`], wrong: [r`\boxed{58_8}`, r`\boxed{52_5}`] },
  // Odd roots of negative numbers are real.
  {
    gold: r`(x-2)^{-1/3}`,
    right: [r`\boxed{\frac{1}{\sqrt[3]{x-2}}}`, r`\boxed{(x-2)^{-\frac13}}`],
    wrong: [r`\boxed{\sqrt[3]{x-2}}`, r`\boxed{(x-2)^{-1/2}}`, r`\boxed{(2-x)^{-1/3}}`],
  },
  {
    gold: r`\sqrt[5]{(x-2)^3}`,
    right: [r`\boxed{(x-2)^{3/5}}`, r`\boxed{(x-2)^{0.6}}`],
    wrong: [r`\boxed{(x-2)^{5/3}}`, r`\boxed{(2-x)^{3/5}}`],
  },
  { gold: '-2', right: [r`\boxed{(-8)^{1/3}}`, r`\boxed{(-32)^{\frac{1}{5}}}`], wrong: [] },
  { gold: '4', right: [r`\boxed{(-8)^{2/3}}`], wrong: [r`\boxed{(-2)^{1/2}}`] },
  // Digits have many forms.
  {
    gold: '42',
    right: [
      ...['４２', '\\boxed{４２}', 'The answer is ４２.', '٤٢', '۴۲', '\\boxed{٤٢}', '𝟒𝟐', '𝟺𝟸'],
      ...[
        'The answer is 𝟒𝟐.',
        '४२',
        '๔๒',
        '\\boxed{𝟜𝟚}',
        '答案：４２',
        '**𝟰𝟮**',
        '\\boxed{4\u200b2}',
      ],
      ...['The answer is 4️⃣2️⃣.'],
    ],
    wrong: ['４３', '٢٤', '𝟐𝟒', '－４２', '\\boxed{4²}', '４．２', '④②①'],
  },
  {
    gold: '9/26',
    right: [
      ...['nine twenty-sixths', 'The answer is nine twenty-sixths.', '９／２６', '9⁄26', '９⁄２６'],
      ...['\\boxed{\\text{nine twenty-sixths}}', 'nine over twenty-six', '9 twenty-sixths'],
      ...['The probability is nine divided by twenty-six.', '9 divided by 26', '9∕26', '9 26ths'],
      ...['\\frac{𝟗}{𝟐𝟔}', 'nine out of twenty-six'],
    ],
    wrong: [
      ...['nine twenty-fifths', 'nine and twenty-six', 'nine twenty-six', 'twenty-six ninths'],
      ...['nine twentieths', '26 divided by 9', 'twenty-nine sixths'],
    ],
  },
  {
    gold: r`\frac{1}{32}`,
    right: ['one thirty-second', 'a thirty-second', 'one over thirty-two', '1 / 32'],
    wrong: ['thirty-second', 'one thirty-third', 'thirty-two', 'thirty seconds'],
  },
  {
    gold: '-3.5',
    right: ['－３．５', '−3.5', '–3.5', '-3٫5', '-𝟑.𝟓'],
    wrong: ['３．５', '-35', '-３，５００'],
  },
  {
    gold: '2',
    right: [r`\boxed{2^{10} \bmod 7}`, r`\boxed{2 \pmod 7}`, r`\boxed{9 \bmod 7}`, '9 mod 7'],
    wrong: [r`\boxed{2^{10} \bmod 5}`, r`\boxed{2^{9} \bmod 7}`, r`\boxed{9 \bmod 0}`],
  },
  { gold: '1024', right: [], wrong: [r`\boxed{2^{10} \bmod 7}`] },
  // Texts that are said not to be the answer.
  {
    gold: '5',
    right: [
      ...["It isn't 6, it's 5.", 'The answer is not 6 but 5.', 'Not 6. The answer is 5.'],
      ...['The answer is 5, not 6.', 'It is 5 and not 6.'],
      ...[r`It is not $6$, so it must be $5$.`, r`The answer is not \boxed{6} but \boxed{5}.`],
      ...['The answer is no other than 5.', 'It is no more and no less than 5.'],
    ],
    wrong: [
      ...["The answer isn't 5.", "It isn't 5.", 'The answer is anything but 5.', 'It is not 5.'],
      ...['Anything but 5.', 'The answer is not $5$.', "The answer can't be 5.", 'not 5'],
      ...['The answer cannot be $5$.', 'The answer is certainly not 5.', 'It is never 5.'],
      ...[r`\boxed{5 \text{ is wrong}}`, r`\boxed{\text{not } 5}`, r`\boxed{5 \text{ (wrong)}}`],
      ...[r`The answer is not \boxed{5}.`, r`It isn't $\boxed{5}$.`, r`\boxed{\neq 5}`],
      ...['5 is wrong.', '5 is not the answer.', 'The answer is 5? No.', '$5$ is incorrect.'],
      ...['The answer is everything except 5.', 'The answer is other than 5.', "It's not 5"],
      ...['The answer is neither 5 nor 6.', 'I would rule out 5.', 'The answer is far from 5.'],
      ...[r`\boxed{5 \text{ is not the answer}}`, r`\boxed{\lnot 5}`, 'It differs from 5.'],
      ...['The answer was thought to be 5.', 'The answer is 5 less than 12.', 'Hardly 5.'],
      ...[r`\boxed{5\text{ is false}}`, r`\boxed{5\text{ or not}}`, 'The answer is unequal to 5.'],
    ],
  },
  // Formulas that agree only near one.
  {
    gold: 'x',
    right: [r`\boxed{\frac{x^2}{x}}`, r`\boxed{\ln(e^x)}`],
    wrong: [
      ...[r`\max(x,-50)`, r`\min(x,50)`, r`\sqrt{(x+50)^2}-50`, r`|x+9|-9`, r`\max(x,-10^{40})`],
      ...[r`x+\lfloor |x|/100 \rfloor`, r`x+\max(0,0.01-|x-7|)`, r`|x|`, r`\arctan(\tan x)`],
      ...[r`\arcsin(\sin x)`, r`x+\max(0,|x|-10^{9})`, r`\operatorname{sgn}(x+60)x`],
    ].map((text) => `\\boxed{${text}}`),
  },
  {
    gold: r`\sqrt{x}+x^2`,
    right: [r`\boxed{x^{1/2}+x\cdot x}`],
    wrong: [r`\boxed{\sqrt{x}+x^2+\max(0,x-80)}`, r`\boxed{\sqrt{x}+x|x|}`],
  },
  { gold: 'x^2', right: [r`\boxed{|x|^2}`, r`\boxed{|x^2|}`], wrong: [r`\boxed{x|x|}`] },
  // Matrices are added and multiplied.
  {
    gold: r`\begin{pmatrix}2\\4\end{pmatrix}`,
    right: [
      r`\boxed{2\begin{pmatrix}1\\2\end{pmatrix}}`,
      r`\boxed{\begin{pmatrix}1\\1\end{pmatrix}+\begin{pmatrix}1\\3\end{pmatrix}}`,
      r`\boxed{\begin{pmatrix}1&0\\0&2\end{pmatrix}\begin{pmatrix}2\\2\end{pmatrix}}`,
    ],
    wrong: [
      r`\boxed{2\begin{pmatrix}1\\4\end{pmatrix}}`,
      r`\boxed{\begin{pmatrix}2\\2\end{pmatrix}\begin{pmatrix}1&0\\0&2\end{pmatrix}}`,
      r`\boxed{\begin{pmatrix}1\\1\end{pmatrix}-\begin{pmatrix}1\\3\end{pmatrix}}`,
    ],
  },
  {
    gold: r`\begin{pmatrix}1\\2\end{pmatrix}+t\begin{pmatrix}3\\4\end{pmatrix}`,
    right: [
      r`\boxed{t\begin{pmatrix}3\\4\end{pmatrix}+\begin{pmatrix}1\\2\end{pmatrix}}`,
      r`\boxed{\begin{pmatrix}1+3t\\2+4t\end{pmatrix}}`,
    ],
    wrong: [r`\boxed{\begin{pmatrix}3\\4\end{pmatrix}+t\begin{pmatrix}1\\2\end{pmatrix}}`],
  },
  {
    gold: r`\frac{1}{2}\begin{bmatrix}2&0\\0&4\end{bmatrix}`,
    right: [r`\boxed{\begin{bmatrix}1&0\\0&2\end{bmatrix}}`],
    wrong: [r`\boxed{\begin{bmatrix}2&0\\0&4\end{bmatrix}}`],
  },
  // The summand is a product like any other.
  {
    gold: r`\sum_{k=1}^{n} k 2^k`,
    right: [r`\sum_{k=1}^{n} 2^k k`, r`\sum_{j=1}^n 2^j \cdot j`, r`\sum_{i=1}^n i\,2^i`].map(
      (text) => `\\boxed{${text}}`,
    ),
    wrong: [
      ...[r`\sum_{k=1}^{n} k`, r`\sum_{k=0}^{n} k 2^k`, r`\sum_{k=1}^{m} k 2^k`],
      ...[r`\prod_{k=1}^{n} k 2^k`, r`\sum_{k=1}^{n} n 2^k`],
    ].map((text) => `\\boxed{${text}}`),
  },
  {
    gold: r`\sum_{i=1}^{n}\sum_{j=1}^{n} i j^2`,
    right: [r`\boxed{\sum_{i=1}^{n}\sum_{j=1}^{n} j^2 i}`],
    wrong: [r`\boxed{\sum_{i=1}^{n}\sum_{j=1}^{n} i i^2}`],
  },
  // A statement about a letter counts: [2, 5) contains more than its integers.
  {
    gold: '[2,5)',
    right: [
      r`\boxed{2\le x<5, x\in\mathbb{R}}`,
      r`\boxed{\{x\in\mathbb{R}: 2\le x<5\}}`,
      r`\boxed{\{x \mid 2\le x<5\}}`,
    ],
    wrong: [
      r`\boxed{2\le x<5, x\in\mathbb{Z}}`,
      r`\boxed{\{x\in\mathbb{Z}: 2\le x<5\}}`,
      r`\boxed{\{x\in\mathbb{Q}\mid 2\leq x<5\}}`,
      r`\boxed{[2,5), x\in\mathbb{N}}`,
      r`\boxed{x\in[2,5)\text{ and }x\in\mathbb{Z}}`,
      r`\boxed{2\le x<5, x\ne 3}`,
    ],
  },
  {
    gold: 'x>3',
    right: [r`\boxed{x>3, x\neq 0}`, r`\boxed{\{x\mid x>3\}}`],
    wrong: [r`\boxed{x>3, x\neq 4}`, r`\boxed{\{x^2: x>3\}}`, r`\boxed{\{-x\mid x>3\}}`],
  },
  {
    gold: r`\mathbb{Z}`,
    right: [r`\boxed{\mathbb{Z}}`],
    wrong: [r`\boxed{\{2k: k\in\mathbb{Z}\}}`, r`\boxed{\{k^2\mid k\in\mathbb{Z}\}}`],
  },
  {
    gold: r`\frac{\pi}{4}+k\pi, k\in\mathbb{Z}`,
    right: [
      r`\boxed{\frac{\pi}{4}+n\pi, n\in\mathbb{Z}}`,
      r`\boxed{\frac{\pi}{4}+k\pi \quad (k\in\mathbb{Z})}`,
      r`\boxed{x=\frac{\pi}{4}+\pi n \text{ for } n\in\mathbb{Z}}`,
      r`\boxed{\frac{\pi}{4}+k\pi \text{ where } k \text{ is an integer}}`,
      r`\boxed{\left\{ \tfrac{\pi}{4}+k\pi \mid k\in\mathbb{Z}\right\}}`,
    ],
    wrong: [
      r`\boxed{\frac{\pi}{4}+k\pi, k\in\mathbb{N}}`,
      r`\boxed{\{\frac{\pi}{4}+k\pi: k\in\mathbb{N}\}}`,
      r`\boxed{\frac{\pi}{4}+2k\pi \text{ where } k \text{ is an integer}}`,
    ],
  },
  {
    gold: r`\mathbb{R}\setminus\{1,-1\}`,
    right: [r`\boxed{\mathbb{R}-\{-1,1\}}`, r`\boxed{x\neq\pm1}`, r`\boxed{x\ne1,-1}`],
    wrong: [r`\boxed{\mathbb{R}-\{1\}}`, r`\boxed{x\neq 1}`, r`\boxed{x=\pm1}`],
  },
  // A bar and an index are part of a name, and not decorations of a number.
  {
    gold: '3+4i',
    right: [r`\boxed{3+4\imath}`],
    wrong: [r`\boxed{\overline{3+4i}}`, r`\boxed{\bar{3+4i}}`],
  },
  { gold: 'i', right: ['i'], wrong: [r`\boxed{\bar{i}}`, r`\boxed{\overline{i}}`] },
  { gold: 'z', right: ['z'], wrong: [r`\boxed{\bar{z}}`, r`\boxed{\overline{z}}`] },
  { gold: r`\bar z`, right: [r`\boxed{\overline{z}}`], wrong: ['z'] },
  { gold: r`\overline{AB}`, right: ['AB'], wrong: ['AC'] },
  { gold: '2', right: [r`\bar{x}=2`], wrong: [r`\boxed{\bar{2}}`] },
  { gold: 'e', right: ['e'], wrong: [r`\boxed{e_1}`] },
  { gold: '0.5', right: ['0.5'], wrong: [r`\boxed{0.5_8}`] },
  {
    gold: r`\mathbb{R}`,
    right: [r`\boxed{\mathbb{R}}`],
    wrong: [r`\boxed{\mathbb{R}_{\ge 0}}`, r`\boxed{\mathbb{R}^+}`, r`\boxed{\mathbb{R}_{>0}}`],
  },
  { gold: r`[0,\infty)`, right: [r`\boxed{\mathbb{R}_{\ge 0}}`], wrong: [r`\mathbb{R}^+`] },
  { gold: r`(0,\infty)`, right: [r`\boxed{\mathbb{R}^{+}}`], wrong: [r`\mathbb{R}^{-}`] },
  // A set that contains the empty set is not empty, and an empty box states nothing.
  {
    gold: r`\text{no solution}`,
    right: [r`\boxed{\{\}}`, r`\boxed{\emptyset}`, 'No solutions exist.'],
    wrong: [r`\boxed{\{\emptyset\}}`, r`\boxed{}`, r`$$\boxed{}$$`],
  },
  // A time of day with a.m. or p.m. is not a ratio.
  {
    gold: r`\text{7:45 a.m.}`,
    right: ['7:45 AM', '07:45 a.m.', r`\boxed{7\!:\!45\text{ am}}`],
    wrong: ['7:45 PM', r`\boxed{\frac{7}{45}}`, r`\boxed{\text{8:45 a.m.}}`],
  },
  {
    gold: '101101_2',
    right: [
      r`\boxed{101101 \text{ (base 2)}}`,
      r`\boxed{101101\text{ in base }2}`,
      r`\boxed{101101\ (\text{base two})}`,
      r`\boxed{101101_{\text{base } 2}}`,
    ],
    wrong: [r`\boxed{101101 \text{ (base 3)}}`, r`\boxed{101101\text{ in base }10}`],
  },
  { gold: 'A,C,D', right: [r`\boxed{\text{A, C, D}}`], wrong: [r`\boxed{\text{A, C}}`] },
  {
    gold: r`9.8\text{ m/s}^2`,
    right: [r`\boxed{9.8\ \mathrm{m\,s^{-2}}}`],
    wrong: [r`\boxed{9.8\ \mathrm{m\,s^{-1}}}`],
  },
  // Invisible text states nothing.
  {
    gold: '42',
    right: [r`\boxed{42}<!-- \boxed{24} -->`, r`\boxed{\phantom{0}42\ \checkmark}`],
    wrong: [
      '<!-- 42 -->',
      r`\boxed{24}<!-- \boxed{42} -->`,
      r`\phantom{42}`,
      r`\boxed{24}\hphantom{\boxed{42}}`,
      r`\iffalse \boxed{42} \fi 24`,
      r`\boxed{24}{\color{white}\boxed{42}}`,
      r`\boxed{24} \textcolor{white}{\boxed{\frac{42}{1}}}`,
      r`\boxed{\color{white}42}`,
      r`\boxed{24}<span style="display: none">\boxed{42}</span>`,
      r`\boxed{24}<p hidden>\boxed{42}`,
    ],
  },
  // A statement about a power or the size of x is not a statement about x.
  {
    gold: '[1,4]',
    right: [r`\boxed{x\in[1,4]}`, r`\boxed{f(x)\in[1,4]}`],
    wrong: [r`\boxed{x^2\in[1,4]}`, r`\boxed{|x|\in[1,4]}`, r`\boxed{[1,4]'}`],
  },
  { gold: "y'", right: [r`\boxed{y^{\prime}}`, r`\boxed{y'}`], wrong: ['y'] },
  // Two unequal numbers are not an equation.
  {
    gold: '2',
    right: [r`\boxed{\frac{4}{2}=2}`, r`\boxed{1.9999 \approx 2}`],
    wrong: [r`\boxed{3=2}`, r`\boxed{1=2}`, r`\boxed{5\approx 2}`, r`\boxed{x=3=2}`],
  },
  {
    gold: '17',
    right: [
      'The number whose square is 289 is 17.',
      'The number whose digits sum to 8 is 17.',
      'The side whose length we want is 17.',
      r`The answer is \boxed{17} to 2 decimal places.`,
    ],
    wrong: ['The answer is a number whose square is 17.', 'The ratio is 17 to 1.'],
  },
  // A value that is discarded by name, or retracted afterwards.
  {
    gold: '42',
    right: [
      'Equality holds if and only if $x=42$.',
      'We reject $x = -3$ and keep $x = 42$.',
      'We cannot have n = 41, hence n = 42.',
      'The answer is 42. (This is correct.)',
      'The answer is 42. On second thought I checked it again: this is correct.',
    ],
    wrong: [
      'We rule out $x = 42$.',
      'We reject n=42.',
      'So we cannot have n = 42.',
      'This excludes $x=42$.',
      r`The trap answer: \boxed{42}`,
      '42. On second thought, 24.',
      'The answer is 42. (This is not right.)',
      r`\boxed{42}. However, this is incorrect; it is 24.`,
    ],
  },
]

const CHOICES: readonly Probe[] = [
  {
    gold: 'B',
    more: ['1', '2', '3', '4'],
    right: [
      ...['The answer is not (A) but (B).', 'Neither (A) nor (C), so (B).', 'Not A. It is (B).'],
      ...[
        'The answer is (B), not (C).',
        '(A) is wrong. The answer is B.',
        'B. Because A is wrong.',
      ],
      ...['We can rule out (A), (C) and (D). The answer is (B).'],
    ],
    wrong: [
      ...['The answer is not (B).', "The answer isn't B.", 'neither (A) nor (B)', 'Not (B).'],
      ...['(B) is wrong.', 'The answer cannot be (B).', 'Anything but (B).', "It can't be (B)."],
      ...['The answer is anything but B.', 'We can rule out (B).', 'Eliminate (B).'],
      ...['The answer is neither (B) nor (C).', 'The answer is never (B).', '(B) is not correct.'],
      ...[r`The answer is not \boxed{B}.`, r`\boxed{\text{not B}}`, r`\boxed{\text{B is wrong}}`],
      ...['The answer is (A), not (B).', 'The answer: every option except (B).', 'not B'],
    ],
  },
]

const HEXADECIMALS: readonly Probe[] = [
  {
    gold: '4A597A6108',
    right: [
      r`\boxed{(4A597A6108)_{16}}`,
      r`\boxed{4A597A6108 \text{ (base 16)}}`,
      r`\boxed{4A597A6108_{\text{base }16}}`,
      r`\boxed{\text{4A597A6108 in hexadecimal}}`,
    ],
    wrong: [r`\boxed{16}`, r`\boxed{\text{base 16}}`, r`\boxed{(4A597A6109)_{16}}`],
  },
  {
    gold: 'FF',
    right: ['The answer is FF.', '0xFF', 'so it is 0xFF'],
    wrong: ['The answer is -FF.', 'so it is -0xFF', '-FF', 'The sum is −FF', '= -0xff'],
  },
  { gold: '-1A', right: ['The answer is -1A.', '\\boxed{-1A}'], wrong: ['The answer is 1A.'] },
]

/** Answers once graded wrongly, by the kind of the key. */
export const CLOSED = {
  expression: EXPRESSIONS,
  choice: CHOICES,
  hexadecimal: HEXADECIMALS,
} as const
