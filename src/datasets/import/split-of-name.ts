import { basename } from 'node:path'

const SPLITS: readonly (readonly [word: RegExp, split: string])[] = [
  [/(^|[^a-z])train(ing)?([^a-z]|$)/, 'train'],
  [/(^|[^a-z])(val|valid|validation|dev)([^a-z]|$)/, 'val'],
  [/(^|[^a-z])test([^a-z]|$)/, 'test'],
]

/**
 * The split in the names of files, such as `test` for `test-00000-of-00001.parquet`; undefined if
 * they state none, or several.
 */
export function splitOfNames(files: readonly string[]): string | undefined {
  const named = files.map((file) => {
    const name = basename(file).toLowerCase()
    const found = SPLITS.filter(([word]) => word.test(name)).map(([, split]) => split)
    return found.length === 1 ? found[0] : undefined
  })
  const [first] = named
  return named.every((split) => split === first) ? first : undefined
}
