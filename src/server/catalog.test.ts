/** Guards the hashes of worlds: the shipped manifests are right, and a wrong hash is refused. */
import { expect, it } from 'vitest'
import type { DataSet } from '../datasets/data-set.ts'
import { loadDataSets } from '../datasets/load.ts'
import { storedWorld } from '../datasets/world-hash.ts'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { makeCatalog } from './catalog.ts'

it('has the world of each shipped data set under the hash that its manifest names', () => {
  const sets = loadDataSets('data')
  const catalog = makeCatalog(ENVIRONMENTS, sets)
  for (const { environment, dataSet, worldHash, worldText } of catalog.values()) {
    if (dataSet === undefined) continue
    expect(dataSet.worldHash, environment.id).toBe(storedWorld(dataSet.world).hash)
    expect(worldHash).toBe(dataSet.worldHash)
    expect(worldText()).toBe(storedWorld(dataSet.world).text)
  }
})

it('writes no world under the hash of another one', () => {
  const [set] = loadDataSets('data').filter((one) => one.environment === phoneCallEnvironment.id)
  const { worldHash: _, ...unnamed } = set as DataSet
  const wrong = { ...unnamed, worldHash: '0'.repeat(64) }
  const entryOf = (dataSet: DataSet) =>
    makeCatalog([phoneCallEnvironment], [dataSet]).get(phoneCallEnvironment.id)
  expect(entryOf(unnamed)?.worldHash).toBe(set?.worldHash)
  expect(() => entryOf(wrong)?.worldText()).toThrow(/its manifest says 000.*create the data again/)
})
