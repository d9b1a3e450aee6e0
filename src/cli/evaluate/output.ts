import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of a report: its name and its text. */
interface ReportFile {
  readonly file: string
  readonly text: string
}

/** Writes the files of a report into a folder, and creates the folder if needed. */
export function writeReport(folder: string, files: readonly ReportFile[]): void {
  mkdirSync(folder, { recursive: true })
  for (const { file, text } of files) writeFileSync(join(folder, file), text)
  process.stderr.write(`wrote ${files.map(({ file }) => file).join(', ')} to ${folder}\n`)
}

/** A value as the text of a JSON file. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** Values as JSON lines. */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
