// Guards that the page on the architecture follows the imports, and that these have no cycles.
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, ROOT, readText, typeScriptUnder } from './tidy/files.ts'
import { circles, importGraph } from './tidy/layers.ts'
import { importsOf, valueImportsOf } from './tidy/syntax.ts'

const { text } = readText('docs/architecture.md')

/** The numbered stations: a file, and the file it is reached from if that is not the one above. */
const stations = [...text.matchAll(/^\d+\. `([^`]+)`(?: \([^)]*`([^`]+)`\))?/gm)].map(
  ([, file, from]) => ({ file: file as string, from }),
)

it('names files that exist', () => {
  const named = [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, path]) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(ROOT, path as string)))).toEqual([])
})

it('follows an action the way the imports go', () => {
  expect(stations.length).toBeGreaterThan(12)
  const missing = stations.slice(1).flatMap(({ file, from }, index) => {
    const above = from ?? (stations[index]?.file as string)
    return importedBy(above).includes(file) ? [] : [`${above} does not import ${file}`]
  })
  expect(missing).toEqual([])
})

it.each(['src/env', 'src/server'])('has no import cycle in %s, types included', (folder) => {
  const files = typeScriptUnder(folder).filter(({ path }) => !isTest(path))
  const graph = importGraph(files, importsOf)
  expect(circles(graph)).toEqual([])
  const [[importer, [imported]] = ['', ['']]] = [...graph].filter(([, found]) => found.length > 0)
  const closed = new Map([...graph, [imported as string, [importer]]])
  expect(circles(closed)).not.toEqual([])
})

it('has no import cycle of values in the rest of src', () => {
  const files = typeScriptUnder('src').filter(({ path }) => !isTest(path))
  expect(circles(importGraph(files, valueImportsOf))).toEqual([])
})

const importedBy = (path: string): string[] =>
  importsOf(readText(path)).map((found) => posix.join(posix.dirname(path), found.text))
