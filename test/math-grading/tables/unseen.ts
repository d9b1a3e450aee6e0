import type { Probe } from './probes.ts'

const r = String.raw

/** Formulas that differ from the gold only where a few double-precision points miss it. */
const DIFFERENT: readonly (readonly [gold: string, answers: readonly string[]])[] = [
  ['y=n!', [r`y=n!+10^{-20}`, r`y=(1+10^{-20})n!`, r`y=n!-0.0000000000000000001`]],
  ['y=2^x', [r`y=2^x+10^{-30}`, r`y=2^{x+10^{-25}}`]],
  [
    'e^x',
    [
      r`e^x+\max(0,x-50)`,
      r`e^x+\max(0,x-500)`,
      r`e^x+\max(0,-x-50)`,
      r`e^x + |x-30| - |x - 30|\cdot\frac{30-x}{|30-x|}`,
      r`e^x+10^{-30}`,
      r`e^x+\sin(\pi\lfloor x\rfloor)+10^{-12}x`,
      r`e^x(1+10^{-13})`,
      r`e^x+\lfloor \frac{x}{100} \rfloor`,
      r`\max(e^x, x^{9})`,
      r`\max(e^x,10^{-9})`,
      r`e^x+\frac{|x-7|-(x-7)}{10^{9}}`,
      r`\min(e^x,10^{40})`,
      r`\min(e^x,10^{400})`,
    ],
  ],
  [
    'x',
    [
      r`x+10^{-30}`,
      r`x+10^{-300}`,
      r`x+\sin(\pi x)`,
      r`x + \sin(10^{9}\pi x)`,
      r`x+\frac{1}{10^{20}}`,
      r`x+e^{-1000}`,
      r`x+10^{-20}e^{x}`,
      r`x+10^{-20}\sqrt2`,
      r`x+\frac{\sqrt{2}}{10^{15}}`,
      r`x(1+10^{-20}\pi)`,
      r`x^{1+10^{-20}}`,
      r`x+0^{x^2}`,
      r`x+\lfloor\frac{1}{1+x^2}\rfloor`,
      r`x+\lfloor \frac{1}{1+(x-77)^2}\rfloor`,
      r`x+\max(0,1-(x-77)^2)`,
      r`x+e^{-(x-77)^2}`,
      r`x+e^{-100(x-77)^2}`,
      r`x+10^{-10}`,
      r`\sqrt{x^2}`,
      r`|x|`,
      r`x+\max(0,10^{-40}-x^2)`,
      r`x + \max(0, |x| - 10^{20})`,
      r`x+\ln(-1)-\ln(-1)+\max(0,x-10^9)`,
      r`x+\frac{0}{0}`,
      r`x + \frac{1}{x!^{99}}`,
      r`x+e^{-e^{x^2+9}}`,
      r`x+2^{-2^{x^2+9}}`,
      r`x+\arctan(10^9 (x-55))+\frac{\pi}{2}`,
      r`x+1+\frac{|x-55|}{x-55}\cdot -1`,
      r`x+1-\frac{55-x}{|55-x|}`,
      r`x+\frac{(x-88)+|x-88|}{2}`,
      r`x+\sqrt{(x-88)^2}+x-88`,
      r`x+\sqrt{(x+88)^2}-x-88`,
      r`x+((x-88)^2)^{1/2}+x-88`,
      r`x+\lceil\frac{x}{10^6}\rceil-1`,
    ],
  ],
  [
    'x^2',
    [
      r`x^2+x(x-1)(x-2)(x-3)(x+1)10^{-12}`,
      r`x^2+\sin^2(\pi x)10^{-10}`,
      r`x^2+\sin(\pi x)\sin(2\pi x)`,
      r`x^2\cos(2\pi x)`,
      r`x^{2.0000000001}`,
      r`x^2+\binom{x}{40}10^{-30}`,
    ],
  ],
  [
    r`\sin x`,
    [
      r`\sin(x+2\pi\cdot 10^{-12})`,
      r`\sin(1001x)`,
      r`\sin x+10^{-11}\sin 3x`,
      r`\sin x+\max(0,x-40)`,
      r`\sin(x)+\lfloor |x|/50\rfloor`,
    ],
  ],
  [
    r`\sqrt{2}`,
    [
      r`\sqrt{2}+10^{-12}`,
      r`\sqrt{2}+10^{-30}`,
      r`\sqrt{2+10^{-20}}`,
      r`\frac{665857}{470832}`,
      r`\sqrt2+e^{-50}`,
    ],
  ],
  [
    r`\pi`,
    [
      r`\frac{355}{113}`,
      r`\pi+10^{-15}`,
      r`\frac{\ln(640320^3+744)}{\sqrt{163}}`,
      r`\pi + e^{-100}`,
    ],
  ],
  ['5', [r`5+10^{-30}`, r`5+e^{-100}`, r`5+10^{-13}\pi`]],
  [
    'n^2',
    [r`n^2+\sin(\pi n)`, r`n^2\cos(2\pi n)`, r`n^2+\max(0,n-1000)`, r`n^2+\lfloor n/10^9\rfloor`],
  ],
  [
    '2^n',
    [
      r`2^n+\max(0,n-60)`,
      r`2^n+\lfloor\frac{n}{50}\rfloor`,
      r`2^n+|n-40|+n-40`,
      r`2^n + \max(0,-n-60)`,
      r`\max(2^n,n^{5})`,
      r`2^n+n-\min(n,60)`,
      r`2^n+\frac{n}{10^{20}}`,
    ],
  ],
  [r`\ln x`, [r`\ln x+\max(0,x-100)`, r`\ln(x+10^{-20})`]],
  [r`x!`, [r`x!+\max(0,x-90)`, r`x!+10^{-20}`]],
  [
    r`e^{x^2}`,
    [
      r`e^{x^2}+\max(0,x-20)`,
      r`e^{x^2}+\max(0,|x|-9)`,
      r`e^{x^2}+|x-8|+x-8`,
      r`e^{x^2}+\lfloor x/9\rfloor`,
    ],
  ],
  ['y=e^x', [r`y=e^x+\max(0,x-50)`, r`y=e^x+10^{-30}`, r`y-e^x=10^{-30}`, r`2y=2e^x+10^{-30}`]],
  ['y=e^x', [r`y-e^x=\max(0,x-50)`]],
  ['y=x', ['y=x+10^{-30}', 'y-x=10^{-20}', r`y=x+\max(0,x-90)`, r`y-x=\max(0,x-90)`]],
]

