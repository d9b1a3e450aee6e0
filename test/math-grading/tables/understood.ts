import type { Row } from './answers.ts'

const r = String.raw

const of = (gold: string, right: readonly string[], wrong: readonly string[]): Row => ({
  gold,
  right,
  wrong,
})

/** One quantity is an answer. An amount in two units is one only if the right answer is. */
export const AMOUNTS: readonly Row[] = [
  of(
    r`59 \text{ hours}`,
    ['59 hours', '59', r`59\text{ h}`, '3540 minutes', r`\frac{118}{2} \text{ hours}`, '59 hrs'],
    [
      ...['54 hours and 300 minutes', '54 hours 300 minutes', '2 days and 11 hours'],
      ...[r`54\text{ hours }300\text{ minutes}`, r`54\text{ h} + 300\text{ min}`],
      ...['58 hours, 59 minutes and 60 seconds', '0 hours 3540 minutes', '59 hours 0 minutes'],
      ...[r`54\,\text{h}\;300\,\text{min}`, '60 hours minus 60 minutes', '59 hours 30 minutes'],
    ],
  ),
  of(
    '59',
    ['59', '59.0', '59 hours', r`59\text{ apples}`],
    [
      ...['54 hours 300 minutes', '50 m 900 cm', '50 dollars 900 cents', '58 weeks 7 days'],
      ...['40 m + 1900 cm', r`40\text{ m}+19\text{ m}`, r`40\text{ apples}+19\text{ apples}`],
      ...['4 dozen and 11', '40 apples and 19 apples', '40 apples and 19 pears'],
    ],
  ),
  of(
    r`5.5 \text{ feet}`,
    ['5.5 feet', '66 inches', r`5\frac12 \text{ ft}`, r`\frac{11}{2}\text{ feet}`],
    ['5 feet 6 inches', '4 feet 18 inches', `5'6''`, '5 feet and 5 inches'],
  ),
  of(
    '5 feet 6 inches',
    ['5 feet 6 inches', '5 ft 6 in', '66 inches', '5.5 feet', '5 feet and 6 inches'],
    ['4 feet 18 inches', '5 feet 5 inches', '6 feet 5 inches', '3 feet 30 inches'],
  ),
  of(
    '2 hours 5 minutes',
    ['2 hours and 5 minutes', '125 minutes', '2 h 5 min', r`2\text{ hours } 5\text{ minutes}`],
    ['1 hour 65 minutes', '2 hours 50 minutes', '5 hours 2 minutes', '2 hours'],
  ),
  of('3, 5', ['3 cm, 5 cm', '3 cm and 5 cm', 'a = 3 cm, b = 5 cm'], ['3 cm + 5 cm', '3 cm']),
  of(r`12\text{ kg}`, ['12 kg', '12000 g', '12'], ['10 kg 2000 g', '11 kg and 1000 g', '12 g']),
  of(r`7\text{ km}`, ['7 km', '7000 m'], ['6 km 1000 m', '5 km and 2000 m', '6 km + 1000 m']),
  of(
    r`\$4.50`,
    ['$4.50', '4.5', '450 cents', '4 dollars and 50 cents'],
    ['3 dollars 150 cents', '$5.40'],
  ),
  of(r`3\text{ liters}`, ['3 L', '3000 ml'], ['2 liters 1000 ml', '2 L and 1000 mL']),
  of(r`21\text{ days}`, ['21 days', '3 weeks'], ['2 weeks 7 days', '2 weeks and 7 days']),
  of('4 weeks', ['28 days', '4 weeks'], ['3 weeks 7 days', '2 weeks and 14 days']),
  of(r`36\text{ months}`, ['3 years', '36 months'], ['2 years 12 months', '2 years and 12 months']),
  of(r`5\text{ lb}`, ['5 lbs', '80 oz'], ['4 lb 16 oz', '4 lbs and 16 oz']),
  of(r`6\text{ quarts}`, ['6 quarts', '12 pints'], ['1 gallon 2 quarts', '5 quarts 2 pints']),
]

