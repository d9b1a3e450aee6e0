import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSet } from './data-set.ts'
import { DataSetError, MANIFEST_NAME, type Manifest, readManifest } from './manifest.ts'
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

interface Place {
  readonly directory: string
  readonly manifest: Manifest
}

/**
 * The data sets in a directory: its own, if it has a manifest, and those of its folders that have
 * one, in order of their names. Of two for the same environment the newer is taken. Throws
 * `DataSetError` naming file, line and field of what is wrong.
 *
 * @param note is told which data set was left out, and why
 */
export function loadDataSets(
  directory: string,
  note: (text: string) => void = () => {},
): DataSet[] {
  const places = new Map<string, Place>()
  for (const place of [directory, ...foldersOf(directory)]) {
    const manifest = readManifest(place)
    if (manifest === undefined) continue
    const { environment } = manifest
    if (!READERS.has(environment)) {
      const known = [...READERS.keys()].join(', ')
      throw new DataSetError(
        `${place}: data of unknown environment ${environment}; known: ${known}`,
      )
    }
    const found = { directory: place, manifest }
    const other = places.get(environment)
    places.set(environment, other === undefined ? found : newerOf(other, found, note))
  }
  return [...places].map(([environment, found]) => {
    const reader = READERS.get(environment) as Reader
    return reader(found.directory, found.manifest)
  })
}

/** The one whose manifest was written later; of the same age, the first. */
function newerOf(one: Place, other: Place, note: (text: string) => void): Place {
  const writtenMs = ({ directory }: Place): number =>
    statSync(join(directory, MANIFEST_NAME)).mtimeMs
  const [taken, left] = writtenMs(other) > writtenMs(one) ? [other, one] : [one, other]
  note(
    `${taken.directory} and ${left.directory} both hold data of ${taken.manifest.environment}: ` +
      `the newer, ${taken.directory}, is used. Move one away, or name a folder with --data.`,
  )
  return taken
}

function foldersOf(directory: string): string[] {
  try {
    return readdirSync(directory)
      .map((name) => join(directory, name))
      .filter(isFolder)
      .sort()
  } catch (error) {
    throw new DataSetError(
      `${directory}: cannot be read. Name an existing directory, or make one with "generate".`,
      { cause: error },
    )
  }
}

/** Whether a path leads to a folder, also by a link. */
const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
