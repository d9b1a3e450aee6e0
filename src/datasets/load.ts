import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, MANIFEST_NAME, type Manifest, readManifest } from './manifest.ts'
import { readDataSet } from './read-data-set.ts'

interface LoadOptions {
  /** Environments whose data may be present. Default: those of this program. */
  readonly environments?: readonly AnyEnvironment[]
  /** Called with the data set that was left out, and the reason. */
  readonly note?: (text: string) => void
}

interface FoundSet {
  readonly directory: string
  readonly manifest: Manifest
  readonly environment: AnyEnvironment
}

/**
 * The data sets in a directory: its own, if it has a manifest, and those of its subfolders, in
 * order of their names. Of two for the same environment, the directory's own is used, otherwise the
 * newer. Throws `DataSetError` naming file, line and field of a problem.
 */
export function loadDataSets(
  directory: string,
  { environments = ENVIRONMENTS, note = () => {} }: LoadOptions = {},
): DataSet[] {
  const sets = new Map<string, FoundSet>()
  for (const folder of dataFolders(directory)) {
    const foundSet = findSet(folder, environments)
    if (foundSet === undefined) continue
    const { id } = foundSet.environment
    const sameEnvironment = sets.get(id)
    if (sameEnvironment === undefined) sets.set(id, foundSet)
    else if (sameEnvironment.directory === directory)
      note(preferred(sameEnvironment, foundSet, 'the outer, '))
    else sets.set(id, chooseNewer(sameEnvironment, foundSet, note))
  }
  return [...sets.values()].map(read)
}

/**
 * The data set of a directory itself; undefined without a manifest. Throws `DataSetError` as
 * `loadDataSets`.
 */
export function loadDataSet(
  directory: string,
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): DataSet | undefined {
  const foundSet = findSet(directory, environments)
  return foundSet && read(foundSet)
}

function findSet(directory: string, environments: readonly AnyEnvironment[]): FoundSet | undefined {
  const manifest = readManifest(directory)
  if (manifest === undefined) return undefined
  const environment = environments.find(({ id }) => id === manifest.environment)
  if (environment === undefined) throw unknownData(directory, manifest.environment, environments)
  return { directory, manifest, environment }
}

const read = ({ directory, manifest, environment }: FoundSet): DataSet =>
  readDataSet(directory, manifest, environment)

const withoutVersion = (id: string): string => id.replace(/-v\d+$/, '')

/** Data of another version of a generated environment can be generated again for this version. */
function unknownData(
  folder: string,
  id: string,
  environments: readonly AnyEnvironment[],
): DataSetError {
  const environment = environments.find(
    (environment) =>
      withoutVersion(environment.id) === withoutVersion(id) &&
      environment.data.generate !== undefined,
  )
  if (environment !== undefined) {
    return new DataSetError(
      `${folder}: data of ${id}, which this program does not have; it has ${environment.id}. ` +
        'Move the folder away and make new data: ' +
        `backchannel generate --env ${environment.id} --out ${folder}`,
    )
  }
  const environmentIds = environments.map((environment) => environment.id).join(', ')
  return new DataSetError(
    `${folder}: data of unknown environment ${id}; known: ${environmentIds}. ` +
      'Environments of other packages are named with --environment.',
  )
}

/** The set with the later manifest; of the same age, the first. */
function chooseNewer(first: FoundSet, second: FoundSet, note: (text: string) => void): FoundSet {
  const writtenMs = ({ directory }: FoundSet): number =>
    statSync(join(directory, MANIFEST_NAME)).mtimeMs
  const [newerSet, olderSet] =
    writtenMs(second) > writtenMs(first) ? [second, first] : [first, second]
  note(preferred(newerSet, olderSet, 'the newer, '))
  return newerSet
}

const preferred = (used: FoundSet, other: FoundSet, reason: string): string =>
  `${used.directory} and ${other.directory} both hold data of ${used.manifest.environment}: ` +
  `${reason}${used.directory}, is used. Move one away, or name a folder with --data.`

/** A directory and its subfolders, which may hold data sets. Throws `DataSetError`. */
export function dataFolders(directory: string): string[] {
  try {
    const inner = readdirSync(directory).map((name) => join(directory, name))
    return [directory, ...inner.filter(isFolder).sort()]
  } catch (error) {
    throw new DataSetError(
      `${directory}: cannot be read. Name an existing directory, or make one with "generate".`,
      { cause: error },
    )
  }
}

/** Whether a path is a folder or a link to one. */
const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