/** A formula with an unevaluated operator is not a result. */
export const OPERATORS: readonly Row[] = [
  of(
    '59',
    ['59', r`\mathbf{59}`, r`x = 59`, r`59.00`],
    [
      ...[r`\frac{d}{dx}(59x)`, r`\frac{d}{dx} 59x`, r`\frac{\mathrm d}{\mathrm dx}(59x)`],
      ...[r`\dfrac{d}{dt}\left(59t\right)`, r`\frac{d(59x)}{dx}`, r`d(59x)/dx`, r`d/dx (59x)`],
      ...[r`\frac{\partial}{\partial x}(59x+y)`, r`\partial_x(59x)`, r`(59x)'`, r`D_x(59x)`],
      ...[r`\int_0^1 59\,dx`, r`\int_{0}^{59} dx`, r`\lim_{x\to 0}(59+x)`, r`\lim_{x\to 59} x`],
      ...[r`\sum_{k=1}^{\infty} \frac{59}{2^k}`, r`\prod_{k=1}^{1} f(59)`, r`f(59)`, r`f(0)`],
      ...[r`\operatorname{E}(59)`, r`\mathbb{E}[59]`, r`\operatorname{tr}(59)`, r`\det(59)`],
      ...[r`\nabla \cdot (59x,0)`, r`\left.59x\right|_{x=1}`, r`59x \text{ at } x=1`],
      ...[r`\frac{\Delta(59x)}{\Delta x}`, r`\operatorname{lcm}(f(59))`, r`\dot{(59t)}`],
      ...[r`\frac{d^2}{dx^2}\left(\frac{59x^2}{2}\right)`],
    ],
  ),
  of(
    '2x',
    ['2x', r`2 \cdot x`, 'x+x', r`f'(x)=2x`, r`\frac{d}{dx}x^2 = 2x`, r`\frac{dy}{dx}=2x`],
    [
      ...[r`\frac{d}{dx}x^2`, r`\frac{d}{dx}\left(x^2\right)`, r`(x^2)'`, r`\frac{d(x^2)}{dx}`],
      ...[r`\int 2\,dx`, r`\frac{dy}{dx}`, r`f'(x)`, r`\int_0^x 2\,dt`],
    ],
  ),
  of(r`\frac{d}{dx}f(x)`, [r`\frac{d}{dx}f(x)`], [r`\frac{d}{dx}g(x)`, r`f(x)`]),
  of(
    r`\int_0^1 f(x)\,dx`,
    [r`\int_0^1 f(x)\,dx`, r`\int_{0}^{1} f(x) dx`],
    [r`\int_0^2 f(x)\,dx`, r`\int_1^0 f(x)\,dx`, r`f(1)`],
  ),
  of(
    r`\frac{dy}{dx} = 3y`,
    [r`\frac{dy}{dx} = 3y`, r`\frac{dy}{dx}=y\cdot 3`],
    [r`\frac{dy}{dx} = 3x`, r`\frac{dx}{dy} = 3y`],
  ),
  of(r`\frac{a}{b}`, [r`\frac ab`, 'a/b'], [r`\frac{da}{db}`, r`\frac{b}{a}`]),
  of(r`\frac{c}{d}`, [r`\frac cd`, 'c/d', r`\frac{2c}{2d}`], [r`\frac{d}{c}`]),
  of(r`\frac{d}{2x}`, [r`\frac{d}{2x}`, r`\frac{1}{2}\cdot\frac{d}{x}`], [r`\frac{d}{x}`]),
]

