import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSet } from './data-set.ts'
import { DataSetError, type Manifest, readManifest } from './manifest.ts'
import { MATH_FEEDBACK, readMathFeedback } from './math-feedback.ts'
import { PHONE_CALL, readPhoneCall } from './phone-call.ts'
import { Q_CODE, readQCode } from './q-code.ts'

type Reader = (directory: string, manifest: Manifest) => DataSet

/** Who reads the data of which environment. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  [PHONE_CALL, readPhoneCall],
  [MATH_FEEDBACK, readMathFeedback],
  [Q_CODE, readQCode],
])

/**
 * The data sets in a directory: its own, if it has a manifest, and those of its folders that have
 * one, in order of their names. Throws `DataSetError` naming file, line and field of what is wrong,
 * and where two of them serve the same environment.
 */
export function loadDataSets(directory: string): DataSet[] {
  const sets = new Map<string, { readonly place: string; readonly set: DataSet }>()
  for (const place of [directory, ...foldersOf(directory)]) {
    const manifest = readManifest(place)
    if (manifest === undefined) continue
    const { environment } = manifest
    const reader = READERS.get(environment)
    if (reader === undefined) {
      const known = [...READERS.keys()].join(', ')
      throw new DataSetError(
        `${place}: data of unknown environment ${environment}; known: ${known}`,
      )
    }
    const other = sets.get(environment)
    if (other !== undefined) {
      throw new DataSetError(
        `${place} and ${other.place} both hold data of ${environment}. Move one of them away.`,
      )
    }
    sets.set(environment, { place, set: reader(place, manifest) })
  }
  return [...sets.values()].map(({ set }) => set)
}

function foldersOf(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(directory, entry.name))
      .sort()
  } catch (error) {
    throw new DataSetError(
      `${directory}: cannot be read. Name an existing directory, or make one with "generate".`,
      { cause: error },
    )
  }
}
