const r = String.raw

/**
 * Values at the edge of what a judge of answers thinks of. Each of them was, or could be, near
 * everything, equal to nothing at all, or read as more than it says.
 */
export const EXTREMES = {
  /** As an answer in words and formulas. */
  text: [
    // Beyond doubles, below them, and no number.
    ...['10^{400}', '-10^{400}', '10^{-400}', r`\infty`, r`-\infty`, r`\frac{0}{0}`, 'NaN'],
    // Nothing, and everything.
    ...[r`\emptyset`, r`\{\}`, '()', r`\mathbb{R}`, r`(-\infty,\infty)`, 'all real numbers'],
    ...['any number', 'x = x', r`x \ge -10^{400}`, r`\{0,1,2,3,4,5,6,7,8,9,10\}`],
    // Several at once, and what has no value yet.
    ...['0 or 1 or 2', r`\pm 1`, '(0,0)', r`\max`, 'f(x)', r`[-10^{9},10^{9}]`],
  ],
  /** As what a program gives back. */
  code: [
    ...['0w', '-0w', '0n', '0N', '0W', '0Wi', '(::)', '()', '0#0', '""', '()!()', '([]a:())'],
    ...['enlist x', '(x;x)', '100#0', 'til 0', '`', '" "', '0x00', '{x}', '(0;`a;"b")', '1b'],
  ],
} as const