/** Unsupported notation is not equal, and branches belong to their conditions. */
export const STATEMENTS_READ: readonly Row[] = [
  of(
    r`f(x)=\begin{cases} x & x<0 \\ x^2 & x\ge 0\end{cases}`,
    [
      r`f(x)=\begin{cases} x & x<0 \\ x^2 & x\ge 0\end{cases}`,
      r`f(x)=\begin{cases} x^2 & x\ge 0 \\ x & x<0\end{cases}`,
      r`\begin{cases} x & \text{if } x<0 \\ x^2 & \text{if } x\ge 0\end{cases}`,
      r`f(x)=\begin{cases} x, & \text{if } x<0, \\ x^2, & \text{if } x\ge 0.\end{cases}`,
      r`\begin{cases} x & x<0 \\ x^2 & \text{otherwise}\end{cases}`,
      r`f(x)=\begin{cases} x & x\le 0 \\ x^2 & x> 0\end{cases}`,
      r`\begin{cases} x\cdot x & \text{for } 0\le x \\ x & \text{for } 0>x\end{cases}`,
    ],
    [
      r`f(x)=\begin{cases} x^2 & x<0 \\ x & x\ge 0\end{cases}`,
      r`f(x)=\begin{cases} x & x>0 \\ x^2 & x\le 0\end{cases}`,
      r`f(x)=\begin{cases} x \\ x^2 \end{cases}`,
      r`f(x)=\begin{cases} x & x<0 \\ x^2 \end{cases}`,
      r`f(x)=\begin{cases} x & x<0 \\ x^2 & x\ge 1\end{cases}`,
      r`f(x)=\begin{cases} x & x<0 \end{cases}`,
      r`\begin{cases} x^2 & x<0 \\ x & \text{otherwise}\end{cases}`,
      ...['x, x^2', 'x', 'x^2', r`x, x<0, x^2, x\ge 0`],
    ],
  ),
  of(
    r`\begin{cases} 1 & n \text{ even} \\ 0 & n \text{ odd}\end{cases}`,
    [
      r`\begin{cases} 1 & n \text{ even} \\ 0 & n \text{ odd}\end{cases}`,
      r`\begin{cases} 0 & n \text{ odd} \\ 1 & n \text{ even}\end{cases}`,
      r`\begin{cases} 1 & \text{if } n \text{ even} \\ 0 & \text{if } n \text{ odd}\end{cases}`,
    ],
    [
      r`\begin{cases} 1 & n \text{ odd} \\ 0 & n \text{ even}\end{cases}`,
      r`\begin{cases} 0 & n \text{ even} \\ 1 & n \text{ odd}\end{cases}`,
      r`\begin{cases} 1 \\ 0 \end{cases}`,
    ],
  ),
  of(
    r`|x| = \begin{cases} x & x\ge0\\-x & x<0\end{cases}`,
    [r`\begin{cases} -x & x<0\\x & x\ge0\end{cases}`],
    [r`\begin{cases} x & x<0\\-x & x\ge0\end{cases}`],
  ),
  of(
    r`\begin{cases} x=1 \\ y=2 \end{cases}`,
    [r`\begin{cases} y=2 \\ x=1 \end{cases}`, '(1,2)', 'x=1, y=2'],
    [r`\begin{cases} x=2 \\ y=1 \end{cases}`, '(2,1)'],
  ),
  of(
    r`\{n : n \text{ even}\}`,
    [r`\{n : n \text{ even}\}`, r`\{n \mid n \text{ even}\}`, r`\{ n : n\text{ even} \}`],
    [r`\{n : n \text{ odd}\}`, r`\text{odd}`, r`\{n : n \text{ prime}\}`, r`n`],
  ),
  of(
    r`\{2k : k \in \mathbb{Z}\}`,
    [r`\{2k : k \in \mathbb{Z}\}`, r`\{2k \mid k\in\mathbb Z\}`, r`\{2m : m \in \mathbb{Z}\}`],
    [r`\{2k+1 : k \in \mathbb{Z}\}`, r`\{2k : k \in \mathbb{N}\}`, r`\{3k : k \in \mathbb{Z}\}`],
  ),
  of(
    r`p\land q`,
    [r`p\land q`, r`p \wedge q`, r`q \land p`],
    [r`p\lor q`, r`p\to q`, r`\neg p\land q`, r`p\land \neg q`, r`p \oplus q`, 'p, q', 'p'],
  ),
  of(r`p\lor q`, [r`p \lor q`, r`p\vee q`, r`q\lor p`], [r`p\land q`, r`q`, r`\neg p \lor q`]),
  of(
    r`p \to q`,
    [r`p \to q`, r`p\rightarrow q`],
    [r`q \to p`, 'q', 'p', r`p \land q`, r`p\leftrightarrow q`],
  ),
  of(r`p \Rightarrow q`, [r`p \Rightarrow q`, r`p\implies q`], [r`q \Rightarrow p`, 'q']),
  of(r`\neg p`, [r`\neg p`, r`\lnot p`], ['p', r`\neg q`]),
  of(
    r`A\subset B`,
    [r`A\subset B`, r`A \subset B`],
    [r`B\subset A`, r`A\supset B`, r`A \subset C`, r`A\subseteq B`, r`A\not\subset B`],
  ),
  of(r`A\subseteq B`, [r`A\subseteq B`], [r`B\subseteq A`, r`A\supseteq B`]),
  of(r`A \cup B`, [r`A\cup B`, r`B \cup A`], [r`A\cap B`, r`A\setminus B`]),
  of(r`A \setminus B`, [r`A\setminus B`, r`A \backslash B`], [r`B\setminus A`, r`A\cup B`]),
  of(r`A^c`, [r`A^c`, r`A^{c}`], [r`B^c`, 'A']),
  of(r`a \mid b`, [r`a \mid b`, r`a\mid b`], [r`b \mid a`, r`a \nmid b`, r`a`]),
  of(r`a \perp b`, [r`a \perp b`], [r`a \parallel b`, r`ab`]),
  of(r`x \to \infty`, [r`x \to \infty`], [r`x\to -\infty`, r`x \to 0`]),
  of(r`a \prec b`, [r`a \prec b`], [r`b \prec a`, r`a \succ b`]),
  of(r`a \otimes b`, [r`a\otimes b`], [r`a \oplus b`, r`ab`]),
  of(r`f \circ g`, [r`f\circ g`], [r`g\circ f`, r`fg`]),
  of(r`\forall x\, P(x)`, [r`\forall x\, P(x)`], [r`\exists x\, P(x)`, r`\forall x\, Q(x)`]),
  of(r`\overrightarrow{AB}`, [r`\overrightarrow{AB}`, r`\vec{AB}`], [r`\overrightarrow{BA}`]),
  of(r`x \in A`, [r`x \in A`], [r`x \notin A`, r`A \in x`]),
  of(r`a \sim b`, [r`a\sim b`], [r`a\not\sim b`, 'ab']),
  of(r`A \cong B`, [r`A\cong B`], [r`A \ncong B`]),
  of(r`\angle ABC`, [r`\angle ABC`, r`\angle CBA`], [r`\angle ACB`, r`\angle BAC`]),
  of(r`n \text{ even}`, [r`n \text{ even}`], [r`n \text{ odd}`, r`m \text{ even}`]),
  of(r`x \mapsto x^2`, [r`x \mapsto x^2`], [r`x^2 \mapsto x`, r`x \mapsto x^3`]),
  of(r`O(n\log n)`, [r`O(n\log n)`, r`O(n \log n)`], [r`O(n^2)`, r`\Theta(n)`, r`o(n\log n)`]),
]

