import type { AnswerKey } from '../../../src/sim/math/problem.ts'

const r = String.raw

/** A right answer with model texts that state it, and near misses. */
export interface Probe {
  readonly gold: string
  /** Aliases of a name; texts of options. */
  readonly more?: readonly string[]
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

const EXPRESSIONS: readonly Probe[] = [
  {
    gold: r`\frac{3}{4}`,
    right: [
      ...[r`The final answer is $\dfrac{3}{4}$.`, r`\boxed{0.75}`, '**Answer:** 3/4'],
      ...[r`Hence the probability is $\tfrac34$.`, 'The probability is ¾.'],
      ...[r`We get $\left(\frac{3}{4}\right)$ as the answer.`, r`Final answer: 75\%`],
      ...['So the chance is 3 out of 4.', 'Answer: 3 in 4'],
      ...[r`$\boxed{\displaystyle\frac{3}{4}}$`, r`\boxed{\frac{3}{4}`],
      ...['The answer is three fourths.'],
    ],
    wrong: [
      ...[r`\boxed{\frac{4}{3}}`, r`The answer is $-\frac{3}{4}$.`, r`\boxed{0.7}`],
      ...[r`\boxed{0.755}`, 'The final answer is 3.4', 'The answer is 4 out of 3.'],
      ...[r`Answer: 0.75\%`, r`\boxed{\frac{3}{5}}`],
      ...['We have 3/4 of it used, so 1/4 is left. The answer is 1/4.'],
      ...['The answer is three quarters of 8.'],
    ],
  },
  {
    gold: r`2\frac{1}{2}`,
    right: [
      ...[r`\boxed{2.5}`, r`\boxed{\frac{5}{2}}`, 'The answer is 2 1/2.', 'Answer: 2½'],
      ...['two and a half'],
    ],
    wrong: [
      ...[r`\boxed{2 \cdot \frac{1}{2}}`, r`\boxed{\frac{21}{2}}`, 'Answer: 1 1/2'],
      ...[r`\boxed{2\frac{1}{3}}`],
    ],
  },
  {
    gold: '1234567',
    right: [
      ...['1,234,567', r`$1\,234\,567$`, '$1{,}234{,}567$', 'The total is 1 234 567.'],
      ...[r`1.234567 \times 10^6`],
    ],
    wrong: [...['1,234,576', '123,456,7', '1.234567', '1234567.5', '1{,}234{,}56']],
  },
  {
    gold: '0.001',
    right: [...['10^{-3}', '1/1000', r`1 \times 10^{-3}`, '1e-3', r`\boxed{.001}`]],
    wrong: [...['10^{-2}', '0.01', '10^3', '0.0010001']],
  },
  {
    gold: '36',
    right: [
      ...['The force is 36 N.', r`\boxed{36\text{ N}}`, r`\boxed{36 \mathrm{~cm}^2}`],
      ...['Answer: 36 m', 'She bought 36 apples.', r`\boxed{36 \text{ apples}}`],
      ...[r`\boxed{6^2}`, 'The area is $36$ square units.', r`\boxed{36\,\text{km/h}}`],
      ...['It weighs 36 kg.', 'It took 36 minutes.'],
    ],
    wrong: [
      ...[r`\boxed{36\%}`, r`\boxed{36^\circ C + 1}`, r`\boxed{36 \text{ million}}`],
      ...['The total was 36 dozen.', r`\boxed{36 \text{ thousand}}`, r`\boxed{36\pi}`],
      ...[r`\boxed{36x}`, r`\boxed{63}`, r`\boxed{36!}`, '36 pairs and 1 left over, so 73.'],
      ...[r`\boxed{36^2}`, r`\boxed{-36}`, '36 K', '36 k', '36 M'],
    ],
  },
  {
    gold: r`5\text{ m}`,
    right: [...['5 m', '5 meters', r`\boxed{5\ \mathrm{m}}`, r`\boxed{5}`, '500 cm']],
    wrong: [...['5 cm', '5 s', '5 m^2', '5 kg', '50 m', '5 km', '5 miles', '5 m/s']],
  },
  {
    gold: r`60\text{ mph}`,
    right: [
      ...['60 miles per hour', r`\boxed{60}`, 'The train goes 60 miles an hour.'],
      ...['Its speed is 60 miles per hour.'],
    ],
    wrong: [
      ...['60 km/h', '60 feet per second', '60 miles'],
      ...['The train goes 60 kilometers per hour.', 'The train goes 60 feet per minute.'],
    ],
  },
  {
    gold: r`\$32.50`,
    right: [
      ...['$32.50', '32.5', '32 dollars and 50 cents', 'thirty-two dollars and fifty cents'],
      ...[r`\boxed{\$32.50}`, 'She pays $32.50 in total.', '32.50 USD'],
      ...[r`\boxed{32.50 \text{ dollars}}`, '3250 cents'],
    ],
    wrong: [
      ...['32 dollars and 5 cents', '$23.50', '32.50 cents', '32 dollars', '50 cents'],
      ...['$32.05', '32 dollars and 50 euros', '€32.50'],
    ],
  },
  {
    gold: '10',
    right: [
      ...[r`\binom{5}{2}`, r`\boxed{\binom{5}{2}}`, 'C(5,2)', r`The answer is \({}_5C_2\).`],
      ...['5C2', '^5C_2', r`$\dbinom{5}{3}$`, r`\frac{5!}{3!2!}`, 'five choose two'],
      ...['5 choose 2', 'ten'],
    ],
    wrong: [
      ...[r`\binom{5}{1}`, 'C(5,1)', '5P2', 'P(5,2)', 'five choose one', r`\binom{2}{5}`],
      ...['5!', 'C(2,5)', '5_2', '10_2', '(5,2)', r`\frac{5!}{2!}`],
    ],
  },
  {
    gold: '20',
    right: [...['P(5,2)', '{}_5P_2', '5P2', r`\frac{5!}{3!}`]],
    wrong: [...['C(5,2)', '5!', 'P(2,5)']],
  },
  {
    gold: '120',
    right: [
      ...['5!', r`\boxed{5!}`, r`5 \cdot 4 \cdot 3 \cdot 2 \cdot 1`],
      ...['The answer is 5! = 120.', '5 factorial'],
    ],
    wrong: [...['5', '4!', '5!!', '6!']],
  },
  {
    gold: r`\binom{10}{3}`,
    right: [...['120', r`\frac{10!}{3!7!}`, r`\binom{10}{7}`]],
    wrong: [...['720', '30', r`\binom{10}{4}`]],
  },
  {
    gold: '5!',
    right: [...['120']],
    wrong: [...['5', '24']],
  },
  {
    gold: '(3,-2)',
    right: [
      ...[r`3\mathbf{i}-2\mathbf{j}`, r`\boxed{3\mathbf{i} - 2\mathbf{j}}`],
      ...[r`\begin{pmatrix} 3 \\ -2 \end{pmatrix}`, r`3\hat{i}-2\hat{j}`],
      ...[r`3\vec{i}-2\vec{j}`, r`\langle 3,-2\rangle`, 'x=3, y=-2', r`\left(3,-2\right)`],
      ...['(3.0, -2.0)'],
    ],
    wrong: [
      ...[r`3\mathbf{i}+2\mathbf{j}`, r`2\mathbf{i}-3\mathbf{j}`],
      ...[r`-2\mathbf{i}+3\mathbf{j}`, '(-2,3)', '(3,2)', '(3,-2,0)', '3i-2j+k', 'x=-2, y=3'],
      ...['(3,-2]', r`\{3,-2\}`, r`3\mathbf{i}`],
    ],
  },
  {
    gold: r`\begin{pmatrix} 1 \\ 0 \\ -4 \end{pmatrix}`,
    right: [
      ...[r`\mathbf{i}-4\mathbf{k}`, '(1,0,-4)', r`\hat{\imath} - 4\hat{k}`],
      ...[r`\left\langle 1,0,-4 \right\rangle`, r`\begin{bmatrix}1\\0\\-4\end{bmatrix}`],
    ],
    wrong: [
      ...[r`\mathbf{i}-4\mathbf{j}`, r`\mathbf{i}+4\mathbf{k}`, '(1,0,4)', '(1,-4,0)'],
      ...['(1,0)'],
    ],
  },
  {
    gold: r`2\mathbf{i}+\mathbf{j}-5\mathbf{k}`,
    right: [...['(2,1,-5)', '2i+j-5k', r`\mathbf{j}+2\mathbf{i}-5\mathbf{k}`]],
    wrong: [...['(2,1,5)', '2i+j+5k', '(2,0,-5)', r`2\mathbf{i}+\mathbf{j}`]],
  },
  {
    gold: r`\frac{5}{6}`,
    right: [
      ...['5 out of 6', 'five sixths', 'The probability is 5 out of 6.', '5:6'],
      ...[r`\frac{10}{12}`],
    ],
    wrong: [...['6 out of 5', '5 out of 7', '1 out of 6', '0.83', '0.8334']],
  },
  {
    gold: r`90^\circ`,
    right: [
      ...['90', '90 degrees', r`\frac{\pi}{2}`, r`\boxed{90^{\circ}}`],
      ...[r`\angle A = 90^\circ`],
    ],
    wrong: [...['90 rad', '90 radians', r`9^\circ`, r`180^\circ`, r`\pi`, r`\frac{\pi}{4}`, "90'"]],
  },
  {
    gold: '90',
    right: [...[r`90^\circ`, '90 degrees']],
    wrong: [...['90 rad', '90 radians', r`\boxed{90\text{ rad}}`, r`90\pi`]],
  },
  {
    gold: r`\frac{\pi}{2}`,
    right: [...[r`90^\circ`, r`\pi/2`, r`0.5\pi`, r`\frac{\pi}{2} \text{ radians}`]],
    wrong: [
      ...[r`\frac{2}{\pi}`, r`\frac{\pi}{3}`, '1.57', '90', r`-\frac{\pi}{2}`],
      ...[r`\frac{\pi^2}{2}`],
    ],
  },
  {
    gold: '5',
    right: [
      ...['x = 5', 'The answer is 5.', '5.0', r`\sqrt{25}`, '|-5|', 'five', 'n = 5'],
      ...[r`$\boxed{5}$.`, '**5**', 'Thus, there are 5 of them.'],
      ...['Wait, I first said 6 but the answer is 5.', '#### 5', r`\[ \boxed{5} \]`, '$$5$$'],
      ...[r`\fbox{5}`, r`5 \pmod{7}`],
      ...[r`The final answer is: $\boxed{5}$. I hope it is correct.`],
      ...['<think>maybe 6? no.</think> The answer is 5.', 'fifth', '5th'],
    ],
    wrong: [
      ...['5_6', '5_{8}', r`5\sqrt{1.1}`, '5x', 'V', '5 or 6', '5, 6', '5.1', 'not 5'],
      ...['x > 5', r`\boxed{5^2}`, r`\boxed{5 \pm 1}`, r`\boxed{-5}`],
      ...['The answer is 5. Wait, I made an error; it should be 6. So the answer is 6.'],
      ...['5 in 6', '5 over 6', 'at least 5', 'five hundredths'],
    ],
  },
  {
    gold: r`\text{first}`,
    right: [...['first', 'The answer is first.', '1st']],
    wrong: [...['one', '1', 'second', '1/1']],
  },
  {
    gold: '101_2',
    right: [...['101_{2}', '101', r`101_{\text{two}}`]],
    wrong: [...['5', '110_2', '101_3', '101_{10}', '5_{10}']],
  },
  {
    gold: '3x^2-5x+2',
    right: [
      ...['(3x-2)(x-1)', '2 - 5x + 3x^2', '(x-1)(3x-2)', '3x^{2} - 5x + 2'],
      ...[r`3(x-1)(x-\frac23)`, 'f(x) = 3x^2 - 5x + 2', 'x(3x-5)+2'],
    ],
    wrong: [
      ...['(3x+2)(x-1)', '3x^2+5x+2', '3x^2-5x-2', '(3x-2)(x-1) = 0', '3x^2-5x', 'x^2-5x+2'],
      ...['3y^2-5y+1', '6x^2-10x+4'],
    ],
  },
  {
    gold: '(x+2)(x-3)',
    right: [...['x^2-x-6', '(x-3)(x+2)']],
    wrong: [...['(x-2)(x+3)', 'x^2+x-6', '(x+2)(x-3)^2', 'x=-2,3']],
  },
  {
    gold: '[2,5)',
    right: [
      ...[r`2 \le x < 5`, r`x \in [2, 5)`, r`\left[2,5\right)`, r`2 \leqslant x < 5`],
      ...[r`x \ge 2 and x < 5`, r`\{x : 2 \le x < 5\}`, r`\boxed{[2,5)}`],
    ],
    wrong: [
      ...['[2,5]', '(2,5)', '(2,5]', r`2 < x \le 5`, '(5,2]', r`[2,5) \cup \{6\}`, '[2,4)'],
      ...['[-2,5)', '2,5', r`x \ge 2`, '[2,5'],
    ],
  },
  {
    gold: r`(-\infty,-1)\cup(3,\infty)`,
    right: [
      ...[r`x<-1 \text{ or } x>3`, r`(-\infty, -1) \cup (3, +\infty)`, 'x > 3 or x < -1'],
      ...[r`\{x \mid x<-1 \text{ or } x>3\}`, r`\mathbb{R}\setminus[-1,3]`],
      ...[r`(3,\infty)\cup(-\infty,-1)`],
    ],
    wrong: [
      ...[r`(-\infty,-1]\cup[3,\infty)`, r`(-\infty,-1)`, '(-1,3)', '-1<x<3'],
      ...[r`(-\infty,1)\cup(3,\infty)`, r`x<-1 \text{ and } x>3`],
      ...[r`(-\infty,-1)\cap(3,\infty)`, r`(3,\infty)`],
    ],
  },
  {
    gold: r`\{1,2,3\}`,
    right: [
      ...['1, 2, 3', r`\{3,2,1\}`, '1, 2 and 3', 'x=1, x=2, x=3', r`x \in \{1,2,3\}`],
      ...[r`\{1,2,3,3\}`],
    ],
    wrong: [
      ...[r`\{1,2\}`, r`\{1,2,3,4\}`, '(1,2,3)+1', '123', r`\{1,2,-3\}`, r`\{1,2,3\}^c`],
      ...['1 or 2', '[1,3]'],
    ],
  },
  {
    gold: r`\emptyset`,
    right: [...[r`\varnothing`, r`\{\}`, 'no solution']],
    wrong: [...[r`\{0\}`, '0', r`\{1\}`]],
  },
  {
    gold: r`\pm 3`,
    right: [...['3, -3', 'x=3 or x=-3', r`\{-3,3\}`, r`x = \pm 3`, '3 and -3']],
    wrong: [...['3', '-3', r`\pm 4`, r`\pm\sqrt{3}`, '3, 3', '0, 3']],
  },
  {
    gold: r`\frac{1\pm\sqrt{5}}{2}`,
    right: [
      ...[r`\frac{1+\sqrt{5}}{2}, \frac{1-\sqrt{5}}{2}`, r`x = \frac12 \pm \frac{\sqrt5}{2}`],
    ],
    wrong: [
      ...[r`\frac{1+\sqrt{5}}{2}`, r`\frac{-1\pm\sqrt{5}}{2}`, r`1\pm\frac{\sqrt{5}}{2}`],
      ...[r`\frac{1\pm\sqrt{3}}{2}`],
    ],
  },
  {
    gold: r`\sqrt{50}`,
    right: [...[r`5\sqrt{2}`, r`5\cdot 2^{1/2}`, '50^{0.5}', '√50', r`\frac{10}{\sqrt2}`, '5√2']],
    wrong: [
      ...[r`2\sqrt{5}`, r`25\sqrt{2}`, r`\sqrt{5}0`, '7.07', r`-\sqrt{50}`, r`\sqrt[3]{50}`],
      ...['50', r`5\sqrt{3}`],
    ],
  },
  {
    gold: r`\sqrt[3]{16}`,
    right: [...[r`2\sqrt[3]{2}`, '16^{1/3}', '2^{4/3}']],
    wrong: [...['4', r`2\sqrt{2}`, r`\sqrt{16}`, '16^{3}']],
  },
  {
    gold: r`\log_2 3`,
    right: [...[r`\frac{\ln 3}{\ln 2}`, r`\frac{\log 3}{\log 2}`, r`\log_{2}{3}`, r`\log_4 9`]],
    wrong: [...[r`\log_3 2`, r`\log_2 5`, r`\ln 3`, r`\log 3`, '1.58']],
  },
  {
    gold: r`2\ln 3`,
    right: [...[r`\ln 9`, r`\log_e 9`]],
    wrong: [...[r`\ln 6`, r`\ln 3`, r`2\log_{10} 3`, r`\ln 3^3`]],
  },
  {
    gold: 'e^2',
    right: [...[r`\exp(2)`, r`e \cdot e`]],
    wrong: [...['2e', 'e^{-2}', '7.39', 'e']],
  },
  {
    gold: r`\sin 60^\circ`,
    right: [...[r`\frac{\sqrt3}{2}`, r`\cos 30^\circ`, r`\sin\frac{\pi}{3}`]],
    wrong: [...[r`\frac12`, r`\sin 30^\circ`, r`\sin 60`, r`\frac{\sqrt{2}}{2}`]],
  },
  {
    gold: '3+4i',
    right: [...['4i+3', r`3 + 4 \cdot i`, 'z = 3+4i', '(2+i)^2']],
    wrong: [...['3-4i', '4+3i', '5', '-3+4i', '3+4', '3 + 4j + k', '7i']],
  },
  {
    gold: '2:3',
    right: [...['2 : 3', '2 to 3', r`\frac{2}{3}`, '4:6']],
    wrong: [...['3:2', '2:5', '2.3', '23', '2 to 5']],
  },
  {
    gold: '3:30',
    right: [...['3:30 PM', '3:30 p.m.']],
    wrong: [...['3:03', '3.30', '3:20', '4:30', '2:30 p.m.']],
  },
  {
    gold: r`15\%`,
    right: [...['15%', '15 percent', '0.15', r`\boxed{15\%}`]],
    wrong: [...[r`1.5\%`, '15', r`0.15\%`, r`85\%`, r`1500\%`]],
  },
  {
    gold: 'y = 2x + 3',
    right: [...['2x+3', 'y=3+2x', '2x - y + 3 = 0', 'y - 3 = 2x']],
    wrong: [...['y = 3x + 2', 'y = 2x - 3', 'x = 2y+3', 'y = 2x', 'y > 2x+3', '2x + y + 3 = 0']],
  },
  {
    gold: 'x = 4',
    right: [...['4', '4 = x', 'x=4', r`x = \frac{8}{2}`]],
    wrong: [...['x = -4', 'y = 5', 'x > 4', r`x \ne 4`, 'x = 4, 5', 'x^2 = 4']],
  },
  {
    gold: r`x \ge 3`,
    right: [...[r`[3,\infty)`, r`3 \le x`, 'x ≥ 3', r`\{x \mid x \ge 3\}`]],
    wrong: [...['x > 3', r`x \le 3`, r`(3,\infty)`, 'x = 3', '3', r`x \ge -3`]],
  },
  {
    gold: 'x^2+y^2=25',
    right: [...['x^2 + y^2 - 25 = 0', 'y^2+x^2=25', 'x^2+y^2=5^2']],
    wrong: [...['x^2+y^2=5', 'x^2-y^2=25', 'x^2+y^2', 'x^2+y^2=26', '(x-1)^2+y^2=25']],
  },
  {
    gold: r`\frac{x+1}{x-1}`,
    right: [...[r`\frac{1+x}{x-1}`, r`\frac{-x-1}{1-x}`, r`1+\frac{2}{x-1}`, '(x+1)/(x-1)']],
    wrong: [...[r`\frac{x-1}{x+1}`, r`\frac{x+1}{1-x}`, 'x + 1/x - 1', '-1', r`\frac{x+1}{x+2}`]],
  },
  {
    gold: '2^{10}',
    right: [...['1024', '4^5', '2^10']],
    wrong: [...['20', '10^2', '2^{11}', '1000', '2^1 0']],
  },
  {
    gold: r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    right: [
      ...[r`\begin{bmatrix}1&2\\3&4\end{bmatrix}`, '[[1,2],[3,4]]'],
      ...[r`A = \begin{pmatrix}1&2\\3&4\end{pmatrix}`],
      ...[r`\begin{pmatrix}1.0&2\\3&\frac{8}{2}\end{pmatrix}`],
    ],
    wrong: [
      ...[r`\begin{pmatrix}1&3\\2&4\end{pmatrix}`, r`\begin{pmatrix}1&2\\3&-4\end{pmatrix}`],
      ...[r`\begin{vmatrix}1&2\\3&4\end{vmatrix}`, '(1,2,3,4)'],
      ...[r`\begin{pmatrix}1&2&3&4\end{pmatrix}`, r`2\begin{pmatrix}1&2\\3&4\end{pmatrix}`],
      ...[r`\begin{pmatrix}1&2\end{pmatrix}`],
    ],
  },
  {
    gold: r`\text{even}`,
    right: [...['even', 'The function is even.', r`\textbf{even}`, 'It is an even function.']],
    wrong: [...['odd', 'neither even nor odd', 'even and odd', 'not even']],
  },
  {
    gold: r`\text{Alice}`,
    right: [
      ...['Alice is the tallest.', 'The answer is Alice.', 'Alice', r`\boxed{\text{Alice}}`],
      ...['The tallest person is Alice.'],
    ],
    wrong: [
      ...['Bob is the tallest.', 'Alice and Bob', 'Not Alice', 'Alicia'],
      ...['Alice is not the tallest.', 'Bob is taller than Alice.', 'Bob'],
    ],
  },
  {
    gold: r`\text{Friday}`,
    right: [...['Friday', 'It will be a Friday.', 'on Friday']],
    wrong: [...['Thursday', 'Friday or Saturday', 'the day after Friday', 'the day before Friday']],
  },
  {
    gold: r`\text{(C)}`,
    right: [...['C', 'The answer is C.', '(C)', r`\boxed{\text{C}}`, r`\textbf{(C)}`, 'option C']],
    wrong: [...['D', '(B)', 'c^2', 'The answer is (A), not (C).', 'C or D']],
  },
  {
    gold: r`12\pi`,
    right: [...[r`12 \pi`, '12π', r`\pi \cdot 12`, r`12\pi \text{ cm}^2`]],
    wrong: [...['12', '37.7', r`12\pi^2`, r`6\pi`, r`21\pi`, r`\frac{12}{\pi}`]],
  },
  {
    gold: '0.333',
    right: [...['333/1000', '.333', '0.3330']],
    wrong: [...['1/3', '0.334', '0.3333', '33.3']],
  },
  {
    gold: '-7',
    right: [
      ...['-7', '−7', r`\boxed{-7}`, 'negative seven', 'negative 7', r`$-\frac{14}{2}$`],
      ...['minus 7'],
    ],
    wrong: [...['7', r`\boxed{7}`, '-(-7)', '--7', '|-7|', '-0.7']],
  },
  {
    gold: '2^{n}-1',
    right: [...['2^n - 1', '-1+2^n']],
    wrong: [...['2^{n-1}', '2^n+1', 'n^2-1', '2^{n}']],
  },
  {
    gold: r`\text{18 and 24}`,
    right: [...['18, 24', '24 and 18']],
    wrong: [...['18', '18 and 42', '1824', '18 or 25']],
  },
  {
    gold: 'n(n+1)/2',
    right: [...[r`\frac{n(n+1)}{2}`, r`\frac{n^2+n}{2}`, r`\binom{n+1}{2}`]],
    wrong: [...[r`\frac{n(n-1)}{2}`, r`\binom{n}{2}`, 'n(n+1)', r`\frac{n+1}{2}`]],
  },
  {
    gold: '7',
    right: [
      ...['The sum is 3+4=7, so the final answer is **7**.'],
      ...['After careful computation we conclude that the number of such integers is 7.'],
      ...['My answer: 7', 'So our answer would be $7$.'],
      ...['Therefore, the value of $x$ must be 7.', '**Final Answer** \n\n7'],
      ...['Final Answer: The final answer is $7$. I hope it is correct.'],
      ...['The answer is clearly seven.', 'It equals 7', 'Therefore the answer is option 7.'],
      ...['\\boxed{7}\n\nCheck: 7 + 3 = 10. ✓'],
      ...[r`I get \boxed{6}... no, let me redo that. \boxed{7}`],
      ...['We need 3 more to reach 10, giving 7.'],
    ],
    wrong: [
      ...['The sum is 3+4=7, so twice that is 14. The final answer is 14.'],
      ...[r`\boxed{7} was my first guess, but checking gives \boxed{8}.`],
      ...['The answer is not 7.', "I can't determine whether it is 7 or 8."],
      ...['We have 7 boxes with 3 each, so the answer is 21.'],
      ...['x=7 is extraneous, so no solution.', 'The final answer is 7 or 8.', r`7 \times 2`],
      ...['Answer: 7/2', 'Answer: 77', 'Answer: 0.7', r`\boxed{7, 8}`, r`\boxed{7 + x}`],
      ...[r`\boxed{x \approx 7.2}`, 'The answer is less than 7.'],
      ...['The answer is at least 7.', 'at most 7', 'more than 7'],
      ...[r`\boxed{\text{about half of } 7}`, r`\boxed{>7}`],
    ],
  },
  {
    gold: '1,000',
    right: [...['1000', 'one thousand', '10^3']],
    wrong: [...['1.000', '100', '1,0000', '1 million']],
  },
  {
    gold: '2500000',
    right: [...['2.5 million', r`2.5\times 10^6`, '2,500,000', '2500 thousand']],
    wrong: [...['2.5 billion', '2.5', '25 million', r`2.5 \times 10^5`]],
  },
  {
    gold: '45 minutes',
    right: [...['45 min', '45', '0.75 hours', '3/4 hour']],
    wrong: [...['45 hours', '45 seconds', '4.5 minutes', '0.45 hours']],
  },
  {
    gold: r`3\sqrt{2} + 1`,
    right: [...[r`1+3\sqrt2`, r`\sqrt{18}+1`, r`1 + \frac{6}{\sqrt{2}}`]],
    wrong: [...[r`3\sqrt{2+1}`, r`3\sqrt{2}-1`, r`3\sqrt{3}`, r`4\sqrt{2}`, r`2\sqrt{3}+1`]],
  },
  {
    gold: r`-\frac{1}{x^2}`,
    right: [...['-x^{-2}', '-1/x^2', r`\frac{-1}{x^2}`]],
    wrong: [...[r`\frac{1}{x^2}`, r`-\frac{1}{x}`, r`\frac{1}{-x}`, '-x^2']],
  },
  {
    gold: r`\infty`,
    right: [...['infinity', r`+\infty`, '∞']],
    wrong: [...[r`-\infty`, '0', 'undefined']],
  },
  {
    gold: r`\text{June 3, 2021}`,
    right: [...['June 3, 2021', r`\text{June 3, 2021}`]],
    wrong: [...['June 4, 2021', 'July 3, 2021', 'June 3', 'March 6, 2021']],
  },
  {
    gold: '21',
    right: [
      ...[r`\binom{7}{5}`, r`{7 \choose 2}`, 'C_7^2', '7C2', 'nCr(7,2)', 'seven choose two'],
      ...[r`\boxed{\tbinom{7}{2}}`, 'There are 21 ways.', r`\boxed{21 \text{ ways}}`],
      ...['21 students', '21st... no: the count is 21'],
    ],
    wrong: [
      ...[r`\binom{7}{1}`, '7P2', '21_4', r`\boxed{21 \text{ hundred}}`, '12'],
      ...['21 dozen eggs', '2.1', r`\binom{2}{7}`, 'P(7,2)', '21 and 22', '2 1'],
      ...[r`\boxed{21-1}`, r`21\%`, r`\frac{7!}{5!}`, r`\boxed{21\sqrt{2}}`],
      ...['The answer is not 21, it is 22.'],
    ],
  },
  {
    gold: '720',
    right: [...['6!', 'P(6,6)', r`6 \times 120`, '10P3', 'six factorial']],
    wrong: [...['6', '5!', '(6!)!', '10C3']],
  },
  {
    gold: '17.25',
    right: [
      ...['$17.25', '17 dollars and 25 cents', 'seventeen dollars and twenty-five cents'],
      ...[r`\frac{69}{4}`, r`17\frac14`, r`\$17.25`, 'Each of them pays $17.25.'],
    ],
    wrong: [
      ...['17 dollars ', '17 dollars and 52 cents', '17.2', '17.26', '71.25', r`17.25\%`],
      ...['17 dollars and 25 quarters'],
    ],
  },
  {
    gold: r`\$120`,
    right: [...['120', '$120', '120 dollars', 'The total cost is $120.00.']],
    wrong: [...['120 cents', '$12', '$102', '$120 and 50 cents']],
  },
  {
    gold: '0.4',
    right: [...['2 out of 5', 'two out of five', '2 in 5', r`40\%`, '2/5', '2:5']],
    wrong: [...['5 out of 2', '2 out of 4', r`4\%`, '0.04', '0.44', '3 out of 5']],
  },
  {
    gold: '(1,-4,2)',
    right: [
      ...[r`\mathbf{i}-4\mathbf{j}+2\mathbf{k}`, r`\hat{i} - 4\hat{j} + 2\hat{k}`],
      ...[r`\begin{pmatrix}1\\-4\\2\end{pmatrix}`, r`\vec{i}-4\vec{j}+2\vec{k}`],
      ...[r`\begin{bmatrix} 1 & -4 & 2 \end{bmatrix}`, r`\mathbf{v} = (1,-4,2)`],
      ...[r`\boxed{\left( 1, -4, 2 \right)}`],
    ],
    wrong: [
      ...[r`\mathbf{i}+4\mathbf{j}+2\mathbf{k}`, r`-4\mathbf{i}+\mathbf{j}+2\mathbf{k}`],
      ...[r`\mathbf{i}-4\mathbf{j}`, '(1,2,-4)', '1-4+2', '(1,-4,2,0)', '(1;-4)'],
      ...[r`\mathbf{i}-4\mathbf{j}+2\mathbf{k}+1`],
    ],
  },
  {
    gold: r`\frac{7}{12}`,
    right: [
      ...[r`\boxed{\dfrac{7}{12}}`, '7/12', 'seven twelfths'],
      ...[r`The probability that it happens is \(\frac{7}{12}\).`, r`\frac{-7}{-12}`, '⁷⁄₁₂'],
      ...[r`\frac{7}{3\cdot4}`, r`\frac{1}{3}+\frac{1}{4}`],
    ],
    wrong: [
      ...[r`\frac{12}{7}`, r`\frac{5}{12}`, '0.58', '0.5833', '7.12', '-7/12', r`7/12 \pi`],
      ...[r`\frac{7}{1}2`, 'one minus 7/12'],
    ],
  },
  {
    gold: '3.5',
    right: [...[r`3\frac{1}{2}`, '7/2', 'three and a half', '3.50', '3½']],
    wrong: [...[r`3\cdot\frac12`, '31/2', '3.05', '5.3', '3,5,7']],
  },
  {
    gold: r`1.5 \times 10^{8}`,
    right: [...['150000000', '150,000,000', '1.5e8', '150 million', r`15\times10^7`]],
    wrong: [...[r`1.5\times10^{-8}`, r`1.5\times10^{7}`, '1.5^8', '15 million', r`1.5 \times 108`]],
  },
  {
    gold: r`-\frac{5}{3}`,
    right: [
      ...['-5/3', r`-1\frac{2}{3}`, r`\frac{-5}{3}`, r`\frac{5}{-3}`, '−5⁄3'],
      ...['negative five thirds'],
    ],
    wrong: [...[r`\frac{5}{3}`, r`-\frac{3}{5}`, '-1.67', r`-1\frac13`, r`1-\frac{2}{3}`]],
  },
  {
    gold: r`45^\circ`,
    right: [
      ...[r`\frac{\pi}{4}`, '45 degrees', '45°', r`\theta = 45^\circ`],
      ...[r`\frac{\pi}{4}\text{ rad}`],
    ],
    wrong: [
      ...['45 rad', '45 radians', r`54^\circ`, r`\frac{\pi}{3}`, r`\frac{4}{\pi}`],
      ...['45 minutes'],
    ],
  },
  {
    gold: r`\frac{5\pi}{6}`,
    right: [...[r`150^\circ`, '5π/6', r`\frac{5}{6}\pi`, r`5\pi/6 radians`]],
    wrong: [...['5/6', r`\frac{5\pi}{3}`, '150', r`\frac{6\pi}{5}`, r`-\frac{5\pi}{6}`, '2.618']],
  },
  {
    gold: r`\text{third}`,
    right: [...['3rd', 'third', 'the third']],
    wrong: [...['three', '3', 'third or fourth', 'fourth']],
  },
  {
    gold: r`\text{one}`,
    right: [...['one', '1']],
    wrong: [...['first', 'two', 'none']],
  },
  {
    gold: '6',
    right: [
      ...['six', '6.', 'Answer: (6)', r`\boxed{6.0}`, r`\boxed{\text{six}}`, '|{-6}|', 'y=6'],
      ...['6 ways', 'There are exactly six such values.', '12/2', r`\lfloor 6.9 \rfloor`],
      ...['$a=6$, so the answer is $a = 6$.', 'Adding up, 1+2+3=6', '**Final answer: 6**'],
      ...['### Answer\n6', r`\boxed{6\text{ cm}}`, '6 km', 'It takes 6 days.'],
      ...['First I thought 5. Actually, the correct answer is 6.', r`\(\boxed{6}\)`],
      ...[r`\[\boxed{\boxed{6}}\]`, 'The answer should be 6 (six).'],
      ...[r`Let me double-check: 2*3 = 6. Yes. So the answer is \boxed{6}.`],
      ...[r`Answer: $\mathbf{6}$`, 'Answer = 6', 'The result is therefore 6!'],
      ...['Thus $f(2) = 6$.', 'ANSWER: 6'],
    ],
    wrong: [
      ...['6_7', '6_{9}', '110_3', r`6 \text{ million}`, 'between 6 and 7', '6 or more'],
      ...['6 < x', r`\boxed{6i}`, 'over 6', 'up to 6', '6th root of 2', '6 squared'],
      ...['the square of 6', 'half of 6', 'twice 6', r`\sqrt{6}`, '6^{-1}', '1/6', '-6'],
      ...[r`\boxed{x=6, y=2}`, '6.01', '06:30'],
    ],
  },
  {
    gold: r`\text{Monday}`,
    right: [...['Monday', 'The day is Monday.', 'It falls on a Monday.']],
    wrong: [...['Sunday', 'Monday or Tuesday', 'not on Monday', 'two days after Monday']],
  },
  {
    gold: r`\text{Carol}`,
    right: [
      ...['Carol is the oldest.', 'The oldest is Carol.', 'Carol', 'So it must be Carol.'],
      ...['Carol won the race.'],
    ],
    wrong: [
      ...['Carol is not the oldest; Dan is.', 'Dan', 'Dan is older than Carol.', 'Caroline'],
      ...['Carol and Dan', 'everyone except Carol'],
    ],
  },
  {
    gold: r`\text{Yes}`,
    right: [...['yes', 'Yes.']],
    wrong: [...['no', 'yes and no', 'not yes']],
  },
  {
    gold: r`\text{increasing}`,
    right: [...['increasing', 'The function is increasing.']],
    wrong: [...['decreasing', 'not increasing', 'increasing and then decreasing']],
  },
  {
    gold: '2x^3+x',
    right: [...['x(2x^2+1)', 'x+2x^3', r`2x\cdot x^2 + x`]],
    wrong: [...['2x^3-x', '2x^2+x', '2x^3', 'x(2x^2-1)', '2x^3+1', '2x^3+x+C', '2x^{3+x}', '3x^3']],
  },
  {
    gold: r`\frac{x^3}{3}+C`,
    right: [...[r`\frac{1}{3}x^3 + C`, 'x^3/3 + C']],
    wrong: [...[r`\frac{x^3}{3}+2C+x`, r`\frac{x^2}{3}+C`, 'x^3+C']],
  },
  {
    gold: '(a-b)(a+b)',
    right: [...['a^2-b^2', '(a+b)(a-b)']],
    wrong: [...['a^2+b^2', '(a-b)^2', 'b^2-a^2', 'a^2-b']],
  },
  {
    gold: '[-1,1)',
    right: [
      ...[r`-1 \le x < 1`, r`\left[-1, 1\right)`, '-1≤x<1', r`x\in[-1,1)`],
      ...['{x | -1 <= x < 1}', r`\{ x \in \mathbb{R} : -1 \leq x < 1 \}`],
    ],
    wrong: [
      ...['[-1,1]', '(-1,1)', '(-1,1]', r`-1 \le x \le 1`, '[1,-1)', '|x| < 1', '[-1,1'],
      ...[r`[-1,0)\cup(0,1)`],
    ],
  },
  {
    gold: r`(-\infty,2]`,
    right: [...[r`x \le 2`, r`x \leqslant 2`, r`2 \geq x`, 'x ≤ 2']],
    wrong: [...['x<2', r`x \ge 2`, r`[2,\infty)`, r`(-\infty,2)`, r`(-2, \infty]`]],
  },
  {
    gold: r`(0,1)\cup(1,2]`,
    right: [
      ...[r`0<x<1 \text{ or } 1<x\le 2`, r`(0,2]\setminus\{1\}`, r`(1,2]\cup(0,1)`],
      ...[r`0 < x \le 2, x \ne 1`],
    ],
    wrong: [...['(0,2]', r`(0,1)\cup(1,2)`, r`(0,1]\cup(1,2]`, r`(0,1)\cap(1,2]`]],
  },
  {
    gold: r`\{-2, 5\}`,
    right: [
      ...['x = -2 or x = 5', '5, -2', '-2 and 5', r`\boxed{-2}, \boxed{5}`],
      ...['The solutions are $x=-2$ and $x=5$.', r`\boxed{x_1 = -2, x_2 = 5}`],
    ],
    wrong: [
      ...['2, -5', '-2', '5', '-2, 5, 7', '(-2, 5]', '-2 < x < 5', '-2, -5'],
      ...['x = 2 or x = 5'],
    ],
  },
  {
    gold: '(3,4)',
    right: [
      ...['x=3, y=4', '(x,y) = (3,4)', 'x = 3 and y = 4', r`\boxed{(3, 4)}`],
      ...['the point (3,4)', r`(3,4)\text{.}`],
    ],
    wrong: [
      ...['(4,3)', '(3,4]', '[3,4]', '(3,-4)', '(3,4,5)', '(3,5)', '3.4', 'x=4, y=3'],
      ...[r`\frac{3}{4}`, r`\{(3,4),(4,3)\}`, '12', r`\binom{4}{3}`],
    ],
  },
  {
    gold: r`\pm\sqrt{7}`,
    right: [...[r`\sqrt7, -\sqrt7`, r`x=\pm\sqrt{7}`, r`-\sqrt{7} \text{ and } \sqrt{7}`]],
    wrong: [...[r`\sqrt{7}`, r`\pm 7`, r`-\sqrt{7}`, r`\pm\sqrt{17}`]],
  },
  {
    gold: r`4\sqrt{3}`,
    right: [
      ...[r`\sqrt{48}`, '4√3', r`4 \cdot \sqrt{3}`, r`\frac{12}{\sqrt{3}}`],
      ...[r`4\times 3^{0.5}`, r`4\sqrt{3}\text{ units}`, r`2\sqrt{12}`],
    ],
    wrong: [
      ...[r`3\sqrt{4}`, r`4\sqrt{2}`, r`\sqrt{12}`, r`4+\sqrt{3}`, '6.93', r`4^{\sqrt{3}}`],
      ...[r`\sqrt{43}`, r`\sqrt[4]{3}`, r`\frac{4}{\sqrt3}`],
    ],
  },
  {
    gold: r`\frac{\ln 2}{3}`,
    right: [...[r`\frac13\ln 2`, r`\ln \sqrt[3]{2}`, r`\ln(2)/3`, r`\frac{\log_e 2}{3}`]],
    wrong: [
      ...[r`\frac{\ln 3}{2}`, r`\ln \frac{2}{3}`, r`\frac{\log_{10} 2}{3}`, r`3 \ln 2`, '0.23'],
    ],
  },
  {
    gold: r`\tan 45^\circ + 1`,
    right: [...['2', '1+1']],
    wrong: [...['1', r`\tan 45 + 1`]],
  },
  {
    gold: r`\frac{\sqrt{3}}{3}`,
    right: [...[r`\frac{1}{\sqrt{3}}`, r`\tan 30^\circ`, '3^{-1/2}']],
    wrong: [...[r`\sqrt{3}`, r`\frac{\sqrt{3}}{2}`, r`\frac13`, '0.577']],
  },
  {
    gold: '2-3i',
    right: [...['-3i+2', 'z=2-3i', r`2 - 3\mathrm{i}`]],
    wrong: [...['2+3i', '3-2i', '-2-3i', '2-3', '2-3j-k', '2 - 3i^2', r`\sqrt{13}`]],
  },
  {
    gold: '3:4:5',
    right: [...['3 : 4 : 5', '6:8:10']],
    wrong: [...['5:4:3', '3:4', '3:5:4', '345']],
  },
  {
    gold: '10:15',
    right: [...['10:15 a.m.', '10:15 AM']],
    wrong: [...['10:51', '11:15', '10.15']],
  },
  {
    gold: r`12.5\%`,
    right: [...['12.5 percent', '0.125', r`12\frac12\%`, r`\frac18`]],
    wrong: [...['12.5', r`1.25\%`, r`125\%`, r`87.5\%`, r`0.125\%`]],
  },
  {
    gold: '3/8',
    right: [...[r`37.5\%`, '0.375', r`\frac38`, '3 over 8']],
    wrong: [...['8/3', '0.38', '3.8', '3/80', '38']],
  },
  {
    gold: 'y=-x+4',
    right: [...['4-x', 'x+y=4', 'y = 4 - x']],
    wrong: [...['y = x+4', 'y=-x-4', 'y=-4x+1', 'x-y=4']],
  },
  {
    gold: r`x=-\frac{1}{2}`,
    right: [...['-0.5', 'x = -1/2', r`-\frac12`]],
    wrong: [...[r`x=\frac12`, 'x=-2', r`x=-\frac12, x = 1`]],
  },
  {
    gold: r`t = 8\text{ seconds}`,
    right: [...['8', '8 s', '8 seconds', 't=8']],
    wrong: [...['8 minutes', '8 hours', '0.8 s', 't = 80']],
  },
  {
    gold: r`100\text{ cm}^2`,
    right: [...['100', '100 cm^2', '100 square centimeters', '0.01 m^2', r`100\,\mathrm{cm^2}`]],
    wrong: [...['100 cm', '100 cm^3', '100 m^2', '10 cm^2', '1 m^2']],
  },
  {
    gold: r`9.8 \text{ m/s}^2`,
    right: [...['9.8', '9.8 m/s^2', r`9.8 \frac{m}{s^2}`, '9.8 meters per second squared']],
    wrong: [...['9.8 m/s', '9.8 m', '8.9']],
  },
  {
    gold: r`25\text{ km}`,
    right: [...['25 kilometers', '25 km', '25000 m']],
    wrong: [...['25 m', '25 miles', '25 km/h', '2.5 km']],
  },
  {
    gold: 'x^2+4x+4=0',
    right: [...['(x+2)^2=0', 'x^2+4x=-4']],
    wrong: [...['(x-2)^2=0', 'x^2+4x+4', '(x+2)^2=1', 'x=-2, 2']],
  },
  {
    gold: r`\frac{a}{b+c}`,
    right: [...['a/(b+c)', r`\frac{a}{c+b}`, 'a(b+c)^{-1}']],
    wrong: [...['a/b+c', r`\frac{a}{b}+\frac{a}{c}`, r`\frac{a}{b-c}`, r`\frac{b+c}{a}`]],
  },
  {
    gold: '3^{12}',
    right: [...['531441', '9^6', '27^4']],
    wrong: [...['36', '12^3', '3^{11}', '3^1 2']],
  },
  {
    gold: '2^{100}-1',
    right: [...['2^{100} - 1', '-1+2^{100}']],
    wrong: [...['2^{100}', '2^{99}', '2^{100}+1', '2^{100-1}']],
  },
  {
    gold: r`\begin{bmatrix}2&0\\0&-1\end{bmatrix}`,
    right: [
      ...[r`\begin{pmatrix}2&0\\0&-1\end{pmatrix}`],
      ...[r`\left[\begin{array}{cc}2&0\\0&-1\end{array}\right]`, '[[2, 0], [0, -1]]'],
    ],
    wrong: [
      ...[r`\begin{pmatrix}2&0\\0&1\end{pmatrix}`, r`\begin{pmatrix}0&2\\-1&0\end{pmatrix}`],
      ...[r`\begin{pmatrix}2\\-1\end{pmatrix}`, '-2'],
      ...[r`\begin{pmatrix}2&0&0\\0&-1&0\end{pmatrix}`],
    ],
  },
  {
    gold: '1023',
    right: [...['2^{10}-1', '1,023', '1{,}023', r`\text{1023}`, 'one thousand twenty-three']],
    wrong: [...['1,032', '1.023', '10.23', '1024', '1023.5', '1 023 000', '102']],
  },
  {
    gold: r`0.1\overline{6}`,
    right: [...[r`\frac16`, r`0.1666\ldots`]],
    wrong: [...['0.16', r`0.\overline{16}`, '0.17']],
  },
  {
    gold: r`2\pi r`,
    right: [...[r`2r\pi`, r`\pi \cdot 2r`, '2πr']],
    wrong: [...[r`\pi r^2`, r`2\pi`, r`\pi r`, r`2\pi r^2`, '2 r']],
  },
  {
    gold: r`\frac{n}{n+1}`,
    right: [...[r`1-\frac{1}{n+1}`, 'n/(n+1)']],
    wrong: [...[r`\frac{n+1}{n}`, r`\frac{n}{n-1}`, 'n/n+1', r`\frac{1}{n+1}`]],
  },
  {
    gold: r`\text{no real solutions}`,
    right: [...['no real solution', 'There are no real solutions.']],
    wrong: [...['two real solutions', 'one real solution', '0']],
  },
  {
    gold: r`\text{blue and green}`,
    right: [...['green and blue', 'blue, green', 'blue and green']],
    wrong: [...['blue', 'blue or red']],
  },
  {
    gold: r`\text{ellipse}`,
    right: [...['an ellipse', 'The graph is an ellipse.', 'ellipse']],
    wrong: [...['hyperbola', 'circle', 'not an ellipse', 'ellipse or circle']],
  },
  {
    gold: '35',
    right: [
      '**Step 1:** Choose 4 from 7.\n**Step 2:** $\\binom{7}{4}=35$.\n\n**Answer:** 35',
      ...[r`\[\binom{7}{3} = \boxed{35}\]`],
      ...[r`Thus the number of committees is \({7 \choose 3} = 35\).`, '^7C_3', 'C_7^3'],
      ...[r`\boxed{7C3}`, '35 committees', r`$$\boxed{35 \text{ committees}}$$`],
      ...['seven choose three', 'The answer is thirty-five.', '35.', r`\boxed{\;35\;}`],
      ...[r`\boxed{35}}`, r`$\boxed{35$`, 'So we have **35** different ways.', 'Answer:\n35'],
      ...[r`Final Answer: \(35\)`, r`\text{The answer is } 35`],
      ...['So, the total is 5 × 7 = 35.', "I think it's 35", 'The number is $35$, not $21$.'],
      ...['It can be done in 35 ways.', 'There are 35 ways in total.'],
      ...['Therefore, 35 of the 50 students passed... so the answer is 35.'],
    ],
    wrong: [
      ...['There are 35 ways for the first, so altogether 70 ways.', r`\binom{7}{2}`],
      ...['C(7,2)', '7P3', r`\boxed{35!}`, r`\boxed{35_{12}}`, '35 rad', '53'],
      ...['The answer is 36, since 35 misses one.'],
      ...[r`\boxed{35} is too small, so \boxed{36}.`],
      ...['Of the 35 ways, 5 are invalid, leaving 30.', r`\boxed{3.5}`, r`\boxed{35\%}`],
      ...['35 over 2', r`\boxed{35 + 1}`, r`\boxed{\{35, 36\}}`, r`\boxed{[35, \infty)}`],
      ...['35 or 42', '35 cubed', 'the square root of 35', 'twice 35', 'more than 35', '350'],
      ...[r`\boxed{35, 35 + n}`, '35 thousand', 'thirty-six', 'thirty five hundred'],
      ...['fifty-three', "I am not sure, but 35 seems wrong; I'd go with 34."],
    ],
  },
  {
    gold: r`\frac{2}{9}`,
    right: [
      ...['2 out of 9', r`\boxed{\frac{2}{9}}`, '2 chances in 9'],
      ...[r`The probability that both are red is $\frac{4}{18} = \frac{2}{9}$.`, r`\frac29`],
      ...['2/9', r`$0.\overline{2}$`, '0.222222', 'two ninths', 'P = 2/9'],
      ...[r`P(A) = \frac{2}{9}`, r`P(\text{both red})=\frac{2}{9}`, r`22.\overline{2}\%`],
      ...[r`\boxed{2/9}`],
    ],
    wrong: [
      ...[r`\frac{9}{2}`, '0.2', '0.22', '0.23', r`\frac{2}{7}`, '2 out of 7', '2 to 9.5'],
      ...[r`\frac{7}{9}`, r`-\frac29`, r`\frac{\sqrt2}{9}`, r`\frac{1}{9}`, '2.9'],
      ...[r`\frac{2}{9}\%`, r`22\%`, 'two and nine'],
    ],
  },
  {
    gold: r`7\frac{1}{3}`,
    right: [
      ...[r`\frac{22}{3}`, '7 1/3', 'seven and one third', r`7 + \frac13`, '22/3'],
      ...['7.333333'],
    ],
    wrong: [
      ...[r`7 \cdot \frac13`, '7.33', r`\frac{71}{3}`, r`7\frac{2}{3}`, r`\frac73`],
      ...['7 and 3', r`6\frac13`],
    ],
  },
  {
    gold: r`4\text{ feet }6\text{ inches}`,
    right: [...['4.5 feet', '54 inches', '4 feet 6 inches', '4 ft 6 in', '4 feet and 6 inches']],
    wrong: [...['4.6 feet', '6 feet 4 inches', '4 feet', '46 inches']],
  },
  {
    gold: r`2.5\text{ hours}`,
    right: [
      ...['150 minutes', '2.5', r`\frac52 hours`],
      ...[r`2\frac12 hours`, 'two and a half hours'],
    ],
    wrong: [
      ...['2 hours 30 minutes', '2 hours and 30 minutes', '1 hour 90 minutes'],
      ...['2 hours 50 minutes', '2 hours 5 minutes', '2.5 minutes', '25 hours', '2 hours'],
    ],
  },
  {
    gold: '48',
    right: [
      ...[r`\boxed{48 \text{ mph}}`, 'Its speed is 48 km/h.', r`\boxed{48\ \text{m}^2}`],
      ...['48 kg', '48 dollars', r`\$48`, '48 g', '48 square feet', '48 people'],
      ...['Tom has 48 marbles left.', '€48', '48 L'],
    ],
    wrong: [
      ...['48 dozen', '48 hundredths', '48 and a half', r`48\frac12`, '$48.50', '-48', '84'],
      ...['4.8', '48k', '48y', '48n', '48 - x'],
    ],
  },
  {
    gold: r`\$1{,}250`,
    right: [...['$1,250', '1250', r`\$1250.00`, '1,250 dollars', r`\text{\$}1250`, 'USD 1250']],
    wrong: [...['$1,205', '1.250', '$12.50', '$1,250,000', '1250 cents', '$1,250.50']],
  },
  {
    gold: r`30\text{ degrees}`,
    right: [...[r`30^\circ`, '30', r`\frac{\pi}{6}`, r`\angle ABC = 30^\circ`, '30 deg']],
    wrong: [...['30 rad', '30 radians', '30 minutes', r`60^\circ`, r`\frac{\pi}{3}`]],
  },
  {
    gold: r`2\text{ radians}`,
    right: [...['2', '2 rad']],
    wrong: [...[r`2^\circ`, '2 degrees', r`2\pi`]],
  },
  {
    gold: r`1.2\text{ kg}`,
    right: [...['1200 g', '1.2', '1.2 kilograms']],
    wrong: [...['1.2 g', '12 kg', '120 g', '1.2 lb']],
  },
  {
    gold: r`75\%`,
    right: [...['75 percent', r`\frac34`, '0.75', '75 %', '3 out of 4']],
    wrong: [...['75', r`7.5\%`, r`25\%`, r`0.75\%`, r`57\%`]],
  },
  {
    gold: '212_5',
    right: [...['212', '212_{5}', '212 base 5', r`212_{\text{five}}`]],
    wrong: [...['57', '212_6', '221_5', '212_{10}']],
  },
  {
    gold: '(-2, 3]',
    right: [
      ...[r`-2 < x \le 3`, r`x\in(-2,3]`, '-2<x≤3', r`x > -2 \text{ and } x \le 3`],
      ...[r`\{x\mid -2<x\leq 3\}`, r`$\left(-2,3\right]$`, r`3 \ge x > -2`],
    ],
    wrong: [
      ...['[-2,3]', '(-2,3)', '[-2,3)', '(-3,2]', '(3,-2]', r`-2 \le x < 3`],
      ...[r`x > -2 \text{ or } x \le 3`, r`x \le 3`, '(-2,3],5'],
    ],
  },
  {
    gold: r`(-\infty, 0) \cup (0, \infty)`,
    right: [
      ...[r`x \ne 0`, r`\mathbb{R} \setminus \{0\}`, r`x<0 \text{ or } x>0`],
      ...['all real numbers except 0', r`\{x \in \mathbb{R} : x \neq 0\}`],
    ],
    wrong: [
      ...[r`\mathbb{R}`, r`(0,\infty)`, r`x \ne 1`, 'x>0', r`(-\infty,0]\cup[0,\infty)`],
      ...[r`(-\infty, \infty)`],
    ],
  },
  {
    gold: '1, 4, 9',
    right: [
      ...['9, 4, 1', r`\{1,4,9\}`, '1, 4 and 9', '1,4,9', r`x \in \{1, 4, 9\}`],
      ...['The values are 1, 4, and 9.', '$1$, $4$ and $9$'],
      ...[r`\boxed{1}, \boxed{4}, \boxed{9}`],
    ],
    wrong: [...['1, 4', '1, 4, 9, 16', '149', '1, 4, -9', '1, 9', '(1,4)', '1 + 4 + 9']],
  },
  {
    gold: '(2,-1,5)',
    right: [
      ...[r`2\mathbf{i}-\mathbf{j}+5\mathbf{k}`, r`\langle 2,-1,5\rangle`],
      ...[r`x=2,\ y=-1,\ z=5`, r`\begin{pmatrix}2\\-1\\5\end{pmatrix}`],
      ...[r`2\hat{i} - \hat{j} + 5\hat{k}`, '$(x,y,z) = (2,-1,5)$'],
      ...[r`\vec{v}=\langle 2, -1, 5 \rangle`],
    ],
    wrong: [
      ...[r`2\mathbf{i}+\mathbf{j}+5\mathbf{k}`, '(2,-1)', '(2,5,-1)', '(-1,2,5)'],
      ...['(2,-1,-5)', r`\{2,-1,5\}`, '2, -1', 'x=2, y=5, z=-1'],
    ],
  },
  {
    gold: r`4\mathbf{i} - 3\mathbf{j}`,
    right: [
      ...['(4,-3)', r`\langle 4, -3 \rangle`, r`\begin{pmatrix}4\\-3\end{pmatrix}`],
      ...[r`-3\mathbf{j}+4\mathbf{i}`, '4i - 3j'],
    ],
    wrong: [...['4i + 3j', '3i - 4j', '(-3,4)', '4i', '5', '4-3']],
  },
  {
    gold: '5-2i',
    right: [...['-2i + 5', '5 - 2i', 'z = 5-2i']],
    wrong: [...['5+2i', '2-5i', '-5+2i', '3', '(5,-2,0)', '5-2j+k']],
  },
  {
    gold: r`\sqrt{13}`,
    right: [...['13^{1/2}', '√13', '|3+2i|', r`\sqrt{4+9}`]],
    wrong: [
      ...['13', r`-\sqrt{13}`, r`\sqrt{31}`, '3.6', '3.61', '13^2', r`\sqrt[3]{13}`],
      ...[r`\sqrt{1}3`],
    ],
  },
  {
    gold: r`6\sqrt{2}-4`,
    right: [...[r`-4+6\sqrt{2}`, r`2(3\sqrt2-2)`, r`\sqrt{72}-4`]],
    wrong: [...[r`6\sqrt2+4`, r`6\sqrt{2-4}`, r`4-6\sqrt2`, r`2\sqrt2`, r`6\sqrt{3}-4`]],
  },
  {
    gold: r`\log_3 5`,
    right: [...[r`\frac{\ln5}{\ln3}`, r`\frac{1}{\log_5 3}`, r`\log_9 25`]],
    wrong: [...[r`\log_5 3`, r`\ln\frac53`, r`\log_3 15`, r`\log 5`, '1.46']],
  },
  {
    gold: r`\frac{\pi^2}{6}`,
    right: [...[r`\pi^2/6`, r`\frac{1}{6}\pi^2`, r`\zeta(2) = \frac{\pi^2}{6}`]],
    wrong: [
      ...[r`\frac{\pi}{6}`, r`\frac{\pi^2}{3}`, '1.64', r`\frac{6}{\pi^2}`],
      ...[r`\frac{2\pi}{6}`],
    ],
  },
  {
    gold: 'e^{3}',
    right: [...[r`e \cdot e^2`, r`\exp(3)`, r`\mathrm{e}^3`]],
    wrong: [...['3e', '3^e', 'e^{-3}', '20.1']],
  },
  {
    gold: 'x^2-9',
    right: [...['(x-3)(x+3)', '(x+3)(x-3)', '-9+x^2']],
    wrong: [...['x^2+9', '(x-3)^2', 'x^2-9x', 'x^2-9=0', r`x = \pm3`, 'x^2-6x+9']],
  },
  {
    gold: '(2x-1)(x+4)',
    right: [...['2x^2+7x-4', '(x+4)(2x-1)']],
    wrong: [...['(2x+1)(x-4)', '2x^2-7x-4', '2x^2+7x+4', '(2x-1)(x-4)']],
  },
  {
    gold: '5x^4',
    right: [...['5 x^4', r`5\cdot x^4`, '5x^{4}']],
    wrong: [...['5x^3', '4x^5', '5^4x', '20x^3', '5x^4+C', 'x^5']],
  },
  {
    gold: r`y=\frac{1}{2}x-3`,
    right: [...[r`y = \frac{x}{2} - 3`, 'x-2y=6', '2y = x - 6', 'y=0.5x-3', r`\frac12x-3`]],
    wrong: [...[r`y=-\frac12x-3`, 'y=2x-3', r`y = \frac12 x+3`, 'x-2y=-6', r`y=\frac12x`]],
  },
  {
    gold: 'x=2, y=-3',
    right: [...['(2,-3)', 'y=-3, x=2', 'x = 2 and y = -3', '(x,y)=(2,-3)']],
    wrong: [...['x=-3, y=2', 'x=2, y=3', '(−3,2)', 'x=2', 'x = 2 or y = -3']],
  },
  {
    gold: 'x=-4',
    right: [...['-4', r`\boxed{x = -4}`, 'x = - 4', 'negative four']],
    wrong: [...['x=4', '4', r`x = \pm 4`, 'x < -4', 'x = -4, x = 4']],
  },
  {
    gold: r`\begin{bmatrix}1\\2\end{bmatrix}`,
    right: [
      ...['(1,2)', r`\mathbf{i}+2\mathbf{j}`, r`\begin{pmatrix}1\\2\end{pmatrix}`],
      ...[r`\langle1,2\rangle`],
    ],
    wrong: [
      ...[r`\begin{bmatrix}2\\1\end{bmatrix}`, r`\begin{pmatrix}1&2\\0&0\end{pmatrix}`],
      ...[r`\frac12`, '1,2,3'],
    ],
  },
  {
    gold: r`\begin{pmatrix}3&-1\\2&0\end{pmatrix}`,
    right: [...[r`\begin{bmatrix}3&-1\\2&0\end{bmatrix}`, '[[3,-1],[2,0]]']],
    wrong: [
      ...[r`\begin{pmatrix}3&2\\-1&0\end{pmatrix}`, r`\begin{pmatrix}3&1\\2&0\end{pmatrix}`],
      ...[r`\begin{pmatrix}3&-1\\2\end{pmatrix}`, '(3,-1,2,0)', '2'],
    ],
  },
  {
    gold: '5:8',
    right: [...['5 to 8', '5/8', '5 : 8', '10:16']],
    wrong: [...['8:5', '5:9', '5.8', '58', '8 to 5']],
  },
  {
    gold: '4:45',
    right: [...['4:45 p.m.', '4:45 PM']],
    wrong: [...['4:54', '5:45', '4.45', '3:45 PM', '445']],
  },
  {
    gold: r`\text{March 14}`,
    right: [...['March 14', '14 March', 'March 14th']],
    wrong: [...['March 15', 'April 14', 'March', 'May 14']],
  },
  {
    gold: r`\text{second}`,
    right: [...['second', '2nd', 'the second']],
    wrong: [...['two', '2', 'third', 'first', 'two seconds']],
  },
  {
    gold: r`\text{Tuesday}`,
    right: [
      ...['Tuesday', 'It was a Tuesday.', 'The answer is Tuesday.'],
      ...[r`\boxed{\text{Tuesday}}`],
    ],
    wrong: [
      ...['Thursday', 'Wednesday', 'Tuesday or Thursday', 'Not Tuesday'],
      ...['every day but Tuesday', 'The day before Tuesday'],
    ],
  },
  {
    gold: r`\text{Dana}`,
    right: [
      ...['Dana', 'Dana is the winner.', 'The winner is Dana.', 'Dana won.'],
      ...['So Dana is the youngest.', 'It must be Dana.'],
    ],
    wrong: [
      ...['Dan', 'Danae', 'Dana is not the winner.', 'Dana and Eve'],
      ...['Eve is the winner, Dana is second.', 'Eve', 'Dana lost to Eve.'],
      ...['Everyone but Dana'],
    ],
  },
  {
    gold: r`\text{isosceles}`,
    right: [
      ...['isosceles', 'It is isosceles.', 'an isosceles triangle'],
      ...['The triangle is isosceles.'],
    ],
    wrong: [...['equilateral', 'scalene', 'not isosceles', 'isosceles or equilateral']],
  },
  {
    gold: r`\text{False}`,
    right: [...['false', 'False.', 'The statement is false.', r`\boxed{\text{False}}`]],
    wrong: [...['true', 'not false', 'neither true nor false']],
  },
  {
    gold: r`\text{(B)}`,
    right: [
      ...['B', '(B)', 'Option B', r`\boxed{B}`, r`\textbf{(B) } 12`],
      ...['The correct answer is (B).'],
    ],
    wrong: [...['A', '(D)', 'A or B', 'B is incorrect; the answer is C.', 'not B']],
  },
  {
    gold: '2^{8}',
    right: [...['256', '4^4', '16^2']],
    wrong: [...['16', '8^2', '2^7', r`2\cdot 8`, '28']],
  },
  {
    gold: '3^{n+1}',
    right: [...[r`3\cdot3^n`, '3^{1+n}', r`9 \cdot 3^{n-1}`]],
    wrong: [...['3^n+1', '3^{n}', '9^n', '3(n+1)', '(n+1)^3']],
  },
  {
    gold: r`\frac{k(k-1)}{2}`,
    right: [...[r`\binom{k}{2}`, r`\frac{k^2-k}{2}`, 'k(k-1)/2', 'C(k,2)']],
    wrong: [...[r`\binom{k+1}{2}`, r`\frac{k(k+1)}{2}`, 'k(k-1)', r`\frac{k-1}{2}`]],
  },
  {
    gold: '10!',
    right: [...['3628800', '3,628,800']],
    wrong: [...['10', '9!', '3628000', '10^{10}']],
  },
  {
    gold: '-0.5',
    right: [...[r`-\frac12`, '-1/2', '−½', 'negative one half', 'minus a half']],
    wrong: [...['0.5', '-5', '-0.05', '-2']],
  },
  {
    gold: r`6.02\times10^{23}`,
    right: [...[r`6.02 \cdot 10^{23}`, '6.02e23', r`602\times10^{21}`]],
    wrong: [...[r`6.02\times10^{22}`, r`6.02\times10^{-23}`, r`6.03\times10^{23}`, '6.02']],
  },
  {
    gold: '1/0',
    right: [],
    wrong: [...['0', '1']],
  },
  {
    gold: '999',
    right: [...['999', '1000-1', 'nine hundred ninety-nine', r`9.99\times10^2`]],
    wrong: [...['99.9', '9999', '1000', '998', '999.9', '99']],
  },
  {
    gold: '0',
    right: [...['zero', '0.0', r`nothing: \boxed{0}`, '$x=0$']],
    wrong: [...['O', 'none', '1', r`\emptyset`, '0.001', '{0,1}']],
  },
  {
    gold: '28',
    right: [
      ...['8C2', r`\binom{8}{6}`, r`There are $\binom{8}{2} = 28$ handshakes.`],
      ...['28 handshakes', r`\boxed{28\text{ handshakes}}`, 'eight choose two', '**28**'],
      ...['The final answer is **28 handshakes**.', r`\( \boxed{28} \)`, 'Hence, 28.'],
      ...['28 km', "Let's verify: $7\\cdot4=28$ ✓.\n\n$\\boxed{28}$"],
      ...['Thus the sum is 28, as required.', 'The answer: 28', 'So x equals 28.', '"28"'],
      ...['twenty-eight', '≈ 28'],
    ],
    wrong: [
      ...[r`\binom{8}{3}`, '8P2', '82', '28.5', '28 + 56', r`\frac{28}{2}`, 'half of 28'],
      ...['27 or 28', 'between 28 and 30', '28_{11}', '28 rad', '28 dozen'],
      ...['The answer is 29. (28 would be wrong.)', r`\boxed{28x}`, r`\boxed{y=28x}`, '28:3'],
      ...[r`28\sqrt{3}`, r`28\pi`, '28 percent', r`\boxed{28^{2}}`, '28 million'],
      ...[r`\boxed{(28, 1)}`, '128', '-28', 'a bit more than 28'],
      ...['I got 28, but it should be doubled: 56.'],
      ...['28 is the number of failures, so the number of successes is 72.'],
    ],
  },
  {
    gold: r`\frac{11}{15}`,
    right: [
      ...['11 out of 15', 'eleven fifteenths', '11/15', r`\boxed{\tfrac{11}{15}}`],
      ...[r`1-\frac{4}{15}`, r`\frac{1}{3}+\frac{2}{5}`, r`$\Pr = \frac{11}{15}$`],
      ...['The probability of this is 11/15.', '0.733333', '22/30'],
    ],
    wrong: [
      ...[r`\frac{15}{11}`, r`\frac{4}{15}`, '0.73', '11.15', '15 out of 11'],
      ...[r`\frac{11}{51}`, r`\frac{11}{5}`, '11/15 of 2', '11%', '0.7333'],
    ],
  },
  {
    gold: r`\$4.75`,
    right: [
      ...['4 dollars and 75 cents', '$4.75', '4.75 dollars'],
      ...['four dollars and seventy-five cents', '475 cents', 'The change is $4.75.'],
    ],
    wrong: [...['4 dollars and 57 cents', '$4.57', '4.75 cents', '$47.5', '4 dollars', '$4.70']],
  },
  {
    gold: r`3\text{ hours}`,
    right: [...['180 minutes', '3', '3 hrs', 'three hours', '3 h', 'It takes 3 hours.']],
    wrong: [
      ...['3 minutes', '3 days', '30 hours', 'It takes 3 minutes.', '3 hours and 30 minutes'],
      ...['It takes about 3 hours and 10 minutes.'],
    ],
  },
  {
    gold: r`7\text{ cm}`,
    right: [...['7', '7 cm', '70 mm', '0.07 m', 'The length is 7 cm.']],
    wrong: [...['The length is 7 mm.', '7 m', '7 cm^2', '7 inches', 'The length is 7 meters.']],
  },
  {
    gold: r`16\pi\text{ cm}^2`,
    right: [...[r`16\pi`, '16π cm²', r`16\pi \text{ square centimeters}`]],
    wrong: [...[r`16\pi\text{ cm}`, '16', r`4\pi`, r`16\pi^2`, r`61\pi`, r`16\pi\text{ m}^2`]],
  },
  {
    gold: r`120^\circ`,
    right: [...['120', r`\frac{2\pi}{3}`, '120 degrees', r`m\angle C = 120^\circ`]],
    wrong: [...['120 rad', r`60^\circ`, r`\frac{\pi}{3}`, "120'", r`102^\circ`]],
  },
  {
    gold: r`\frac{3\pi}{4}`,
    right: [...[r`135^\circ`, r`3\pi/4`, r`0.75\pi`, r`\frac{3\pi}{4} \text{ rad}`]],
    wrong: [...['135', r`\frac{4\pi}{3}`, r`\frac{3}{4}`, r`\frac{3\pi}{2}`, '2.36']],
  },
  {
    gold: '(-3,0,7)',
    right: [
      ...[r`-3\mathbf{i}+7\mathbf{k}`, r`\langle -3, 0, 7 \rangle`],
      ...[r`-3\hat{i} + 0\hat{j} + 7\hat{k}`, r`\begin{pmatrix} -3 \\ 0 \\ 7 \end{pmatrix}`],
    ],
    wrong: [
      ...[r`-3\mathbf{i}+7\mathbf{j}`, r`3\mathbf{i}+7\mathbf{k}`, '(-3,7)', '(7,0,-3)'],
      ...['-3+7'],
    ],
  },
  {
    gold: '[-4,4]',
    right: [
      ...[r`-4\le x\le4`, r`|x| \le 4`, r`x \in [-4,4]`, r`$-4 \leq x \leq 4$`],
      ...[r`x \ge -4 \text{ and } x \le 4`],
    ],
    wrong: [
      ...['(-4,4)', '[-4,4)', '|x|<4', r`\pm4`, r`x\le4`, '[0,4]', r`\{-4,4\}`],
      ...[r`x \ge -4 \text{ or } x \le 4`],
    ],
  },
  {
    gold: r`x<2\text{ or }x>6`,
    right: [...[r`(-\infty,2)\cup(6,\infty)`, 'x > 6 or x < 2', r`(-\infty, 2) \cup (6, \infty)`]],
    wrong: [
      ...['2<x<6', r`(-\infty,2]\cup[6,\infty)`, 'x<2', r`x<2 \text{ and } x>6`],
      ...[r`(-\infty,6)\cup(2,\infty)`],
    ],
  },
  {
    gold: r`\{2,3,5,7\}`,
    right: [...['2, 3, 5, 7', '7,5,3,2', '2, 3, 5, and 7', '$2$, $3$, $5$, and $7$']],
    wrong: [...['2,3,5', '2,3,5,7,11', '2357', r`\{2,3,5,8\}`, '[2,7]', '2,3,5,-7']],
  },
  {
    gold: '6x^2+x-2',
    right: [...['(3x+2)(2x-1)', 'x(6x+1)-2', '-2+x+6x^2', '6x^2 + x - 2 = 6x^2 + x - 2']],
    wrong: [...['(3x-2)(2x+1)', '6x^2-x-2', '6x^2+x+2', '6x^2+x-2=0', '6x+x^2-2', '6y^2+y-2']],
  },
  {
    gold: r`\frac{2}{x(x+2)}`,
    right: [...[r`\frac{1}{x}-\frac{1}{x+2}`, r`\frac{2}{x^2+2x}`, '2/(x(x+2))']],
    wrong: [
      ...[r`\frac{1}{x}+\frac{1}{x+2}`, r`\frac{2}{x^2+2}`, r`\frac{2}{x}(x+2)`],
      ...[r`\frac{1}{x(x+2)}`],
    ],
  },
  {
    gold: r`\sqrt{6}-\sqrt{2}`,
    right: [...[r`-\sqrt{2}+\sqrt{6}`, r`\sqrt2(\sqrt3-1)`, r`4\sin 15^\circ`]],
    wrong: [...[r`\sqrt{2}-\sqrt{6}`, '2', r`\sqrt{4}`, r`\sqrt{6}+\sqrt{2}`, '1.04']],
  },
  {
    gold: r`\log_{10} 50`,
    right: [...[r`\log 50`, r`1+\log 5`, r`2-\log 2`]],
    wrong: [...[r`\ln 50`, r`\log 5`, '1.7', r`\log 10 \cdot \log 5`]],
  },
  {
    gold: r`1+i\sqrt{3}`,
    right: [...[r`1+\sqrt3 i`, r`2e^{i\pi/3}`, r`i\sqrt3+1`]],
    wrong: [...[r`1-i\sqrt3`, r`\sqrt3+i`, r`1+\sqrt3`, '2']],
  },
  {
    gold: 'y = 3(x-1)^2+2',
    right: [...['y=3x^2-6x+5', '3(x-1)^2+2', 'y = 2 + 3(1-x)^2']],
    wrong: [...['y=3(x+1)^2+2', 'y=3(x-1)^2-2', 'y=3x^2+5', 'x=3(y-1)^2+2']],
  },
  {
    gold: '(x-2)^2+(y+3)^2=16',
    right: [...['x^2-4x+y^2+6y-3=0', '(y+3)^2+(x-2)^2=4^2']],
    wrong: [
      ...['(x+2)^2+(y-3)^2=16', '(x-2)^2+(y+3)^2=4', '(x-2)^2+(y+3)^2', '(x-2)^2-(y+3)^2=16'],
    ],
  },
  {
    gold: '144_{5}',
    right: [...['144', '144_5', '144 (base 5)']],
    wrong: [...['49', '144_6', '414_5', '144_{10}']],
  },
  {
    gold: '9:05',
    right: [...['9:05 AM', '9:05 a.m.']],
    wrong: [...['9:50', '9.05', '8:05', '9:05 and 30 seconds']],
  },
  {
    gold: r`\text{fifth}`,
    right: [...['5th', 'the fifth', 'fifth']],
    wrong: [...['five', '5', 'sixth', 'fifteenth']],
  },
  {
    gold: r`\text{Nina}`,
    right: [
      ...['Nina is the fastest.', 'Nina', 'The fastest is Nina.', 'It is Nina.'],
      ...['I believe it is Nina.', 'Nina wins the race.'],
    ],
    wrong: [
      ...['Nina is the second fastest.', 'Nina is not the fastest.', 'Nico', 'Nina or Omar'],
      ...['Omar is the fastest; Nina is the slowest.', 'everyone but Nina', "Nina's sister"],
    ],
  },
  {
    gold: r`\text{odd}`,
    right: [...['odd', 'It is odd.', 'an odd function', 'The number is odd.']],
    wrong: [...['even', 'neither', 'not odd', 'odd and even']],
  },
  {
    gold: r`\text{No}`,
    right: [...['no', 'No, it does not.']],
    wrong: [...['yes', 'maybe', 'not no']],
  },
  {
    gold: '5^{n}-1',
    right: [...['-1+5^n']],
    wrong: [...['5^{n-1}', '5^n+1', '5n-1']],
  },
  {
    gold: '0.045',
    right: [...[r`4.5\%`, r`4.5\times10^{-2}`, r`\frac{9}{200}`]],
    wrong: [...['0.45', '4.5', '0.0045', r`0.45\%`, '0.05']],
  },
  {
    gold: r`3.2\times10^{-5}`,
    right: [...['0.000032', '3.2e-5', r`32\times10^{-6}`]],
    wrong: [...[r`3.2\times10^{5}`, r`3.2\times10^{-4}`, '0.00032', r`2.3\times10^{-5}`]],
  },
  {
    gold: '12,500',
    right: [...['12500', '12.5 thousand', r`\$12{,}500`, 'twelve thousand five hundred']],
    wrong: [...['12.5', '12,050', '125,00', '1250', '12.500,00']],
  },
  {
    gold: 'y = C_1e^{x}+C_2e^{2x}',
    right: [...['y=C_1e^x+C_2e^{2x}']],
    wrong: [...['y=C_1e^x+C_2e^{3x}']],
  },
  {
    gold: 'x^2C_1+C_2',
    right: [...['C_1x^2+C_2']],
    wrong: [],
  },
  {
    gold: 'P(3,4)',
    right: [...['P(3,4)']],
    wrong: [...['P(4,3)']],
  },
  {
    gold: r`\frac{1}{5}`,
    right: [...['one fifth', 'a fifth']],
    wrong: [...['fifth place']],
  },
  {
    gold: r`12\text{ apples}`,
    right: [...['12', 'She has 12 apples.', 'twelve apples']],
    wrong: [],
  },
  {
    gold: r`8\text{ hours}`,
    right: [...['8 hours a day', 'It takes 8 hours in total.']],
    wrong: [...['It takes 8 minutes in total.']],
  },
  {
    gold: '2x + 5',
    right: [...['5+2x']],
    wrong: [...['2x + 5 or 7']],
  },
  {
    gold: 'A(0,0), B(3,0), C(5,2)',
    right: [...['A(0,0), B(3,0), C(5,2)']],
    wrong: [...['A(0,0), B(3,0), C(2,5)']],
  },
  {
    gold: 'f(x)=x^2',
    right: [...['f(x) = x^2', 'x^2', 'y=x^2']],
    wrong: [...['f(x)=x^3']],
  },
  {
    gold: r`20\text{ cm}`,
    right: [...['The perimeter is 20 cm.', 'so we need 20 centimeters of wire']],
    wrong: [...['The perimeter is 20 m.', 'so we need 20 meters of wire']],
  },
  {
    gold: '3',
    right: [
      ...['In 3 hours he drives 180 miles, so it takes him 3 hours.'],
      ...['It takes at least 3 moves.', 'She needs at least 3 of them.', 'We need 3 more.'],
    ],
    wrong: [...['He walked 3 miles in 2 hours.']],
  },
  {
    gold: '150',
    right: [
      ...['He drives 150 miles in 3 hours, so the answer is 150.'],
      ...['The total cost is $150 in all.', 'He earns $150 per week.'],
    ],
    wrong: [],
  },
  {
    gold: r`\$18`,
    right: [...["She makes $18 every day at the farmers' market.", '18 dollars']],
    wrong: [...['She makes 18 cents.', '$81']],
  },
  {
    gold: '2^{-3}',
    right: [...['0.125', '1/8']],
    wrong: [...['8', '-8']],
  },
  {
    gold: r`\text{red}`,
    right: [...['The ball is red.', 'red']],
    wrong: [...['The ball is blue, not red.', 'red and blue']],
  },
  {
    gold: '4',
    right: [],
    wrong: [...['4i', '4j', '4 k']],
  },
  {
    gold: 'i',
    right: [...['i']],
    wrong: [...['-i', '1', 'j']],
  },
  {
    gold: '3i',
    right: [...['3i']],
    wrong: [...['(0,3,0)', '3j']],
  },
]

const NAMES: readonly Probe[] = [
  {
    gold: 'Paris',
    more: [],
    right: [
      ...['Paris, France', 'Paris', 'The answer is Paris.', 'Answer: Paris, France'],
      ...["It's **Paris**.", 'The capital of France is Paris.'],
    ],
    wrong: [
      ...['Lyon, France', 'France', 'London', 'Paris, Texas', 'not Paris', 'Paris or London'],
      ...['Paris Hilton'],
    ],
  },
  {
    gold: 'Amy',
    more: ['Amy Pond'],
    right: [...['The companion is Amy.', 'Amy', 'It was Amy Pond.']],
    wrong: [...['Rory', 'Amygdala', 'It was Rory, not Amy.', 'Amy or Rory']],
  },
  {
    gold: 'Bob Dylan',
    more: [],
    right: [...['Bob Dylan', 'Answer: Bob Dylan.'], ...['bob dylan', '"Bob Dylan"']],
    wrong: [...['Dylan Thomas', 'Bob Marley', 'Bob', 'It was not Bob Dylan but Joan Baez.']],
  },
  {
    gold: 'The Beatles',
    more: ['Beatles'],
    right: [...['Beatles', 'the beatles', 'The Beatles']],
    wrong: [...['The Rolling Stones', 'The Beetles band', 'Beatles and Stones']],
  },
  {
    gold: '1969',
    more: ['nineteen sixty-nine'],
    right: [...['1969', 'in 1969', 'The year was 1969.']],
    wrong: [...['1968', '1996', '1969 or 1970', 'before 1969', 'the 1960s']],
  },
  {
    gold: 'Mount Everest',
    more: ['Everest'],
    right: [...['Mt. Everest', 'Everest', 'Mount Everest in Nepal']],
    wrong: [...['K2', 'Mount Rushmore', 'Everett']],
  },
  {
    gold: 'George Washington',
    more: [],
    right: [
      ...['It is George Washington, the first president of the United States.'],
      ...['George Washington (1732–1799)'],
    ],
    wrong: [...['George Washington Carver', 'Martha Washington', 'George Bush']],
  },
  {
    gold: 'Eli',
    more: [],
    right: [...['His name is Eli.', 'Eli']],
    wrong: [...['Elijah', 'Eve', 'delirium']],
  },
  {
    gold: 'Vienna',
    more: [],
    right: [
      ...['Vienna, Austria', 'The city is Vienna.', 'Vienna'],
      ...['Answer: Vienna (Austria)'],
    ],
    wrong: [
      ...['Salzburg, Austria', 'Austria', 'Vienna, Virginia', 'Not Vienna but Graz', 'Graz'],
      ...['Viennese'],
    ],
  },
  {
    gold: 'Leonardo da Vinci',
    more: ['Da Vinci', 'Leonardo'],
    right: [...['Da Vinci', 'leonardo da vinci']],
    wrong: [
      ...['Michelangelo', 'Leonardo DiCaprio', 'The Da Vinci Code'],
      ...['Raphael, not Leonardo da Vinci'],
    ],
  },
  {
    gold: '12',
    more: ['twelve'],
    right: [...['12', 'twelve']],
    wrong: [...['11', '21', '112', '12 or 13', 'over 12']],
  },
  {
    gold: 'Ian Fleming',
    more: [],
    right: [...['The author of James Bond is Ian Fleming.', 'Ian Fleming']],
    wrong: [...['Alexander Fleming', 'Ian McKellen', 'James Bond']],
  },
  {
    gold: 'Max',
    more: [],
    right: [...["The dog's name is Max.", 'It was Max.', 'Max']],
    wrong: [...['Maxwell', 'Rex', 'Max or Rex', 'Mad Max']],
  },
  {
    gold: 'Sea of Japan',
    more: ['East Sea'],
    right: [...['the Sea of Japan', 'Sea of Japan (East Sea)']],
    wrong: [...['Japan', 'the Sea of Okhotsk', 'South China Sea']],
  },
  {
    gold: 'William Shakespeare',
    more: ['Shakespeare'],
    right: [...['Shakespeare', 'The play was written by William Shakespeare in 1606.']],
    wrong: [...['Christopher Marlowe', 'Will Smith', 'Marlowe or Shakespeare']],
  },
  {
    gold: 'July 20, 1969',
    more: [],
    right: [...['July 20, 1969', '20 July 1969', 'on July 20, 1969']],
    wrong: [...['July 21, 1969', 'July 1969', 'June 20, 1969']],
  },
  {
    gold: 'Berlin',
    more: [],
    right: [...['Berlin, Germany', 'Berlin', 'The capital is Berlin.'], ...['**Berlin**']],
    wrong: [
      ...['Munich, Germany', 'Germany', 'Berlin, Connecticut', 'Irving Berlin', 'not Berlin'],
      ...['Berlin or Bonn', "West Berlin's Bonn"],
    ],
  },
  {
    gold: 'Isaac Newton',
    more: ['Newton', 'Sir Isaac Newton'],
    right: [...['Newton'], ...['Isaac Newton, the English physicist']],
    wrong: [
      ...['Albert Einstein', 'Newton-John', 'Isaac Asimov', 'Not Newton but Hooke'],
      ...['Newton and Leibniz'],
    ],
  },
  {
    gold: '1912',
    more: [],
    right: [...['1912', 'in 1912']],
    wrong: [...['1913', '1921', 'before 1912', '1912 or 1913']],
  },
  {
    gold: 'Mona Lisa',
    more: ['La Gioconda'],
    right: [...['The Mona Lisa', '"Mona Lisa"', 'La Gioconda']],
    wrong: [...['Lisa', 'Mona', 'The Last Supper', 'Mona Lisa Smile']],
  },
  {
    gold: 'Tom',
    more: ['Tom Sawyer'],
    right: [...['His name was Tom.', 'Tom']],
    wrong: [...['Tim', 'Huck', 'Tom and Huck', 'Tommy', 'Tomato']],
  },
  {
    gold: 'St. Louis',
    more: ['Saint Louis'],
    right: [...['Saint Louis', 'St Louis']],
    wrong: [...['Kansas City', 'Louis', 'Louisville']],
  },
  {
    gold: 'Japan',
    more: [],
    right: [...['Japan', 'It is in Japan.']],
    wrong: [...['China', 'Tokyo', 'Japanese', 'Not Japan']],
  },
  {
    gold: 'seven',
    more: ['7'],
    right: [...['7', 'seven']],
    wrong: [...['six', 'seventeen', '7 or 8', 'seventy']],
  },
  {
    gold: 'Madrid',
    more: [],
    right: [
      ...['Madrid, Spain', 'The capital of Spain is Madrid.'],
      ...['I think the answer is Madrid.'],
      ...[],
    ],
    wrong: [
      ...['Barcelona, Spain', 'Spain', 'Madrid, Iowa', 'Real Madrid', 'Not Madrid'],
      ...['Madrid or Lisbon', 'It is not Madrid.'],
    ],
  },
  {
    gold: 'Jane Austen',
    more: ['Austen'],
    right: [
      ...['The novel was written by Jane Austen in 1813.'],
      ...['Austen', 'Jane Austen (1775-1817)'],
    ],
    wrong: [
      ...['Charlotte Brontë', 'Jane Eyre', 'Steve Austin', 'Jane'],
      ...['It was not written by Jane Austen.', "Jane Austen's sister Cassandra"],
    ],
  },
  {
    gold: '1776',
    more: [],
    right: [...['in 1776', '1776', 'The year was 1776.']],
    wrong: [...['1777', '1767', 'after 1776', '1776 and 1783']],
  },
  {
    gold: 'Leo',
    more: [],
    right: [...['His name is Leo.', 'Leo', "It's Leo."]],
    wrong: [...['Leon', 'Leonardo', 'Cleo', 'Leo or Max', 'not Leo']],
  },
  {
    gold: 'Mount Fuji',
    more: ['Fuji', 'Fujiyama'],
    right: [...['Mt. Fuji', 'Mt Fuji, Japan', 'The highest mountain is Mount Fuji.']],
    wrong: [...['Mount Aso', 'Fujitsu', 'Mount Everest']],
  },
  {
    gold: 'London',
    more: [],
    right: [...['London, England', 'London, UK']],
    wrong: [...['London, Ontario']],
  },
  {
    gold: 'New York',
    more: [],
    right: [...['New York, USA', 'New York']],
    wrong: [...['York']],
  },
  {
    gold: 'Bill Clinton',
    more: [],
    right: [...[]],
    wrong: [
      ...['Hillary Clinton', 'Bill Clinton was not the president.'],
      ...['Bill Clinton was the predecessor of George W. Bush but not him'],
    ],
  },
]

const OPTIONS: readonly Probe[] = [
  {
    gold: 'B',
    more: ['12', '15', '18', '20'],
    right: [
      ...['B', '(B)', 'The correct option is B.', 'B) 15', r`\boxed{B}`],
      ...['The answer is (B) 15.', '15', '**B**'],
      ...['Option B is correct, since A is too small.', "I'd choose B."],
    ],
    wrong: [
      ...['A', '(C)', '18', 'The answer is A.', 'B is wrong, so the answer is C.', 'A or B'],
      ...['not B', 'I eliminated B and D; the answer is A.', 'E'],
    ],
  },
  {
    gold: 'C',
    more: ['gold', 'silver', 'copper', 'iron'],
    right: [
      ...['C', 'The answer is (C) copper.', 'copper', r`\boxed{\text{C}}`, '(c)', 'Option C'],
      ...['The correct answer is C: copper.'],
      ...['After ruling out A and B, only C remains. Answer: C'],
      ...['A: no. B: no. D: no. So C.'],
    ],
    wrong: [
      ...['D', 'silver', 'The answer is B, since C is not a noble metal.'],
      ...['C is tempting, but the right answer is D.', 'A and C', 'copper or iron', 'None'],
      ...['not copper'],
    ],
  },
  {
    gold: 'A',
    more: ['1/2', '1/3', '2', '3'],
    right: [...['A', r`\frac12`, 'Therefore the answer is A.', '0.5']],
    wrong: [...['C', '1/3', 'A or B', 'The answer is 2.']],
  },
  {
    gold: 'D',
    more: ['red', 'green', 'blue', 'yellow'],
    right: [
      ...['D', 'D. yellow', 'The answer is D) yellow.', 'yellow', 'Answer: (D)'],
      ...['A, B and C are wrong, leaving D. The answer is D.', r`\boxed{\text{(D)}}`],
    ],
    wrong: [
      ...['B', '(A)', 'blue', 'The answer is not D but C.', 'C or D', '(C) and (D)'],
      ...[r`\boxed{C}`, 'D is wrong. The answer is A.'],
    ],
  },
  {
    gold: 'B',
    more: [r`\frac{1}{2}`, r`\frac{2}{3}`, r`\frac{3}{2}`, '6'],
    right: [...[r`\frac{2}{3}`, '2/3', '**B. 2/3**', r`The answer is $\frac{2}{3}$.`]],
    wrong: [...[r`\frac{3}{2}`, '3/2', 'The answer is C, not B.', '0.66']],
  },
  {
    gold: 'A',
    more: ['Mercury', 'Venus', 'Mars', 'Saturn'],
    right: [
      ...['A', 'The correct answer is option A.', 'Mercury', 'The answer is Mercury.'],
      ...['**(A) Mercury**', "It's A."],
    ],
    wrong: [
      ...['B', 'Venus', '(A) or (B)', 'A and D', 'A is wrong; it is C.', 'not Mercury'],
      ...['The answer is C, not A.', 'Neither A nor B'],
    ],
  },
]

const IN_BASE_16: readonly Probe[] = [
  {
    gold: '1A3F',
    right: [...['0x1A3F', '1a3f', r`\boxed{1A3F}`, '1A3F_{16}', r`\text{0x1a3f}`]],
    wrong: [...['1A3E', '1AF3', '6719', '1A3']],
  },
  {
    gold: 'FF',
    right: [...['0xFF', 'ff', 'FF_{16}', 'The product is 0xff.']],
    wrong: [...['255', 'FE', 'F', 'FFF', '0xEF']],
  },
  {
    gold: '2B9',
    right: [...['0x2B9', '2b9', '2B9_{16}']],
    wrong: [...['2B8', '697', '29B', '2B90']],
  },
]

/** Answers over the whole range of grading, by the kind of the right one. */
export const PROBES: Readonly<Record<AnswerKey['kind'], readonly Probe[]>> = {
  expression: EXPRESSIONS,
  text: NAMES,
  choice: OPTIONS,
  hexadecimal: IN_BASE_16,
}
