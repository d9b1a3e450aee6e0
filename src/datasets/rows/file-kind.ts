import { open } from 'node:fs/promises'
import { DataSetError } from '../manifest.ts'

/** The kinds of files that hold rows. */
type FileKind = 'jsonl' | 'parquet'

const PARQUET_MAGIC = 'PAR1'
/** First bytes of other file formats in hex, with the remedy. */
const OTHERS: readonly (readonly [start: string, what: string, remedy: string])[] = [
  ['1f8b', 'packed with gzip', 'Unpack it first: gunzip.'],
  ['28b52ffd', 'packed with zstd', 'Unpack it first: unzstd.'],
  ['504b0304', 'a zip archive', 'Unpack it first: unzip.'],
  ['fffe', 'text in UTF-16', 'Save it as UTF-8.'],
  ['feff', 'text in UTF-16', 'Save it as UTF-8.'],
]
const KINDS = 'JSON lines (.jsonl) and Parquet (.parquet) are read'

/**
 * The kind of a file, by its first bytes and its name.
 *
 * @throws DataSetError if it has another format or is empty; the error of the file system
 */
export async function fileKind(path: string): Promise<FileKind> {
  const start = await firstBytes(path)
  if (start.length === 0) {
    throw new DataSetError(`${path}: is empty. Fetch it again; ${KINDS}.`)
  }
  if (start.toString('latin1') === PARQUET_MAGIC) return 'parquet'
  const hex = start.toString('hex')
  for (const [magic, what, remedy] of OTHERS) {
    if (hex.startsWith(magic)) throw new DataSetError(`${path}: is ${what}. ${remedy}`)
  }
  const name = path.toLowerCase()
  if (name.endsWith('.parquet')) {
    throw new DataSetError(
      `${path}: is not a Parquet file: it does not begin with ${PARQUET_MAGIC}. ` +
        'Fetch it again; a pointer of Git LFS or a page of a site is often saved in its place.',
    )
  }
  if (/\.(csv|tsv)$/.test(name)) {
    throw new DataSetError(`${path}: tables with separators are not read. ${KINDS}: convert it.`)
  }
  return 'jsonl'
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESPIPE') {
      throw new DataSetError(
        `${path}: is a pipe, and files are read more than once. Write it to a file first.`,
      )
    }
    // Errors of a read contain no path; those of an open do.
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  } finally {
    await file.close()
  }
}
