import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of a report: its name and its text. */
interface ReportFile {
  readonly file: string
  readonly text: string
}

interface Report {
  readonly report: unknown
  readonly markdown: string
  readonly plots: readonly { readonly file: string; readonly svg: string }[]
  /** Further files. */
  readonly files?: readonly ReportFile[]
}

/** Writes report.md, report.json, plots and further files into a folder, created if needed. */
export function writeReport(
  folder: string,
  { report, markdown, plots, files: more = [] }: Report,
): void {
  const files = [
    { file: 'report.md', text: markdown },
    { file: 'report.json', text: `${JSON.stringify(report, null, 1)}\n` },
    ...plots.map(({ file, svg }) => ({ file, text: svg })),
    ...more,
  ]
  mkdirSync(folder, { recursive: true })
  for (const { file, text } of files) writeFileSync(join(folder, file), text)
  process.stderr.write(`wrote ${files.map(({ file }) => file).join(', ')} to ${folder}\n`)
}

/** Values as JSON lines. */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
