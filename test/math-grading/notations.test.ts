// Guards notations that the question or the gold uses, and near misses of each.
import { describe, expect, it } from 'vitest'
import { grade } from '../../src/sim/math/grading/grade.ts'

const r = String.raw
const COLUMN = r`\begin{pmatrix}1\\2\\3\end{pmatrix}`

type Row = readonly [gold: string, answer: string, isRight: boolean]

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'other commands say the same': [
    [COLUMN, r`\pmatrix{1 \cr 2 \cr 3}`, true],
    [COLUMN, r`\pmatrix{1\\2\\4}`, false],
    ['7', r`\left. 7 \right.`, true],
    ['7', r`7 \tag{3}`, true],
    ['7', r`8 \tag{7}`, false],
    ['7', r`7 \label{eq:total}`, true],
    [r`35^\circ`, r`\ang{35}`, true],
    [r`35^\circ`, r`\ang{36}`, false],
    [r`9\text{ cm}`, r`\qty{9}{cm}`, true],
    [r`9\text{ cm}`, r`\SI{9}{m}`, false],
    ['2048', r`2{\,}048`, true],
    ['2048', r`\num{2048}`, true],
  ],
  'a set of numbers is what is left of another': [
    [r`(-\infty,-2)\cup(2,\infty)`, r`\mathbb{R}-[-2,2]`, true],
    [r`(-\infty,-2)\cup(2,\infty)`, r`\mathbb{R}-(-2,2)`, false],
    [r`\mathbb{R}\setminus\{4,5\}`, r`\mathbb{R}-\{4\}-\{5\}`, true],
    [r`\mathbb{R}\setminus\{4,5\}`, r`\mathbb{R}-\{4\}`, false],
  ],
  'a constant of integration has the letter C or K': [
    ['x^3+C', 'x^3+K', true],
    ['x^3+C', 'x^3+C_1', true],
    ['kx^3+C', 'kx^3+K', true],
    ['kx^3+C', 'kx^3+k', false],
    ['x^3+C', 'x^3+y', false],
    ['x^3+C', 'x^3+2K', false],
  ],
  'a piecewise function is the values it has, however its branches are cut': [
    ['|u-3|', r`\begin{cases}u-3&u\ge3\\3-u&u<3\end{cases}`, true],
    ['|u-3|', r`\begin{cases}u-3&u>3\\3-u&u\le3\end{cases}`, true],
    ['|u-3|', r`\begin{cases}u-3&u>3\\3-u&u<3\end{cases}`, false],
    ['|u-3|', r`\begin{cases}u-3&u\ge3\\u+3&u<3\end{cases}`, false],
    [
      r`\begin{cases}p^2&p<1\\p&p\ge1\end{cases}`,
      r`\begin{cases}p^2&p<0\\p^2&0\le p<1\\p&p\ge1\end{cases}`,
      true,
    ],
    [
      r`\begin{cases}p^2&p<1\\p&p\ge1\end{cases}`,
      r`\begin{cases}p^2&p<0\\p&0\le p<1\\p&p\ge1\end{cases}`,
      false,
    ],
    [
      r`\begin{cases}p^2&p<1\\p&p\ge1\end{cases}`,
      r`\begin{cases}p^2&p\le1\\p&p\ge1\end{cases}`,
      true,
    ],
    [r`\begin{cases}5&p<1\\6&p\ge1\end{cases}`, r`\begin{cases}5&p\le1\\6&p\ge1\end{cases}`, false],
    ['2z', r`\begin{cases}2z&z\ne4\\8&z=4\end{cases}`, true],
    ['2z', r`\begin{cases}2z&z\ne4\\9&z=4\end{cases}`, false],
    [
      r`\begin{cases}1&w\ge\frac17\\2&w<\frac17\end{cases}`,
      r`\begin{cases}1&w\ge0.142857143\\2&w<0.142857143\end{cases}`,
      true,
    ],
    [r`\begin{cases}1&w\ge0\\2&w<0\end{cases}`, '1', false],
  ],
  'a decimal comma is read where one number is meant': [
    ['3.5', '3,5', true],
    ['3.5', '3{,}5', true],
    [r`\frac{7}{2}`, '3,5', true],
    ['3, 5', '3,5', true],
    ['3.5', '3,6', false],
    ['3, 5', '3.5', false],
    ['1234', '1,234', true],
    ['9876.5', '9.876,5', true],
    ['9.8765', '9.876,5', false],
    ['(9.876, 5)', '9.876,5', true],
  ],
  'an equation of two numbers states its last one, if it is true': [
    ['56', r`7\cdot8=56`, true],
    ['56', r`7\cdot9=56`, false],
    ['56', r`7\cdot9=63=56`, false],
    [r`3\sqrt{2}`, r`3\sqrt{2}=4.24`, true],
    [r`3\sqrt{2}`, r`3\sqrt{2}=4.34`, false],
    ['22', '69/3.14 = 22', true],
    ['4.25', r`425\text{ cents} = \$4.25`, true],
  ],
  'a repeated value is one, and a value near it is a second one': [
    [r`\frac{3}{8}`, r`\frac{3}{8}\text{ (or 0.375)}`, true],
    [r`\frac{3}{8}`, r`\frac{3}{8}\text{ or }0.375`, true],
    [r`\frac{3}{8}`, r`\frac{3}{8}\text{ (or 0.385)}`, false],
    ['200', r`200\text{ or }201`, false],
    ['200', r`200\text{ (or 201)}`, false],
    [r`\text{FED}_{16}`, 'FED_{16}', true],
    [r`\text{FED}_{16}`, 'DEF_{16}', false],
  ],
  'an option has one letter, also in words': [
    ['D', r`\text{Option D}`, true],
    ['(D)', 'choice D', true],
    ['D', 'option E', false],
    [r`\text{(D)}`, r`(D)\text{ and }(E)`, false],
    [r`\text{(D)}`, r`(D)\ \text{or (E)}`, false],
  ],
  'an exception may be in a text command': [
    [r`\mathbb{R}\setminus\{4\}`, r`\text{all real numbers except }4`, true],
    [r`\mathbb{R}\setminus\{4\}`, r`\text{all real numbers except }-4`, false],
  ],
  'units of one measure are converted, however many words they have': [
    [r`3\text{ L}`, r`3000\text{ cm}^3`, true],
    [r`3\text{ m}^3`, '3000 litres', true],
    [r`3\text{ L}`, r`3\text{ cm}^3`, false],
    [r`3\text{ L}`, r`3\text{ m}`, false],
    [r`4\text{ ft } 9 \text{ in}`, r`57\text{ in}`, true],
    [r`4\text{ ft } 9 \text{ in}`, r`49\text{ in}`, false],
  ],
  'units are products of powers, with prefixes, in any notation': [
    ['7.5 m/s^2', r`7.5\,\mathrm{m/s^2}`, true],
    ['7.5 m/s^2', r`7.5\,\frac{\text{m}}{\text{s}^2}`, true],
    ['7.5 m/s^2', r`7.5\,\mathrm{m \cdot s^{-2}}`, true],
    ['7.5 m/s^2', r`7.5\,\mathrm{m/s}`, false],
    ['7.5', r`7.5\,\mathrm{m/s^2}`, true],
    ['40 N', r`40\,\mathrm{kg\,m/s^2}`, true],
    ['2 kWh', r`7.2\times 10^6\text{ J}`, true],
    ['3 MW', r`3\,\mathrm{mW}`, false],
    ['3 MW', r`3000\,\mathrm{kW}`, true],
    [r`4\ \mu m`, r`4000\text{ nm}`, true],
    ['2.5 g/cm^3', r`2500\,\mathrm{kg/m^3}`, true],
    ['2.5 g/cm^3', r`2.5\,\frac{\text{g}}{\text{cm}^2}`, false],
    ['40^\\circ C', '40 degrees Celsius', true],
    ['40^\\circ C', '40^\\circ F', false],
    [r`3\times10^8 m/s`, r`3\times10^5\,\text{km/s}`, true],
    [r`3\times10^8 m/s`, r`3\times10^8\,\text{km/s}`, false],
    ['9 m/s', '9', true],
    ['9', r`9\mathrm{y}`, false],
    ['9', '9n', false],
    ['9 m', '9', false],
  ],
  'a condition is part of an answer': [
    [r`x^2 \text{ for } x>0`, r`x^2\text{ for }0<x`, true],
    [r`x^2 \text{ for } x>0`, r`x^2\text{ for }x<0`, false],
    ['3', r`3\text{ when }x=0`, true],
    ['3', r`3\text{ if }x=0`, false],
  ],
  'an arrow from another value is no statement of the last one': [
    ['12', r`13\to12`, false],
    ['12', r`2x=24\Rightarrow x=12`, true],
  ],
  'several options stand in a run or in a list': [
    ['ACD', 'A, C and D', true],
    ['A,C', r`\text{AC}`, true],
    ['ACD', 'A, C', false],
    ['AA', 'A, A', false],
  ],
  'the integers of a range are another set than the range': [
    [r`\{x\in\mathbb{Z}\mid x>0\}`, r`(0,\infty)`, false],
    [r`\{x\in\mathbb{R}\mid x>0\}`, r`(0,\infty)`, true],
    [r`2k, k\in\mathbb{Z}`, '2k', true],
    [r`\mathbb{Z}`, 'all integers', true],
    [r`\mathbb{Z}`, 'all real numbers', false],
  ],
  'primes behind numbers are parts of one value, in their order': [
    [`40^\\circ 12'`, `12^\\circ 40'`, false],
    [`40^\\circ 12'`, '40.2^\\circ', true],
    [`40^\\circ 12' 36''`, '40.21^\\circ', true],
    [`4'7"`, `7'4"`, false],
    [`4'7"`, '4 feet 7 inches', true],
  ],
  'a unit that is not known measures what no known one does': [
    [r`7\text{ m/s}`, r`7\text{ m/x}`, false],
    [r`7\text{ cm}^2`, r`7\text{ c}^2`, false],
    [r`7\text{ cm}^2`, r`7\text{ square units}`, true],
  ],
  'a pattern that goes on is in its order': [
    [r`2,4,6,\ldots`, r`4,2,6,\ldots`, false],
    [r`2,4,6,\ldots`, r`2,4,6,\dots`, true],
  ],
  'repeated values of a list are as often in the answer, if that repeats one': [
    ['1,1,2', '1,2,2', false],
    ['1,1,2', '2,1,1', true],
    ['1,1,2', '1,2', true],
  ],
  'rupees have a sign in letters': [
    ['Rs. 700', '700', true],
    ['Rs. 700', r`\text{Rs. }700`, true],
    ['700 rupees', 'Rs 700/-', true],
    ['Rs. 700', r`\$700`, false],
  ],
  'a point belongs to digits': [
    ['-3', '0.-3', false],
    [r`\frac12`, r`0.\frac12`, false],
    ['-1<x<1', '|x|<1', true],
  ],
  'a set of one pair is the pair': [
    [r`\{(1,2)\}`, '(1,2)', true],
    [r`\{(1,2)\}`, '(2,1)', false],
    [r`\{(1,2)\}`, '[1,2]', false],
  ],
  'plain signs hold the coordinates of a vector': [
    [r`\langle 1,2,3\rangle`, '<1,2,3>', true],
    [r`\langle 1,2,3\rangle`, '<1,3,2>', false],
  ],
  'inverse functions and complex values are compared precisely': [
    [r`\operatorname{arccot} x`, r`\frac{\pi}{2}-\arctan x`, true],
    [r`\operatorname{arccot} x`, r`\frac{\pi}{2}+\arctan x`, false],
    [r`\arctan 2+\arctan 3`, r`\frac{3\pi}{4}`, true],
    [r`\arctan 2+\arctan 3`, r`-\frac{\pi}{4}`, false],
    [r`\arcsin(\sin 3)`, r`\pi-3`, true],
    [r`\arcsin(\sin 3)`, '3', false],
    [r`\sqrt{i}`, r`\frac{1+i}{\sqrt2}`, true],
    ['i^i', r`e^{-\pi/2}`, true],
    ['i^i', r`e^{\pi/2}`, false],
  ],
  'a transposed vector or matrix is carried out': [
    [COLUMN, '(1,2,3)^T', true],
    [COLUMN, r`[1,2,3]^{\top}`, true],
    [COLUMN, r`\begin{pmatrix}1&2&3\end{pmatrix}^T`, true],
    [r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, r`\begin{pmatrix}1&3\\2&4\end{pmatrix}^{T}`, true],
    [COLUMN, '(1,3,2)^T', false],
    [COLUMN, r`\begin{pmatrix}1&2&3\end{pmatrix}`, false],
    [r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, r`\begin{pmatrix}1&2\\3&4\end{pmatrix}^{T}`, false],
    ['x^T', 'x', false],
  ],
  'what is struck through is left out': [
    [r`\frac{3}{4}`, r`\frac{3\cancel{x}}{4\cancel{x}}`, true],
    [r`\frac{x}{2}`, r`\frac{\cancel{2}x}{\cancelto{2}{4}}`, true],
    ['12', r`\xcancel{12}`, false],
    ['12', r`\cancel{12} 13`, false],
  ],
  'a colour changes nothing, and white text is not there': [
    ['12', r`\textcolor{red}{12}`, true],
    ['12', r`\textcolor{red}{13}`, false],
    ['12', r`13 \textcolor{white}{12}`, false],
    ['13', r`13 \textcolor{white}{12}`, true],
  ],
  'a difference of sets is the set': [
    [r`\mathbb{R}\setminus\{2\}`, r`(-\infty,2)\cup(2,\infty)`, true],
    [r`[0,5]\setminus\{2\}`, r`[0,2)\cup(2,5]`, true],
    [r`\mathbb{R}\setminus\{0,1\}`, r`\mathbb{R}-\{0,1\}`, true],
    [r`[0,5]\setminus\{2\}`, '[0,5]', false],
  ],
  'exponentials and logarithms are compared by value': [
    ['e^{2x}', r`\exp(2x)`, true],
    [r`\ln 6`, r`\ln 2+\ln 3`, true],
    [r`2\ln 3`, r`\ln 9`, true],
    [r`\log_2 8x`, r`3+\log_2 x`, true],
    [r`\ln 2`, r`\log 2`, true],
    [r`\ln 2`, r`\ln 3`, false],
  ],
  'typesetting of a sign changes no value': [
    ['72', r`72{}^\circ`, true],
    [r`72^\circ`, r`72\,{}^{\circ}`, true],
    [r`72^\circ`, r`27{}^\circ`, false],
    ['(4,-1)', r`Q\left(4,-1\right)`, true],
    ['(4,-1)', r`Q\bigl(-1,4\bigr)`, false],
    [r`8\text{:}20\text{ p.m.}`, '20:20', true],
    [r`8\colon20\text{ p.m.}`, r`8:20\text{ PM}`, true],
    [r`8\text{:}20\text{ p.m.}`, r`8:20\text{ a.m.}`, false],
    [r`8\colon20\text{ p.m.}`, r`8\text{:}20\text{ a.m.}`, false],
    [r`8\text{:}20\text{ p.m.}`, r`\frac{8}{20}`, false],
    ['5:9', r`5\mathbin{:}9`, true],
  ],
  'dots and bars mark the digits that repeat': [
    [r`\frac{3}{11}`, r`0.\dot{2}\dot{7}`, true],
    [r`\frac{3}{11}`, r`0.\dot2\dot7`, true],
    [r`\frac{3}{11}`, r`.\overline{27}`, true],
    [r`\frac{3}{11}`, r`0.2\dot{7}`, false],
    [r`\frac{3}{11}`, r`.\overline{72}`, false],
    [r`\frac{2}{7}`, r`0.\dot{2}8571\dot{4}`, true],
    [r`\frac{2}{7}`, r`0.\dot{2}8571\dot{5}`, false],
    [r`0.2\overline{27}`, r`.2\dot{2}\dot{7}`, true],
  ],
  'a ratio in words may have several parts': [
    ['4:7:9', r`4\text{ to }7\text{ to }9`, true],
    ['4:7:9', r`\text{4 to 7 to 9}`, true],
    ['4:7', r`\text{4 to 7}`, true],
    ['4:7:9', r`4\text{ to }9\text{ to }7`, false],
    ['4:7:9', r`4\text{ to }7`, false],
  ],
  'a dollar sign may name its country': [
    ['36.20', r`US\$36.20`, true],
    [r`\$36.20`, r`\text{US\$}36.20`, true],
    [r`\$36.20`, r`\text{NZ}\$36.20`, true],
    [r`\$36.20`, r`US\$32.60`, false],
  ],
}

