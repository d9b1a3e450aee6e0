/**
 * Breaks long lines between words. Continuation lines keep the indent; long words stay whole.
 *
 * @param columns width of the screen; undefined changes nothing
 */
export const wrapText = (text: string, columns: number | undefined): string =>
  columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => wrapLine(line, columns))
        .join('\n')

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line
  const [indent = ''] = /^ */.exec(line) ?? []
  const lines: string[] = []
  let current = indent
  for (const word of line.slice(indent.length).split(' ')) {
    const isFirst = current === indent
    if (!isFirst && current.length + 1 + word.length > columns) {
      lines.push(current)
      current = indent + word
    } else current += isFirst ? word : ` ${word}`
  }
  return [...lines, current].join('\n')
}