const LONG = `1${'0'.repeat(20)}`

/** Values that doubles cannot distinguish. */
export const CLOSE_VALUES: readonly Row[] = [
  of(
    r`\frac1{2^{2000}}`,
    [r`\frac1{2^{2000}}`, r`2^{-2000}`, r`\frac{1}{4^{1000}}`, r`\left(\frac12\right)^{2000}`],
    [r`\frac1{2^{2001}}`, r`2^{-1999}`, '0', r`\frac{2}{2^{2000}}`, r`-\frac1{2^{2000}}`],
  ),
  of(
    r`\sqrt{10^{40}+1}`,
    [r`\sqrt{10^{40}+1}`, r`\sqrt{1+10^{40}}`, r`(10^{40}+1)^{1/2}`],
    ['10^{20}', LONG, r`\sqrt{10^{40}+2}`, r`\sqrt{10^{40}-1}`, r`10^{20}+1`],
  ),
  of('10^{20}', ['10^{20}', LONG, r`100^{10}`], [r`\sqrt{10^{40}+1}`, `1${'0'.repeat(19)}1`]),
  of(
    r`\sqrt{2}+\sqrt{3}`,
    [r`\sqrt{5+2\sqrt{6}}`, r`\sqrt3+\sqrt2`],
    ['3.14626', r`\sqrt{9.8989794855663}`, r`\sqrt{10}`],
  ),
  of(
    r`2^{1000}+1`,
    [r`2^{1000}+1`, r`1+4^{500}`],
    [r`2^{1000}`, r`2^{1000}-1`, r`2^{1000}+2`, r`2^{1001}`],
  ),
  of(
    r`\frac{10^{30}+1}{10^{30}}`,
    [r`1+10^{-30}`, r`1+\frac{1}{10^{30}}`],
    ['1', r`\frac{10^{30}+2}{10^{30}}`, r`1-10^{-30}`],
  ),
  of(
    r`e^{1000}`,
    [r`e^{1000}`, r`(e^{500})^2`, r`e^{10}\cdot e^{990}`],
    [r`e^{1001}`, 'e^{-1000}'],
  ),
  of(r`e^{-1000}`, [r`e^{-1000}`, r`\frac{1}{e^{1000}}`], ['0', r`e^{-1001}`, r`e^{-999}`]),
  of(r`\frac{1}{500!}`, [r`\frac{1}{500!}`, r`\frac1{500\cdot 499!}`], [r`\frac{1}{501!}`, '0']),
  of(r`500!`, [r`500!`, r`500\cdot 499!`], [r`501!`, r`499!`, r`500!+1`]),
  of(r`\ln(10^{20}+1)`, [r`\ln(10^{20}+1)`], [r`20\ln 10`, r`\ln(10^{20})`, r`\ln(10^{20}+2)`]),
  of(
    r`\pi + 10^{-20}`,
    [r`\pi + 10^{-20}`, r`10^{-20}+\pi`],
    [r`\pi`, r`\pi+10^{-19}`, r`\pi - 10^{-20}`],
  ),
  of(r`\sqrt[3]{10^{60}+1}`, [r`(10^{60}+1)^{1/3}`], ['10^{20}', r`\sqrt[3]{10^{60}+2}`]),
  of(r`3^{2000}`, [r`3^{2000}`, r`9^{1000}`], [r`3^{2001}`, r`3^{1999}`, r`3^{2000}+1`]),
  of(r`\frac{3^{900}}{2^{1500}}`, [r`\frac{9^{450}}{8^{500}}`], [r`\frac{3^{900}}{2^{1501}}`]),
  of(
    r`\cos(10^{-9})`,
    [r`\cos(10^{-9})`, r`\cos\frac{1}{10^9}`],
    ['1', r`\cos(2\cdot 10^{-9})`, r`\cos(10^{-10})`],
  ),
  of(r`\sqrt{10^{30}+x^2}`, [r`\sqrt{x^2+10^{30}}`], ['10^{15}', r`\sqrt{10^{30}+2x^2}`]),
  of(r`x+10^{-15}`, [r`10^{-15}+x`], ['x', r`x+10^{-16}`, r`x-10^{-15}`]),
  of(
    r`2^{2^{20}}`,
    [r`2^{2^{20}}`, r`2^{1048576}`, r`4^{2^{19}}`],
    [r`2^{2^{21}}`, r`2^{2^{20}}+1`],
  ),
  of(r`10^{-400}`, [r`10^{-400}`, r`\frac{1}{10^{400}}`], ['0', r`10^{-401}`, r`10^{400}`]),
  of(r`1-\frac{1}{2^{100}}`, [r`\frac{2^{100}-1}{2^{100}}`], ['1', r`1-\frac{1}{2^{101}}`]),
  of(
    r`\sqrt{2}^{\sqrt{2}}`,
    [r`\sqrt2^{\sqrt2}`, r`2^{\sqrt2/2}`, r`2^{\frac{1}{\sqrt2}}`],
    ['1.63', r`2^{\sqrt2}`],
  ),
]