describe('a notation', () => {
  for (const [rule, rows] of Object.entries(ROWS)) {
    it.each(rows)(`is understood, since ${rule}: %s is %s, %s`, (gold, answer, isRight) => {
      expect(grade(gold, `It is \\boxed{${answer}}.`).correct).toBe(isRight)
    })
  }
})

describe('a unit that the question asks for', () => {
  it.each([
    ['How long is it, in centimeters?', '50', r`0.5\text{ m}`, true],
    ['How long is it, in centimeters?', '50', r`50\text{ cm}`, true],
    ['How long is it, in centimeters?', '50', r`50\text{ m}`, false],
    ['How many minutes does it take?', '120', '2 hours', true],
    ['How many minutes does it take?', '120', '120 hours', false],
    ['How many minutes does it take?', '120', '120', true],
    ['What is the area in square meters?', '2', r`20000\text{ cm}^2`, true],
    ['What percent are girls?', '28', r`28\%`, true],
    ['What percent are girls?', r`28\%`, '28', true],
    ['What percent are girls?', r`28\%`, '29', false],
    ['What part are girls?', r`28\%`, '28', false],
    ['How long is it?', '50', r`50\text{ m}`, true],
    ['How many hours and how many minutes?', '50', r`50\text{ m}`, true],
  ])('belongs to the right answer: %s %s, %s is %s', (question, gold, answer, isRight) => {
    expect(grade(gold, `It is \\boxed{${answer}}.`, { question }).correct).toBe(isRight)
  })
})
