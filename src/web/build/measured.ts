import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A table of the documentation. */
export interface MeasuredTable {
  readonly title: string
  /** The paragraphs before the table. */
  readonly about: readonly string[]
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Sections of the documentation whose first table shows results of good and bad play. */
const SECTIONS = [/^Ceilings/, /^What blind play earns/, /^Policies/]

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => plain(cell.trim()))

/** Removes Markdown from a text. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '')

/** The tables of a documentation page under these headings. */
export function tablesOf(markdown: string): MeasuredTable[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [title = '', ...lines] = section.split('\n')
      if (!SECTIONS.some((wanted) => wanted.test(title))) return []
      const start = lines.findIndex((line) => line.startsWith('|'))
      if (start === -1) return []
      const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
      const [head = '', , ...rows] = lines.slice(start, end === -1 ? undefined : end)
      const about = lines.slice(0, start).filter(Boolean).map(plain)
      return [{ title, about, columns: cellsOf(head), rows: rows.map(cellsOf) }]
    })
}

/** The environment of a page: the first one that it names. */
export const environmentOf = (markdown: string): string | undefined =>
  /(?<![\w-])[a-z][a-z0-9-]*-v\d+\b/.exec(markdown)?.[0]

const ID = 'virtual:measured'

/** Makes the measurements of the documentation available to the console, by environment. */
export function measurements(docsFolder: string): Plugin {
  return {
    name: 'measured',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return
      const names = (existsSync(docsFolder) ? readdirSync(docsFolder) : []).filter((name) =>
        name.endsWith('.md'),
      )
      const entries = names.flatMap((name) => {
        const text = readFileSync(join(docsFolder, name), 'utf8')
        const env = environmentOf(text)
        const tables = tablesOf(text)
        return env === undefined || tables.length === 0 ? [] : [[env, tables] as const]
      })
      return `export const MEASURED = ${JSON.stringify(Object.fromEntries(entries))}`
    },
  }
}