/** Notations that look alike. */
export const LOOKALIKES: readonly Row[] = [
  of('2:05', ['2:05', r`2{:}05`, '02:05'], ['2:5', '2:50', '5:02', '2.05', r`\frac25`]),
  of('2:5', ['2:5', '4:10', r`\frac{2}{5}`], ['2:05', '5:2', '2:50']),
  of(
    '12',
    ['12', '012', '12.0', r`\text{12}`, `'12'`, `"12"`, '`12`', r`\text{'12'}`, '“12”', '‘12’'],
    [
      ...[r`\dot{12}`, r`\dot{1}2`, r`\ddot{12}`, r`\overline{12}`, r`\bar{12}`],
      ...[r`\hat{12}`, r`\vec{12}`, r`\tilde{12}`, '1 2', '12?', '12!', r`\overrightarrow{12}`],
      ...['12^*', '12_3', r`\check{12}`],
    ],
  ),
  of(
    '5',
    ['5', 'x=5'],
    ['3 5', r`3\ 5`, r`3\;5`, r`3~5`, r`3\quad 5`, '3, 5', '35', r`\frac{}{5}`],
  ),
  of(
    '14-i',
    ['14.0 + -1.0i', '14 - i', '14-1i', '14 + (-1)i', '-i+14', '14.00 - 1.00i'],
    ['14.0 + 1.0i', '14+i', '-14.0 + -1.0i', '14.1 + -1.0i', '1.0 + -14.0i', '13'],
  ),
  of('3+4i', ['3.0 + 4.0i', '3 + 4i', '4i+3'], ['3.0 + -4.0i', '4.0+3.0i', '7i', '3.1+4.0i', '5']),
  of(
    '1 and all odd primes',
    [
      ...['1 and all odd primes', r`1 \text{ and all odd primes}`, r`\text{1 and all odd primes}`],
      ...[r`1 \text{ and all odd prime numbers}`],
    ],
    ['1', 'all odd primes', r`1 \text{ and all primes}`, r`2 \text{ and all odd primes}`, 'primes'],
  ),
  of('42', [`'42'`, `"42"`, r`\text{"42"}`], [`'43'`, `4'2`, `'24'`]),
  of('3.14', [`"3.14"`, `'3.14'`], [`"3.15"`, r`\pi`]),
  of(r`\text{blue}`, [`'blue'`, '"blue"', 'Blue'], [`'red'`, 'not blue', 'blue or red']),
  of('500', ['500', '0500', '500.'], [r`{,}500`, ',500', '5,00', '.500']),
  of(r`\ln 2`, [r`\ln 2`, r`\ln(2)`, r`\log_e 2`, r`-\ln\frac12`], [r`\log_2 e`, r`\log_{10} 2`]),
]

