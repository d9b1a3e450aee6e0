import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, MANIFEST_NAME, type Manifest, readManifest } from './manifest.ts'
import { readDataSet } from './read-data-set.ts'

interface LoadOptions {
  /** Whose data may be there. Left out: those of this program. */
  readonly environments?: readonly AnyEnvironment[]
  /** Is told which data set was left out, and why. */
  readonly note?: (text: string) => void
}

interface Place {
  readonly directory: string
  readonly manifest: Manifest
  readonly environment: AnyEnvironment
}

/**
 * The data sets in a directory: its own, if it has a manifest, and those of its folders that have
 * one, in order of their names. Of two for the same environment the newer is taken. Throws
 * `DataSetError` naming file, line and field of what is wrong.
 */
export function loadDataSets(
  directory: string,
  { environments = ENVIRONMENTS, note = () => {} }: LoadOptions = {},
): DataSet[] {
  const places = new Map<string, Place>()
  for (const place of [directory, ...foldersOf(directory)]) {
    const manifest = readManifest(place)
    if (manifest === undefined) continue
    const environment = environments.find(({ id }) => id === manifest.environment)
    if (environment === undefined) throw unknownData(place, manifest.environment, environments)
    const found = { directory: place, manifest, environment }
    const other = places.get(environment.id)
    places.set(environment.id, other === undefined ? found : newerOf(other, found, note))
  }
  return [...places.values()].map((found) =>
    readDataSet(found.directory, found.manifest, found.environment),
  )
}

const nameOf = (id: string): string => id.replace(/-v\d+$/, '')

/** Data of another version of a generated environment can be made anew for the version here. */
function unknownData(
  place: string,
  id: string,
  environments: readonly AnyEnvironment[],
): DataSetError {
  const here = environments.find(
    (environment) =>
      nameOf(environment.id) === nameOf(id) && environment.data.generate !== undefined,
  )
  if (here !== undefined) {
    return new DataSetError(
      `${place}: data of ${id}, which this program does not have; it has ${here.id}. Move the ` +
        `folder away and make new data: backchannel generate --env ${here.id} --out ${place}`,
    )
  }
  const known = environments.map((environment) => environment.id).join(', ')
  return new DataSetError(
    `${place}: data of unknown environment ${id}; known: ${known}. ` +
      'Environments of other packages are named with --environment.',
  )
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
