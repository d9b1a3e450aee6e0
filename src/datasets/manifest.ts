import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { complaintOf } from '../tools/complaint.ts'
import { calibrationSchema } from './calibration.ts'

export const MANIFEST_NAME = 'manifest.json'

const fileSchema = z.strictObject({
  /** Relative to the manifest, with forward slashes, never upwards. */
  path: z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'must stay below the manifest'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  bytes: z.int().min(0),
  licence: z.string().min(1),
  origin: z.string().min(1),
})

/** What a data set directory says about itself. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  environment: z.string().min(1),
  /** Null for data that was collected rather than generated. */
  generator: z
    .strictObject({
      name: z.string(),
      version: z.int(),
      seed: z.int().min(0),
      options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    })
    .nullable(),
  files: z.array(fileSchema),
  /** SHA-256 of the world's canonical text, in hex; left out: computed when the data is read. */
  world_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
    .optional(),
  /** What models were measured to solve of it; left out where none was. */
  calibrations: z.array(calibrationSchema).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** Data on disk that is not what it should be; the message names file, line and field. */
export class DataSetError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataSetError'
  }
}

/** SHA-256 of text (as UTF-8) or bytes, in hex. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')

/** The entry of a file with this content. */
export function describeFile(
  path: string,
  content: string,
  about: { licence: string; origin: string },
): ManifestFile {
  return { path, sha256: sha256(content), bytes: Buffer.byteLength(content), ...about }
}

/** Writes a directory's manifest, whole or not at all. Same manifest, same bytes. */
export function writeManifest(directory: string, manifest: Manifest): void {
  const path = join(directory, MANIFEST_NAME)
  writeFileSync(`${path}.part`, `${JSON.stringify(manifest, null, 1)}\n`)
  renameSync(`${path}.part`, path)
}

/** The manifest of a directory, or undefined if it has none. Throws `DataSetError` if it is bad. */
export function readManifest(directory: string): Manifest | undefined {
  const path = join(directory, MANIFEST_NAME)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const message = `${path}: cannot be read (${code}); name a folder of data that you may read`
    throw new DataSetError(message, { cause: error })
  }
  return parseJson(text, path, manifestSchema)
}

/** The text of a listed file, after its size and checksum were found to be right. */
export function readListed(directory: string, file: ManifestFile): string {
  const path = join(directory, file.path)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new DataSetError(`${path}: listed in ${MANIFEST_NAME} but cannot be read`, {
      cause: error,
    })
  }
  const found = sha256(bytes)
  if (bytes.length !== file.bytes || found !== file.sha256) {
    throw new DataSetError(
      `${path}: not the file that ${MANIFEST_NAME} lists: ${bytes.length} bytes instead of ` +
        `${file.bytes}, sha256 ${found.slice(0, 12)}… instead of ${file.sha256.slice(0, 12)}…. ` +
        'Generate the data again, or fetch it again.',
    )
  }
  return bytes.toString('utf8')
}

/** Parses and checks JSON text. `place` (file, or file and line) starts every error. */
export function parseJson<T>(text: string, place: string, schema: z.ZodType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new DataSetError(`${place}: not JSON: ${(error as Error).message}`, { cause: error })
  }
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  throw new DataSetError(`${place}: ${complaintOf(checked.error, value).text}`)
}
