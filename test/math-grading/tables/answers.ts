const r = String.raw

/** A gold, equal short answers, and near misses. */
export interface Row {
  readonly gold: string
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

const row = (gold: string, right: readonly string[], wrong: readonly string[]): Row => ({
  gold,
  right,
  wrong,
})

/** Whole numbers, decimals, fractions, money, units, bases. */
export const NUMBERS: readonly Row[] = [
  row(
    '42',
    ['42', '42.', '42.0', '+42', '$42$', r`\(42\)`, '**42**', 'x = 42'],
    ['-42', '24', '43', '41', '420', '4.2', '42%', '4 2 1'],
  ),
  row('-7', ['-7', r`$-7$`, '−7', 'x=-7', r`-\frac{14}{2}`], ['7', '+7', '-70', '-1/7', r`\pm 7`]),
  row(
    '7425000',
    ['7,425,000', r`7{,}425{,}000`, r`7\,425\,000`, '7 425 000', r`7.425 \times 10^6`],
    ['7,425', '742500', '7,425,00', '7,425,001', '74250000', r`7.425 \times 10^5`],
  ),
  row(
    '1234.5',
    ['1,234.5', '1234.50', r`1{,}234.5`, '2469/2'],
    ['1234', '12345', '1,234.05', '1234.4', '123.45'],
  ),
  row(
    r`\frac{3}{4}`,
    [
      '3/4',
      '0.75',
      '.75',
      r`\dfrac{3}{4}`,
      r`\frac34`,
      r`\tfrac{6}{8}`,
      r`\cfrac{3}{4}`,
      '75%',
      r`\frac{3}4`,
      r`{3 \over 4}`,
      '¾',
    ],
    ['4/3', r`-\frac{3}{4}`, '0.7', '0.749', '3/5', '34', '75', '0.34', r`\frac{3}{40}`],
  ),
  row(
    r`-\frac{5}{6}`,
    [r`\frac{-5}{6}`, r`\frac{5}{-6}`, '-5/6', r`-\dfrac{10}{12}`, '-0.8333333'],
    ['5/6', '-6/5', '-0.83', '-0.833', r`\frac{-5}{-6}`, '-5/60'],
  ),
  row(
    r`\frac{1}{3}`,
    ['1/3', '0.333333', '0.33333333', r`0.\overline{3}`, '0.333...', r`\frac13`, r`3^{-1}`],
    ['0.3', '0.33', '0.333', '0.3333', '33', '33%', '3', r`\frac{1}{30}`, '0.333334'],
  ),
  row(
    r`\frac{2}{3}`,
    ['0.666667', '0.6666666667', r`0.\overline{6}`, '4/6'],
    ['0.67', '0.66', '0.666', '0.666666', '0.6667', '3/2', '0.6'],
  ),
  row(
    r`1\frac{1}{2}`,
    ['3/2', '1.5', '1 1/2', r`1 \frac{1}{2}`, r`\frac{3}{2}`, '1½'],
    ['1/2', '11/2', '2/3', '1.2', r`1\frac{1}{3}`, r`-1\frac12`],
  ),
  row(
    r`-2\frac{1}{3}`,
    ['-7/3', r`-\frac{7}{3}`, r`-2.333333`],
    ['-5/3', '7/3', r`2\frac13`, '-2.3', '-2/3'],
  ),
  row(
    '0.25',
    ['1/4', '.25', '0.250', r`\frac14`, '25%', r`2^{-2}`],
    ['0.2', '0.025', '0.52', '2.5', '25', '1/40'],
  ),
  row(
    '3.14',
    ['3.14', '3.140', '157/50'],
    [r`\pi`, '22/7', '3.1', '3.141', '3.1416', '3.41', r`\frac{22}{7}`],
  ),
  row('0.33', ['33/100', '0.330'], ['1/3', '0.3', '0.333', r`\frac13`, '33']),
  row(
    r`\pi`,
    [r`\pi`, 'pi', 'π', '3.141593', '3.14159265', r`1\pi`, r`\frac{2\pi}{2}`, r`180^\circ`],
    ['22/7', '3.14', '3.1416', '355/113', r`2\pi`, r`\pi^2`, r`-\pi`, '3', r`\frac{\pi}{2}`],
  ),
  row(
    r`2\pi`,
    [r`2 \pi`, r`\pi \cdot 2`, '2*pi', '6.283185', '2π', r`2\times\pi`],
    [r`\pi`, r`\pi^2`, '6.28', r`2+\pi`, r`\frac{2}{\pi}`, r`4\pi`],
  ),
  row(
    r`\frac{9}{4}\pi`,
    [r`\frac{9\pi}{4}`, r`\frac94\pi`, r`2.25\pi`, r`9\pi/4`],
    [r`\frac{4}{9}\pi`, r`\frac{9}{4\pi}`, r`\frac94`, r`\frac{9}{2}\pi`, '7.07'],
  ),
  row(
    '1024',
    [r`2^{10}`, r`2^10`, r`4^5`, r`32^2`],
    [r`2^{9}`, r`10^2`, r`2^{11}`, '1000', r`2 \cdot 10`],
  ),
  row(
    r`2^{100}`,
    [
      r`4^{50}`,
      '1267650600228229401496703205376',
      r`1{,}267{,}650{,}600{,}228{,}229{,}401{,}496{,}703{,}205{,}376`,
    ],
    [
      '1267650600228229401496703205377',
      r`2^{99}`,
      r`4^{49}`,
      r`2^{100}-1`,
      '1267650600228229401496703205375',
    ],
  ),
  row(
    '100000000000000000001',
    ['100,000,000,000,000,000,001', r`10^{20}+1`],
    ['100000000000000000000', r`10^{20}`, '100000000000000000002', '1e20'],
  ),
  row(r`5!`, ['120', r`5 \cdot 4!`, r`\frac{6!}{6}`], ['5', '24', '720', '60', r`4!`]),
  row(
    r`\binom{10}{3}`,
    ['120', r`\binom{10}{7}`, r`\frac{10!}{3!7!}`],
    ['30', '720', r`\binom{10}{4}`, r`\binom{3}{10}`, '121'],
  ),
  row(
    '28%',
    [r`28\%`, '28 percent', '28 pct', '0.28', r`$28\%$`, '28.0%', '7/25', r`\frac{28}{100}`],
    ['28', '2.8%', '0.28%', '82%', '27%', '280%', '-28%', '2800%'],
  ),
  row('0.5', ['50%', '1/2', r`\frac12`, '.5'], ['0.5%', '50', '5%', '0.05', '5', '2']),
  row('12.5%', [r`12.5\%`, '1/8', '0.125'], ['12%', '13%', '1.25%', '12.5', '125%', '12.05%']),
  row(
    '$18',
    ['18', r`\$18`, r`\$18.00`, '18 dollars', '$18$', r`18\text{ dollars}`],
    ['18 cents', r`\$1.8`, r`\$180`, '81', r`-\$18`],
  ),
  row(
    r`\$4.50`,
    ['4.5', '450 cents', '$4.50', '4.50 dollars', '9/2'],
    ['4.05', '45', '450', '4 dollars', '5.40', '50 cents'],
  ),
  row(
    r`15\text{ cm}`,
    ['15', '15 cm', r`15\,\mathrm{cm}`, '15cm', r`150\text{ mm}`, r`0.15\text{ m}`],
    [r`15\text{ m}`, '15 mm', r`15\text{ cm}^2`, '1.5 cm', '51 cm', '15 km', '15 seconds'],
  ),
  row(
    r`15\mbox{ cm}^2`,
    ['15', r`15 \text{ cm}^2`, r`15\text{ square centimeters}`, '15 cm²', '15 cm^2'],
    [r`15\text{ cm}^3`, r`15\text{ m}^2`, '15 cm', '16 cm^2', r`225\text{ cm}^2`],
  ),
  row(
    '3 hours',
    ['3', '180 minutes', '3 hr', r`3\text{ hrs}`],
    ['3 minutes', '30 hours', '3 days', '180', '180 hours'],
  ),
  row(
    r`60\text{ km/h}`,
    ['60', '60 km/h', r`60 \text{ km per hour}`],
    ['60 m/s', '6 km/h', '60 km', '60 mph'],
  ),
  row(
    '12 apples',
    ['12', '12 apples', r`12\text{ apples}`],
    ['21 apples', '2 apples', '1.2', '-12'],
  ),
  row(
    r`90^\circ`,
    ['90', '90°', '90 degrees', r`90^{\circ}`, r`\frac{\pi}{2}`, r`90\text{ degrees}`],
    [r`9^\circ`, r`180^\circ`, r`\frac{\pi}{4}`, r`-90^\circ`, r`\pi`, '90%'],
  ),
  row(
    r`\frac{\pi}{6}`,
    [r`\pi/6`, r`30^\circ`, '0.523599'],
    [r`60^\circ`, r`\frac{\pi}{3}`, '0.52', r`\frac{6}{\pi}`, '30', r`\frac{\pi}{60}`],
  ),
  row(
    r`1011_2`,
    ['1011', r`1011_{2}`, r`1011_{\text{two}}`, '1011₂'],
    ['11', r`1011_3`, r`1101_2`, r`111_2`, r`1011_{16}`, r`10110_2`],
  ),
  row(r`204_5`, ['204', r`204_{5}`], ['54', r`204_6`, r`402_5`, r`24_5`, r`205_5`]),
  row(
    r`1.5 \times 10^3`,
    ['1500', r`1.5\cdot 10^{3}`, '1.5e3', '1,500'],
    [r`1.5 \times 10^2`, '150', '15000', r`1.5 \times 10^{-3}`, r`5.1\times 10^3`],
  ),
  row(
    r`6.02 \times 10^{23}`,
    [r`6.02\cdot10^{23}`, r`602 \times 10^{21}`],
    [r`6.02 \times 10^{22}`, r`6.03 \times 10^{23}`, r`6.02 \times 10^{-23}`, '6.02'],
  ),
  row(
    '0',
    ['0', '0.0', '-0', '0/5', r`\frac{0}{7}`, 'x=0'],
    ['1', 'o', r`\emptyset`, '0.1', '-1', r`\frac{1}{0}`, '10'],
  ),
  row(
    '1',
    ['1', '1.0', r`\frac{5}{5}`, r`0.\overline{9}`, '100%', r`x^0`],
    ['-1', '0', '0.99', '11', '1%', 'i', '0.999999'],
  ),
  row(
    '16',
    ['sixteen', '16', r`2^4`, r`\sqrt{256}`, '4*4', r`(9+7)`],
    ['61', 'six', 'sixty', r`2^3`, r`\sqrt{16}`, '1.6', '15.99'],
  ),
]

/** Roots, powers, logarithms, expressions with and without letters. */
export const EXPRESSIONS: readonly Row[] = [
  row(
    r`\sqrt{2}`,
    [r`\sqrt2`, 'sqrt(2)', '√2', '2^{1/2}', '1.414214', '1.41421356', r`\frac{2}{\sqrt{2}}`],
    [
      '1.41',
      '1.414',
      '2',
      r`\sqrt{3}`,
      r`-\sqrt{2}`,
      r`2\sqrt{2}`,
      r`\frac{1}{\sqrt2}`,
      '7/5',
      r`\sqrt[3]{2}`,
    ],
  ),
  row(
    r`2\sqrt{3}`,
    [r`\sqrt{12}`, r`2 \cdot \sqrt 3`, '3.464102', r`\frac{6}{\sqrt{3}}`],
    [r`3\sqrt{2}`, r`\sqrt{6}`, r`2+\sqrt{3}`, r`\sqrt{32}`, r`2\sqrt{13}`, '3.46'],
  ),
  row(
    r`\frac{\sqrt{3}}{3}`,
    [r`\frac{1}{\sqrt{3}}`, r`3^{-1/2}`, r`\sqrt{\frac13}`, r`\frac13\sqrt3`],
    [r`\frac{\sqrt{3}}{2}`, r`\sqrt{3}`, r`\frac{3}{\sqrt3}`, r`\frac{1}{3}`, '0.577'],
  ),
  row(
    r`\sqrt{2}+\sqrt{5}`,
    [r`\sqrt 5+\sqrt 2`, r`\sqrt 2+\sqrt 5`],
    [r`\sqrt{7}`, r`\sqrt5-\sqrt2`, r`\sqrt{10}`, r`\sqrt{2}+5`, r`2+\sqrt5`],
  ),
  row(
    r`\frac{1+\sqrt{5}}{2}`,
    [r`\frac{\sqrt5+1}{2}`, r`0.5+0.5\sqrt{5}`, '1.618034', r`\frac12+\frac{\sqrt5}{2}`],
    [
      r`\frac{1-\sqrt{5}}{2}`,
      '1.618',
      r`1+\frac{\sqrt5}{2}`,
      r`\frac{1+\sqrt{5}}{4}`,
      '2',
      r`\frac{\sqrt{5}-1}{2}`,
    ],
  ),
  row(
    r`\sqrt[3]{4}`,
    [r`4^{1/3}`, r`2^{2/3}`, r`\sqrt[3]{2^2}`],
    [r`\sqrt{4}`, r`\sqrt[4]{3}`, r`4^{3}`, '4/3', r`3\sqrt{4}`],
  ),
  row(
    r`\ln 2`,
    [r`\ln(2)`, r`\log_e 2`, r`-\ln\frac12`, '0.693147'],
    [r`\log_{10} 2`, r`\ln 3`, '0.69', r`\frac{1}{\ln 2}`, r`-\ln 2`, r`\log_2 e`, '2'],
  ),
  row(
    r`\log_2 3`,
    [r`\frac{\ln 3}{\ln 2}`, r`\frac{\log 3}{\log 2}`, '1.584963', r`\log_{2}{3}`],
    [r`\log_3 2`, r`\ln 3`, r`\log 3`, '1.58', r`\frac{\ln2}{\ln3}`, r`\log_2 9`],
  ),
  row(
    '3',
    [
      r`\log_2 8`,
      r`\sqrt{9}`,
      r`\sqrt[3]{27}`,
      r`|-3|`,
      r`\lfloor \pi \rfloor`,
      r`\lceil 2.1 \rceil`,
    ],
    [r`\log_8 2`, r`\log_2 9`, r`\sqrt{3}`, r`-|3|`, r`\lceil \pi \rceil`, r`\log 8`],
  ),
  row(
    r`e^2`,
    [r`e^{2}`, r`\exp(2)`, r`e \cdot e`, '7.389056'],
    [r`2e`, r`e^{-2}`, '7.39', r`2^e`, r`e+2`, r`e^{20}`],
  ),
  row(
    r`1-\frac{1}{e}`,
    [r`1 - e^{-1}`, r`\frac{e-1}{e}`, r`1-\frac{1}{\mathrm{e}}`],
    [r`\frac{1}{e}`, r`1-e`, r`1+\frac1e`, r`\frac{1}{e}-1`, '0.632'],
  ),
  row('3+4i', [r`4i+3`, r`3 + 4 i`, r`(2+i)^2`], ['3-4i', '4+3i', '-3+4i', '7i', '5', '3+4']),
  row(
    r`\frac{1}{2}+\frac{\sqrt{3}}{2}i`,
    [r`\frac{1+i\sqrt3}{2}`, r`e^{i\pi/3}`, r`\cos 60^\circ + i\sin 60^\circ`],
    [
      r`\frac{1-i\sqrt3}{2}`,
      r`e^{i\pi/6}`,
      r`\frac{\sqrt3}{2}+\frac12 i`,
      r`-\frac{1}{2}+\frac{\sqrt{3}}{2}i`,
    ],
  ),
  row(
    r`2x+1`,
    ['2x + 1', '1+2x', 'y=2x+1', r`2\cdot x+1`, r`2(x+\frac12)`, 'f(x)=2x+1'],
    ['2x-1', 'x+1', '2y+1', '2x+2', 'x+2', '2x^2+1', '3x', '1-2x', '21'],
  ),
  row(
    r`x^2-5x+6`,
    [r`(x-2)(x-3)`, r`(x-3)(x-2)`, 'x^2 - 5x + 6', r`x(x-5)+6`],
    [r`(x+2)(x+3)`, r`x^2+5x+6`, r`x^2-5x-6`, r`(x-1)(x-6)`, r`x^2-6x+5`, r`x^3-5x+6`],
  ),
  row(
    r`\frac{x+2}{7}`,
    [r`\frac{x}{7}+\frac27`, r`\frac{1}{7}(x+2)`, '(x+2)/7'],
    [r`\frac{x}{7}+2`, r`\frac{7}{x+2}`, r`x+\frac27`, r`\frac{x-2}{7}`, r`x+2/7`],
  ),
  row(
    r`(x+1)^2`,
    [r`x^2+2x+1`, r`(1+x)^{2}`, r`(x+1)(x+1)`],
    [r`x^2+1`, r`(x-1)^2`, r`x^2+2x`, r`2(x+1)`, r`(x+1)^3`, r`(y+1)^2`],
  ),
  row(
    r`\tan^2 y + 1`,
    [r`\sec^2 y`, r`\sec^2(y)`, r`\frac{1}{\cos^2 y}`],
    [r`\tan^2 y`, r`\csc^2 y`, r`\tan y^2+1`, r`\sec y`, r`\tan^2 y-1`],
  ),
  row(
    r`2\sin b\cos a`,
    [r`2 \cos a \sin b`, r`2\cos(a)\sin(b)`],
    [r`2\sin a\cos b`, r`\sin b\cos a`, r`2\sin b\cos b`, r`2 \sin(ab)`, r`-2\sin b\cos a`],
  ),
  row(
    r`\sin 2x`,
    [r`2\sin x\cos x`, r`\sin(2x)`],
    [r`2\sin x`, r`\sin x \cos x`, r`\sin^2 x`, r`\cos 2x`, r`\sin 2 x^2`],
  ),
  row(
    r`x^{2/3}`,
    [r`\sqrt[3]{x^2}`, r`\sqrt[3]{x}^2`, r`(x^2)^{1/3}`],
    [r`x^{3/2}`, r`\sqrt{x^3}`, r`\sqrt[3]{x}`, r`\frac{x^2}{3}`, r`x^{2}/3`],
  ),
  row(
    r`\frac{1}{x}`,
    [r`x^{-1}`, '1/x', r`\frac{2}{2x}`],
    ['x', r`-\frac1x`, r`\frac1{x^2}`, '1', r`\frac{1}{y}`, r`\frac{x}{1}`],
  ),
  row(r`n!`, [r`n \cdot (n-1)!`, r`n(n-1)!`], [r`(n-1)!`, r`n`, r`(n+1)!`, r`n^n`, r`2n!`]),
  row(
    r`\frac{n(n+1)}{2}`,
    [r`\frac{n^2+n}{2}`, r`\binom{n+1}{2}`, r`n(n+1)/2`, r`\frac12 n(n+1)`],
    [r`\frac{n(n-1)}{2}`, r`n(n+1)`, r`\frac{n^2}{2}`, r`\frac{n(n+2)}{2}`, r`\binom{n}{2}`],
  ),
  row(
    r`|x|`,
    [r`\sqrt{x^2}`, r`\left|x\right|`, r`\lvert x \rvert`, r`|-x|`],
    ['x', '-x', r`x^2`, r`|x|+1`, r`|y|`],
  ),
  row(r`ab+ac`, [r`a(b+c)`, r`ca+ba`], [r`ab+c`, r`a+bc`, r`abc`, r`ab-ac`, r`a(b-c)`]),
  row(
    r`\alpha+\beta`,
    [r`\beta + \alpha`, 'α+β'],
    [r`\alpha-\beta`, r`\alpha\beta`, r`\alpha+\gamma`, r`a+b`],
  ),
  row(r`x_1+x_2`, [r`x_{1}+x_{2}`, r`x_2 + x_1`], [r`x_1-x_2`, r`x_1+x_3`, r`x_1x_2`, r`2x_1`]),
  row(
    r`3x^2`,
    [r`3 x^{2}`, r`3\cdot x \cdot x`, r`3*x**2`],
    [r`(3x)^2`, r`3x`, r`x^2`, r`3x^3`, r`2x^3`, r`9x^2`],
  ),
  row(r`10^{10}x+1`, [r`1+10^{10}x`], [r`10^{10}x+2`, r`10^{10}x`, r`10^{11}x+1`]),
  row(
    r`\frac{a}{b+c}`,
    [r`a/(b+c)`, r`\frac{a}{c+b}`],
    [r`\frac{a}{b}+c`, r`a/b+c`, r`\frac{b+c}{a}`, r`\frac{a}{b-c}`],
  ),
  row(r`e^{-x}`, [r`\frac{1}{e^x}`, r`\exp(-x)`], [r`-e^x`, r`e^x`, r`e^{-2x}`, r`ex`]),
  row(
    r`\ln(ab)`,
    [r`\ln a+\ln b`, r`\ln(a b)`],
    [r`\ln a \ln b`, r`\ln(a+b)`, r`\ln a-\ln b`, r`\log_{10}(ab)`],
  ),
  row(
    r`\sum_{k=1}^{n} k^2`,
    [r`\sum_{k=1}^n k^2`],
    [r`\sum_{k=1}^{n} k^3`, r`\sum_{k=0}^{n} k`, r`n^2`],
  ),
  row('d', ['d', r`\text{d}`], [r`\text{E}`, 'D2', '2d', 'e', 'b']),
  row('k', ['k'], ['2k', 'x', '1', 'k+1', '-k']),
]

/** Sets, lists, tuples, intervals, matrices. */
export const STRUCTURES: readonly Row[] = [
  row(
    r`\{1,2,3\}`,
    [
      '1, 2, 3',
      r`\{3,2,1\}`,
      r`{1,2,3}`,
      '1, 2, and 3',
      r`\{1, 2, 3, 3\}`,
      r`\left\{1,2,3\right\}`,
      'x = 1, 2, 3',
    ],
    ['1, 2', r`\{1,2\}`, r`\{1,2,4\}`, r`\{1,2,3,4\}`, '(1,2,3)', '123', '6', r`\{1,2,-3\}`, '1'],
  ),
  row(
    '1, 2',
    [
      '2, 1',
      '1 and 2',
      '1 or 2',
      r`1\text{ and }2`,
      r`\{1,2\}`,
      'x=1, x=2',
      r`x=1 \text{ or } x=2`,
      'x = 1 or 2',
      '1; 2',
    ],
    ['1', '2', '1, 2, 3', '1, -2', '12', '1.2', '-1, -2', '1, 1', '[1,2]'],
  ),
  row(
    '-3, 5',
    ['5, -3', r`x=5 \text{ or } x=-3`, r`\{-3,5\}`],
    ['3, -5', '3, 5', '-3', '-5, 3', '-3, -5', '-3, 5, 0', '2'],
  ),
  row(
    r`\pm 2021`,
    [r`\pm2021`, '-2021, 2021', r`{-2021, 2021}`, r`x = \pm 2021`],
    ['2021', '-2021', r`\pm 2020`, '2021, 2021', r`\pm 2021^2`],
  ),
  row(
    r`\frac{-1 \pm \sqrt{13}}{4}`,
    [
      r`\frac{-1+\sqrt{13}}{4}, \frac{-1-\sqrt{13}}{4}`,
      r`-\frac14 \pm \frac{\sqrt{13}}{4}`,
      r`x=\frac{-1\pm\sqrt{13}}{4}`,
    ],
    [
      r`\frac{1 \pm \sqrt{13}}{4}`,
      r`\frac{-1+\sqrt{13}}{4}`,
      r`\frac{-1 \pm \sqrt{13}}{2}`,
      r`\frac{-1 \pm \sqrt{17}}{4}`,
      r`-1\pm\frac{\sqrt{13}}{4}`,
    ],
  ),
  row(
    '(3, 5)',
    [
      '(3,5)',
      r`\left(3,5\right)`,
      '(3.0, 5)',
      '(6/2, 5)',
      r`(x,y)=(3,5)`,
      'x=3, y=5',
      r`\langle 3,5\rangle`,
    ],
    [
      '(5,3)',
      '(3,-5)',
      '(-3,5)',
      '[3,5]',
      '(3,5]',
      '(3,6)',
      '(3,5,0)',
      '3',
      '8',
      r`\{3,5\}`,
      '5, 3',
      'x=5, y=3',
    ],
  ),
  row(
    '(6,31,-1)',
    ['(6, 31, -1)', '(p,q,r) = (6,31,-1)', r`\begin{pmatrix}6\\31\\-1\end{pmatrix}`],
    ['(6,31,1)', '(31,6,-1)', '(6,31)', '(-1,31,6)', r`\{6,31,-1\}`, '(6,13,-1)'],
  ),
  row(
    r`(p,q,r)=(3,2,7)`,
    ['(3,2,7)', 'p=3, q=2, r=7', 'q=2, p=3, r=7'],
    ['(2,3,7)', '(3,7,2)', 'p=2, q=3, r=7', '(3,2)', '(3,2,-7)'],
  ),
  row(
    '(1,2),(3,4)',
    ['(3,4),(1,2)', '(1, 2) and (3, 4)', r`\{(1,2),(3,4)\}`],
    ['(1,2)', '(2,1),(4,3)', '(1,3),(2,4)', '(1,2),(3,5)', '(1,2),(3,4),(5,6)', '1,2,3,4'],
  ),
  row('(0;0),(4;-2)', ['(0,0),(4,-2)', '(4,-2), (0,0)'], ['(0,0),(4,2)', '(4,-2)', '(0,0),(-2,4)']),
  row(
    '[0,9)',
    ['[0, 9)', r`\left[0,9\right)`, r`0 \le x < 9`, r`x \in [0,9)`, '[0,9['],
    ['[0,1)', '(0,9)', '[0,9]', '(0,9]', '[0,8)', r`0<x<9`, r`0 \le x \le 9`, '[9,0)', '[-9,0)'],
  ),
  row(
    '(0,9)',
    ['(0,9)', r`x \in (0,9)`, r`0<x<9`, ']0,9['],
    ['[0,9)', '(0,9]', '[0,9]', '(9,0)', r`0\le x<9`, '(0,19)'],
  ),
  row(
    r`(-\infty,3]`,
    [r`x \le 3`, r`(-\infty, 3]`, r`3 \ge x`, r`x \in (-\infty,3]`, r`\left(-\infty,3\right]`],
    [r`(-\infty,3)`, r`x<3`, r`[3,\infty)`, r`x \ge 3`, r`(-\infty,-3]`, r`(-3, 3]`, '3'],
  ),
  row(
    r`(-\infty,-1)\cup(2,\infty)`,
    [
      r`(2,\infty) \cup (-\infty,-1)`,
      r`x<-1 \text{ or } x>2`,
      r`x \in (-\infty,-1) \cup (2,+\infty)`,
    ],
    [
      r`(-\infty,-1]\cup[2,\infty)`,
      r`(-1,2)`,
      r`(-\infty,1)\cup(2,\infty)`,
      r`(-\infty,-1)`,
      r`(2,\infty)`,
      r`(-\infty,-1)\cap(2,\infty)`,
      r`(-\infty,-1)\cup[2,\infty)`,
      r`(-1, \infty)`,
    ],
  ),
  row(
    r`\mathbb{R}\setminus\{1\}`,
    [r`(-\infty,1)\cup(1,\infty)`, r`x \neq 1`, r`x \ne 1`],
    [
      r`\mathbb{R}`,
      r`x=1`,
      r`x \ne -1`,
      r`(1,\infty)`,
      r`\mathbb{R}\setminus\{-1\}`,
      r`\mathbb{R}\setminus\{1,2\}`,
    ],
  ),
  row(
    r`\mathbb{R}`,
    [r`(-\infty,\infty)`, 'all real numbers', 'ℝ', r`x \in \mathbb{R}`],
    [r`(0,\infty)`, r`\mathbb{Z}`, r`\emptyset`, r`(-\infty,0]`, r`\mathbb{R}\setminus\{0\}`],
  ),
  row(
    r`\emptyset`,
    [r`\{\}`, r`\varnothing`, 'no solution', 'empty set', '∅'],
    ['0', r`\{0\}`, r`\mathbb{R}`, r`\{\emptyset, 1\}`, '1'],
  ),
  row(r`\{5\}`, ['5', 'x=5', r`\{ 5 \}`], ['-5', r`\{5,6\}`, '(5,5)', r`\{\}`, '50']),
  row(
    r`\left(\frac{3}{5},\frac{8}{3}\right]`,
    [r`(0.6,\frac83]`, r`\frac35 < x \le \frac83`, '(3/5, 8/3]'],
    [
      r`[\frac35,\frac83)`,
      r`(\frac{3}{5},\frac{8}{3})`,
      '(0.6, 2.67]',
      r`(\frac53,\frac83]`,
      r`(\frac{3}{5},\frac{3}{8}]`,
    ],
  ),
  row(
    r`\left(1,\frac{9}{2}\right)`,
    ['(1,4.5)', r`(1, 9/2)`, r`(1, 4\frac12)`],
    ['(4.5,1)', '(1,4)', '(1,9,2)', '(1,5)', '[1,4.5]', '(1,-4.5)'],
  ),
  row(
    r`[-2,7]`,
    [r`-2 \le x \le 7`, r`x\in[-2,7]`, r`\{x \mid -2 \le x \le 7\}`, r`7 \ge x \ge -2`],
    [r`(-2,7)`, r`[2,7]`, r`-2<x<7`, r`[-7,2]`, r`-2 \le x < 7`, r`x \ge -2`, '-2, 7', '5'],
  ),
  row(r`[a,b]`, ['[a, b]', r`\left[a,b\right]`], ['(a,b)', '[b,a]', '[a,c]', '[a,b)']),
  row(
    r`\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    [
      r`\begin{bmatrix}1&2\\3&4\end{bmatrix}`,
      r`\left[\begin{array}{cc}1 & 2 \\ 3 & 4\end{array}\right]`,
      r`\begin{pmatrix} 1 & 2 \\ 3 & 4 \\ \end{pmatrix}`,
      '[[1,2],[3,4]]',
      r`A=\begin{pmatrix}1&2\\3&4\end{pmatrix}`,
    ],
    [
      r`\begin{pmatrix}1&3\\2&4\end{pmatrix}`,
      r`\begin{pmatrix}1&2\\3&5\end{pmatrix}`,
      r`\begin{pmatrix}1&2\\3&-4\end{pmatrix}`,
      r`\begin{pmatrix}1&2&3&4\end{pmatrix}`,
      r`\begin{pmatrix}3&4\\1&2\end{pmatrix}`,
      r`\begin{pmatrix}1&2\end{pmatrix}`,
      '[[1,3],[2,4]]',
      r`\begin{vmatrix}1&2\\3&4\end{vmatrix}`,
      '-2',
    ],
  ),
  row(
    r`\begin{pmatrix}1\\2\end{pmatrix}`,
    [r`\begin{bmatrix}1\\2\end{bmatrix}`, '(1,2)'],
    [
      r`\begin{pmatrix}1&2\end{pmatrix}`,
      r`\begin{pmatrix}2\\1\end{pmatrix}`,
      '(2,1)',
      r`\begin{pmatrix}1\\2\\0\end{pmatrix}`,
      '3',
    ],
  ),
  row(
    r`\begin{pmatrix}\frac12&0\\0&\sqrt2\end{pmatrix}`,
    [r`\begin{pmatrix}0.5&0\\0&2^{1/2}\end{pmatrix}`],
    [
      r`\begin{pmatrix}2&0\\0&\sqrt2\end{pmatrix}`,
      r`\begin{pmatrix}\frac12&0\\0&2\end{pmatrix}`,
      r`\begin{pmatrix}0&\frac12\\\sqrt2&0\end{pmatrix}`,
    ],
  ),
  row(
    '6 and 8',
    [r`6 \text{ and } 8`, '8, 6', '6,8'],
    ['6', '8', '68', '14', '6 and 9', '48', '-6 and -8'],
  ),
  row(
    '19, 46, and 82',
    [r`19, 46, \text{ and } 82`, '82, 46, 19'],
    ['19, 46', '19, 46, and 28', '19, 46, 82, 1', '147', '19, 64, 82'],
  ),
  row(
    '100, 200',
    ['200, 100', r`\{100, 200\}`, '100,200', '100 and 200'],
    ['100', '300', '100, 20', '100.200', '100, 200, 300'],
  ),
]

/** Equations, inequalities, systems, ratios, residues, words. */
export const STATEMENTS: readonly Row[] = [
  row(
    'x = 11',
    ['11', 'x=11', r`x = 5+5+1 = 11`, '11 = x', r`x \approx 11`],
    ['2x = 22', 'x = -11', 'y = 11', 'x = 1', 'x=12', r`x > 11`, r`x \ne 11`, r`x=\frac{1}{11}`],
  ),
  row(
    '11',
    ['x=11', r`x\approx 11`, r`5+6=11`, r`a+b=11`],
    ['x=-11', r`x<11`, r`x \ge 11`, '11=12', 'x=11, y=2', '11x'],
  ),
  row(
    'x < 3',
    [r`x \lt 3`, '3 > x', r`(-\infty,3)`, '2x < 6', 'x - 3 < 0', r`-x > -3`],
    ['x > 3', r`x \le 3`, 'x < -3', 'x < 2', 'x = 3', '3', '3 < x', 'y < 3'],
  ),
  row(
    r`x \ge -2`,
    [r`[-2,\infty)`, r`-2 \leq x`, r`x \geqslant -2`, r`x+2 \ge 0`],
    [r`x > -2`, r`x \le -2`, r`x \ge 2`, r`(-2,\infty)`, r`x \ge -3`, '-2'],
  ),
  row(
    r`1 < x < 5`,
    ['(1,5)', '5 > x > 1', r`x>1 \text{ and } x<5`, r`x \in (1,5)`],
    [
      r`1 \le x \le 5`,
      r`1<x\le 5`,
      'x<1 or x>5',
      '1 > x > 5',
      '[1,5]',
      'x<5',
      '1 < x < 6',
      '-1 < x < 5',
    ],
  ),
  row(
    r`x<1 \text{ or } x>5`,
    [r`(-\infty,1)\cup(5,\infty)`, 'x>5 or x<1'],
    ['1<x<5', r`x \le 1 \text{ or } x \ge 5`, 'x<1', 'x>5', r`x<-1 \text{ or } x>5`, 'x>1 or x<5'],
  ),
  row(
    r`2x+4y-3=0`,
    [r`y=-\frac12x+\frac34`, '2x+4y=3', '4x+8y=6', r`3-2x-4y=0`],
    ['2x+4y+3=0', '2x-4y-3=0', '2x+4y=0', r`y=\frac12x+\frac34`, '4x+2y-3=0', '0', 'x+4y-3=0'],
  ),
  row(
    'y = 2x + 3',
    ['2x+3', 'y=3+2x', '2x - y + 3 = 0', 'y - 3 = 2x', r`x=\frac{y-3}{2}`],
    ['y = 2x - 3', 'y = 3x + 2', 'y = -2x+3', 'x = 2y+3', 'y=2x', 'y > 2x+3'],
  ),
  row('7 = 11a + c', ['11a+c=7', 'c = 7 - 11a'], ['11a+c', '7', '11a - c = 7', 'a+11c=7', '7=11a']),
  row(
    'x=1, y=2',
    ['y=2, x=1', '(1,2)', r`x=1 \text{ and } y=2`, '1, 2', r`\begin{cases}x=1\\y=2\end{cases}`],
    ['x=2, y=1', '(2,1)', 'x=1', 'y=2', 'x=1, y=3', 'x=1, y=-2', '2, 1', 'x=1, z=2'],
  ),
  row(
    r`a_3 = 2, a_{37} = 19`,
    [r`a_{37}=19, \quad a_3=2`],
    ['a_3 = 19, a_{37} = 2', 'a_3=2', r`a_3=2, a_{38}=19`, '19, 2'],
  ),
  row(
    r`x=\frac12, x=\frac{-1\pm\sqrt{13}}{4}`,
    [
      r`x = \frac{-1 \pm \sqrt{13}}{4}, x=\frac12`,
      r`\frac12, \frac{-1+\sqrt{13}}{4}, \frac{-1-\sqrt{13}}{4}`,
    ],
    [
      r`x=\frac12`,
      r`x=\frac{-1\pm\sqrt{13}}{4}`,
      r`x=-\frac12, x=\frac{-1\pm\sqrt{13}}{4}`,
      r`x=\frac12, x=\frac{1\pm\sqrt{13}}{4}`,
    ],
  ),
  row(
    'W(n) = 1 and W(n) = -1',
    ['W(x)=1 or W(x)=-1', 'W(x)=1orW(x)=-1'],
    ['W(n)=1', 'W(n)=-1', 'W(n)=1 and W(n)=-2', 'V(n)=1 and V(n)=-1'],
  ),
  row(
    'f(x) = 2x+1',
    ['2x+1', 'f(t)=2t+1', 'f(x)=1+2x', 'y=2x+1'],
    ['f(x)=2x', 'f(x)=x+2', 'g(x)=2x+1', 'f(x)=2x-1', 'f(t)=2x+1', 'f(2x+1)'],
  ),
  row(
    r`x^2+y^2=25`,
    [r`y^2+x^2=25`, r`x^2+y^2-25=0`, r`x^2+y^2=5^2`],
    [r`x^2+y^2=5`, r`x^2-y^2=25`, r`(x+y)^2=25`, r`x+y=5`, r`x^2+y^2=26`, '25'],
  ),
  row(
    '11:21',
    [r`V_1:V_2=11:21`, '22:42', '11/21', '11 : 21'],
    ['21:11', '11:20', '1:2', '11:12', '11:21:1'],
  ),
  row('1:2:3', ['1 : 2 : 3', '2:4:6'], ['3:2:1', '1:3:2', '1:2', '1:2:4']),
  row(
    r`x \equiv 3 \pmod 7`,
    [r`x \equiv 10 \pmod{7}`, r`x\equiv 3 \pmod{7}`, '3', r`x \equiv -4 \pmod 7`],
    [r`x \equiv 4 \pmod 7`, r`x \equiv 3 \pmod 5`, '4', r`x \equiv -3 \pmod 7`, '7'],
  ),
  row('9', [r`9 \pmod{11}`, '9 (mod 11)'], [r`2 \pmod{11}`, '11', r`8 \pmod{11}`]),
  row(
    r`\text{Tuesday}`,
    ['Tuesday', 'tuesday', r`\text{tuesday}`, r`\textbf{Tuesday}`],
    ['Thursday', r`\text{Monday}`, 'Tues', 'Tuesday Monday', 'T', 'not Tuesday'],
  ),
  row(
    r`\text{even}`,
    ['even', 'Even', r`\textbf{even}`],
    ['odd', r`\text{odd}`, 'neither', 'uneven', 'even and odd'],
  ),
  row(r`\text{(A)}`, ['A', '(A)', r`\text{A}`], ['B', '(B)', 'AB', r`\text{C}`, 'D']),
  row('yes', ['Yes', r`\text{Yes}`, 'yes.'], ['no', r`\text{No}`, 'y', 'yes and no']),
  row(
    r`\text{undefined}`,
    ['undefined', 'DNE', 'does not exist', 'Undefined'],
    ['0', r`\infty`, 'defined', '1'],
  ),
  row(r`\infty`, [r`+\infty`, 'infinity', '∞'], [r`-\infty`, '0', r`10^{100}`, '1', 'undefined']),
  row(r`-\infty`, [r`-\infty`, '-∞'], [r`\infty`, '0', r`-10^{99}`]),
  row('June 20', ['June 20', r`\text{June } 20`], ['May 20', 'June 21', '20', 'June', 'June 2']),
  row('3:45', ['3:45'], ['4:45', '3:54', '45:3', '345']),
  row('3:30 p.m.', ['3:30 PM', '15:30'], ['3:30', '03:30', '3:30 a.m.', '3:31 p.m.', '4:30 PM']),
  row('3:30 a.m.', ['3:30 AM', '03:30'], ['3:30', '15:30', '3:30 p.m.', '13:30']),
  row('(1,2,3)', ['(1, 2, 3)', '1, 2, 3'], ['[1,2,3]', '[1,2,3)', '(1,2,3]', ']1,2,3[', '(3,2,1)']),
  row('[1,2,3]', ['[1, 2, 3]'], ['(1,2,3)', '[1,2,3)', '[3,2,1]', '1,2']),
  row('12', ['12 cm'], ["12'", "12''", '12′', '12″', r`12^{\prime}`, "x = 12'"]),
  row("12'", ["12'", '12 ft', '12 minutes'], ["12''", '12 cm', "13'"]),
]
