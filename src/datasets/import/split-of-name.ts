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
  const splitPerFile = files.map((file) => {
    const name = basename(file).toLowerCase()
    const splits = SPLITS.filter(([word]) => word.test(name)).map(([, split]) => split)
    return splits.length === 1 ? splits[0] : undefined
  })
  const [first] = splitPerFile
  return splitPerFile.every((split) => split === first) ? first : undefined
}