/** A larger unit, a smaller one, and their ratio. */
export const UNIT_PAIRS: readonly (readonly [string, string, number])[] = [
  ...([
    ['hours', 'minutes', 60],
    ['minutes', 'seconds', 60],
    ['days', 'hours', 24],
  ] as const),
  ...([
    ['weeks', 'days', 7],
    ['years', 'months', 12],
    ['feet', 'inches', 12],
  ] as const),
  ...([
    ['yards', 'feet', 3],
    ['meters', 'centimeters', 100],
    ['km', 'm', 1000],
  ] as const),
  ...([
    ['kg', 'g', 1000],
    ['lb', 'oz', 16],
    ['dollars', 'cents', 100],
  ] as const),
  ...([
    ['gallons', 'quarts', 4],
    ['quarts', 'pints', 2],
    ['liters', 'ml', 1000],
  ] as const),
  ...([
    ['cm', 'mm', 10],
    ['tons', 'lbs', 2000],
    ['miles', 'feet', 5280],
  ] as const),
]

/** Operators that leave a value unchanged. */
export const IDLE_OPERATORS: readonly ((value: string) => string)[] = [
  (value) => r`\frac{d}{dx}\left[${value} x\right]`,
  (value) => r`\frac{\mathrm{d}(${value} t)}{\mathrm{d}t}`,
  (value) => r`\frac{d^2}{dt^2}\left(\frac{(${value})t^2}{2}\right)`,
  (value) => r`\frac{\partial}{\partial t}(${value} t)`,
  (value) => r`d/dt(${value} t)`,
  (value) => r`\int_0^1 (${value})\,dt`,
  (value) => r`\lim_{h\to 0} \left(${value}+h\right)`,
  (value) => r`\sum_{k=1}^{1} (${value})`,
  (value) => r`\prod_{k=1}^{1} (${value})`,
  (value) => r`\left(${value}\right)^{\prime}`,
  (value) => r`(${value})'`,
  (value) => r`f(${value})`,
  (value) => r`\mathbb{E}[${value}]`,
  (value) => r`\sup \{${value}\}`,
  (value) => r`\begin{vmatrix}${value}\end{vmatrix}`,
  (value) => r`\left[${value}\right]_0^1`,
  (value) => r`\nabla(${value})`,
]
