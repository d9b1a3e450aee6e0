/** An entry of a page, and what the page says that the console printed. */
export interface Step {
  readonly line: number
  readonly input: string
  /** Undefined for code without a prompt, which is run for what it defines. */
  readonly expected: string | undefined
}

/** The entries of a page in order: those behind `q)`, and blocks of code without a prompt. */
export function stepsOf(page: string): Step[] {
  const steps: Step[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const language = /^\s*```+\s*(\w*)/.exec(lines[at] as string)?.[1]
    if (language === undefined) continue
    const end = lines.findIndex((text, i) => i > at && /^\s*```+\s*$/.test(text))
    if (end < 0) break
    if (language === '' || language === 'q') {
      steps.push(...stepsOfBlock(lines.slice(at + 1, end), at + 2))
    }
    at = end
  }
  return steps
}

function stepsOfBlock(lines: readonly string[], first: number): Step[] {
  if (!lines.some((text) => text.startsWith('q)'))) {
    return [{ line: first, input: lines.join('\n'), expected: undefined }]
  }
  const steps: { line: number; input: string; output: string[] }[] = []
  lines.forEach((text, i) => {
    if (text.startsWith('q)')) steps.push({ line: first + i, input: text.slice(2), output: [] })
    else steps.at(-1)?.output.push(text)
  })
  return steps.map(({ line, input, output }) => ({
    line,
    input,
    expected: trimmed(output.join('\n')),
  }))
}

/** Text without what a page may have lost: blanks at line ends, empty lines around it. */
export const trimmed = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