/** The same formulas in other forms, some with pieces and with growth. */
const SAME: readonly (readonly [gold: string, answers: readonly string[]])[] = [
  [
    'x',
    [
      '\\frac{x^2}{x}',
      '\\sqrt[3]{x^3}',
      'x+0',
      '2x-x',
      'x+\\sin^2x+\\cos^2x-1',
      'e^{\\ln x}',
      '\\ln e^x',
    ],
  ],
  ['|x|', ['\\sqrt{x^2}', '\\max(x,-x)', '|-x|']],
  ['e^x', ['e^{x+1}/e', '(e^{x/2})^2', '\\exp(x)', 'e^x+\\max(0,x)-\\max(x,0)']],
  ['2^n', ['2\\cdot 2^{n-1}', '4^{n/2}', '2^{n+1}-2^n', '(1+1)^n']],
  ['\\max(x,50)', ['\\frac{x+50+|x-50|}{2}', '\\max(50,x)', '50+\\max(0,x-50)']],
  ['\\sin x', ['\\cos(\\frac{\\pi}{2}-x)', '2\\sin\\frac x2\\cos\\frac x2']],
  ['\\sqrt2', ['2/\\sqrt2', '2^{1/2}', '1.414214', '1.41421356']],
  ['\\ln 8', ['3\\ln 2', '\\ln 2+\\ln 4']],
  ['\\binom{n}{2}', ['\\frac{n(n-1)}{2}', '\\frac{n!}{2(n-2)!}']],
  ['\\frac{e^x+e^{-x}}{2}', ['\\cosh x', '\\frac{e^{2x}+1}{2e^x}']],
  ['\\lfloor x\\rfloor', ['\\lfloor x\\rfloor', '-\\lceil -x\\rceil']],
  ['2^n+\\max(0,n-60)', ['\\max(0,n-60)+2^n', '2^n+\\frac{n-60+|n-60|}{2}']],
  ['\\sqrt{x^2+1}-x', ['\\frac{1}{\\sqrt{x^2+1}+x}']],
  ['\\log_2 x', ['\\frac{\\ln x}{\\ln 2}', '\\frac12\\log_2 x^2']],
  ['e^{x^2}', ['(e^x)^x', 'e^{x\\cdot x}']],
  ['y=e^x+3', ['2y=2e^x+6', 'y-e^x=3']],
  ['y=|x|', [r`y=\sqrt{x^2}`, '2y=2|x|']],
]

/** The same as probes. */
export const UNSEEN: { readonly expression: readonly Probe[] } = {
  expression: [
    ...DIFFERENT.map(([gold, answers]) => ({ gold, right: [], wrong: answers.map(boxed) })),
    ...SAME.map(([gold, answers]) => ({ gold, right: answers.map(boxed), wrong: [] })),
  ],
}

function boxed(answer: string): string {
  return `\\boxed{${answer}}`
}
