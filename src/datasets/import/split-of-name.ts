import { basename } from 'node:path'

const SPLITS: readonly (readonly [word: RegExp, split: string])[] = [
  [/(^|[^a-z])train(ing)?([^a-z]|$)/, 'train'],
  [/(^|[^a-z])(val|valid|validation|dev)([^a-z]|$)/, 'val'],
  [/(^|[^a-z])test([^a-z]|$)/, 'test'],
]

/**
 * The split that the names of files tell, `test` for `test-00000-of-00001.parquet`; undefined where
 * they tell none, or different ones.
 */
export function splitOfNames(files: readonly string[]): string | undefined {
  const told = files.map((file) => {
    const name = basename(file).toLowerCase()
    const found = SPLITS.filter(([word]) => word.test(name)).map(([, split]) => split)
    return found.length === 1 ? found[0] : undefined
  })
  const [first] = told
  return told.every((split) => split === first) ? first : undefined
}
