import type { Calibration } from '../../datasets/calibration.ts'
import { dataFolders } from '../../datasets/load.ts'
import { type Manifest, readListed, readManifest, splitOfPath } from '../../datasets/manifest.ts'

/** Description of a split, for people. */
interface DescribedSplit {
  readonly split: string
  readonly tasks: number
  /** Task count for each public data set or generator; empty if tasks name none. */
  readonly datasets: Readonly<Record<string, number>>
  readonly licence: string
  readonly origin: string
}

/** Description of a data set on disk, for people. */
export interface DescribedSet {
  readonly place: string
  readonly environment: string
  /** Whether the data was collected, or generated from which seed. */
  readonly made: string
  readonly splits: readonly DescribedSplit[]
  /** Measured pass rates of models. */
  readonly calibrations: readonly Calibration[]
}

/**
 * Describes the data sets of a folder and of the folders in it.
 *
 * @throws DataSetError if there is no such folder, or a file is damaged
 */
export function describeSets(folder: string): DescribedSet[] {
  return dataFolders(folder).flatMap((path) => {
    const manifest = readManifest(path)
    return manifest === undefined ? [] : [describeSet(path, manifest)]
  })
}

function describeSet(place: string, manifest: Manifest): DescribedSet {
  const { environment, generator, calibrations = [] } = manifest
  const made = generator === null ? 'imported' : `generated from seed ${generator.seed}`
  return { place, environment, made, splits: describeSplits(place, manifest), calibrations }
}

function describeSplits(place: string, { files }: Manifest): DescribedSplit[] {
  return files.flatMap((file) => {
    const split = splitOfPath(file.path)
    if (split === undefined) return []
    const lines = readListed(place, file).split('\n')
    const tasks = lines.filter((line) => line !== '')
    const { licence, origin } = file
    return [{ split, tasks: tasks.length, datasets: countDatasets(tasks), licence, origin }]
  })
}

function countDatasets(lines: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const { dataset } = JSON.parse(line) as { readonly dataset?: unknown }
    if (typeof dataset === 'string') counts.set(dataset, (counts.get(dataset) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}
