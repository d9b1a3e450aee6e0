import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describeMismatch } from '../tools/complaint.ts'
import { calibrationSchema } from './calibration.ts'
import { replaceFiles } from './replace-files.ts'

export const MANIFEST_NAME = 'manifest.json'

const fileSchema = z.strictObject({
  /** Relative to the manifest, with forward slashes, never outside its folder. */
  path: z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'must stay below the manifest'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  bytes: z.int().min(0),
  licence: z.string().min(1),
  origin: z.string().min(1),
})

/** The manifest of a data set directory. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  environment: z.string().min(1),
  /** Null for collected data. */
  generator: z
    .strictObject({
      name: z.string(),
      version: z.int(),
      seed: z.int().min(0),
      options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    })
    .nullable(),
  files: z.array(fileSchema),
  /**
   * SHA-256 of the world's canonical text, in hex. If it is missing, it is computed from the data.
   */
  world_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
    .optional(),
  /** Measured pass rates of models; absent without a measurement. */
  calibrations: z.array(calibrationSchema).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** Data on disk is invalid. The message names file, line and field. */
export class DataSetError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataSetError'
  }
}

/** SHA-256 of text (as UTF-8) or bytes, in hex. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')

/** The split whose tasks a file holds; undefined for other files. */
export const splitOfPath = (path: string): string | undefined =>
  /^tasks\/(\w+)\.jsonl$/.exec(path)?.[1]

/** The entry of a file with this content. */
export function describeFile(
  path: string,
  content: string,
  about: { licence: string; origin: string },
): ManifestFile {
  return { path, sha256: sha256(content), bytes: Buffer.byteLength(content), ...about }
}

/** The text of a manifest's file. The same manifest gives the same text. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`

/** Replaces a directory's manifest. */
export const writeManifest = (directory: string, manifest: Manifest): void =>
  replaceFiles([[join(directory, MANIFEST_NAME), manifestText(manifest)]])

/**
 * The manifest of a directory, or undefined if it has none. Throws `DataSetError` if it is invalid.
 */
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
  return parseCheckedJson(text, path, manifestSchema)
}

/** The text of a listed file, after a check of its size and checksum. */
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
  const actualHash = sha256(bytes)
  if (bytes.length !== file.bytes || actualHash !== file.sha256) {
    throw new DataSetError(
      `${path}: not the file that ${MANIFEST_NAME} lists: ${bytes.length} bytes instead of ` +
        `${file.bytes}, sha256 ${actualHash.slice(0, 12)}… instead of ` +
        `${file.sha256.slice(0, 12)}…. ` +
        'Generate the data again, or fetch it again.',
    )
  }
  return bytes.toString('utf8')
}

/** Parses and checks JSON text. Every error begins with `location` (file, or file and line). */
export function parseCheckedJson<T>(
  text: string,
  location: string,
  schema: z.ZodType<T>,
  valueName?: string,
): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new DataSetError(`${location}: not JSON: ${(error as Error).message}`, { cause: error })
  }
  return checkValue(value, location, schema, valueName)
}

/**
 * Checks a value. Every error begins with `location`.
 *
 * @param valueName what errors call the value
 */
export function checkValue<T>(
  value: unknown,
  location: string,
  schema: z.ZodType<T>,
  valueName = 'the value',
): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { text } = describeMismatch(parsed.error, value, { valueName })
  throw new DataSetError(`${location}: ${text}`)
}
