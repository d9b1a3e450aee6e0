import { readText } from '../tidy/files.ts'

/** The code blocks of a document in one language, in order. */
export function codeBlocks(path: string, language: string): string[] {
  const blocks = readText(path).text.matchAll(/^```(\S+)[^\n]*\n([\s\S]*?)^```$/gm)
  return [...blocks].filter((block) => block[1] === language).map((block) => block[2] as string)
}

/** The cells of every table row of a document whose first cell is code, without the back-ticks. */
export function codeRows(path: string): { readonly name: string; readonly cells: string[] }[] {
  return readText(path).lines.flatMap((line) => {
    const cells = line.split('|').slice(1, -1)
    const name = /^`([^`]+)`$/.exec(cells[0]?.trim() ?? '')?.[1]
    return name === undefined ? [] : [{ name, cells: cells.map((cell) => cell.trim()) }]
  })
}
