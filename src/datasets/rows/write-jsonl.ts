import type { RowWriter } from './row-writer.ts'
import { openText } from './write-text.ts'

/** Opens a file of JSON lines for writing. Throws the error of the file system. */
export async function openJsonl(path: string): Promise<RowWriter> {
  const { write, close, abandon } = await openText(path)
  return { write: (values) => write(`${JSON.stringify(values)}\n`), close, abandon }
}
