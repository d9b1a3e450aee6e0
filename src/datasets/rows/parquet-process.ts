import { parquetRows } from './parquet-rows.ts'

/** One row, or an error. */
export type SentRow =
  | { readonly number: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly number: number; readonly problem: string; readonly remedy: string }

/** The process's answer to each request for rows. */
export type ParquetPart =
  | { readonly kind: 'rows'; readonly rows: readonly SentRow[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failed'
      readonly message: string
      /** Set if the file system failed. */
      readonly code: string | undefined
      readonly isDataSetError: boolean
    }

const ROWS_AT_ONCE = 1_000

async function* parquetParts(path: string): AsyncGenerator<ParquetPart> {
  let rows: SentRow[] = []
  for await (const rowRead of parquetRows(path)) {
    const { number } = rowRead.kind === 'row' ? rowRead.row : rowRead.error
    if (rowRead.kind === 'row') rows.push({ number, values: rowRead.row.values })
    else rows.push({ number, problem: rowRead.error.problem, remedy: rowRead.error.remedy })
    if (rows.length < ROWS_AT_ONCE) continue
    yield { kind: 'rows', rows }
    rows = []
  }
  if (rows.length > 0) yield { kind: 'rows', rows }
}

const [, , path] = process.argv
if (path !== undefined && process.send !== undefined) {
  const parts = parquetParts(path)
  const send = (part: ParquetPart): void => void process.send?.(part)
  process.on('message', async () => {
    try {
      const { value, done } = await parts.next()
      send(done === true ? { kind: 'end' } : value)
    } catch (error) {
      const { message, code, name } = error as NodeJS.ErrnoException
      send({ kind: 'failed', message, code, isDataSetError: name === 'DataSetError' })
    }
  })
}
