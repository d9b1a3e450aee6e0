import { createHash } from 'node:crypto'
import type { DataSet } from '../datasets/data-set.ts'
import { mock } from '../env/mock/index.ts'
import { MOCK_WORLD, mockTask } from '../env/mock/task.ts'

const COUNTS: Readonly<Record<string, number | null>> = { train: 1_000, val: 100, stream: null }

/** The locked boxes need no files: a task follows from its number. */
export function mockDataSet(): DataSet {
  const task: DataSet['task'] = (split, index) => {
    const count = COUNTS[split]
    if (count === undefined || !Number.isSafeInteger(index) || index < 0) return undefined
    return count === null || index < count ? mockTask(split, index) : undefined
  }
  return {
    environment: mock.id,
    checksum: createHash('sha256')
      .update(`${mock.id} ${JSON.stringify(MOCK_WORLD)}`)
      .digest('hex'),
    world: MOCK_WORLD,
    splits: Object.entries(COUNTS).map(([name, count]) => ({ name, count })),
    task,
    find(id) {
      const [, split, digits] = /^([a-z]+)-(\d{6,})$/.exec(id) ?? []
      const found = split === undefined ? undefined : task(split, Number(digits))
      return found?.id === id ? found : undefined
    },
  }
}
