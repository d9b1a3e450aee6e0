import { dirname, posix } from 'node:path'
import type { TextFile } from './files.ts'
import type { Place } from './syntax.ts'

/**
 * The layers of the q interpreter, from the ground up, by folder or file: what stands in one may
 * use the values of those below it and of its own, and the types of all.
 */
export const Q_LAYERS: Readonly<Record<string, readonly string[]>> = {
  values: ['values', 'errors.ts'],
  verbs: [
    ...[
      'verbs',
      'arithmetic',
      'casts',
      'comparison',
      'containers',
      'dictionaries',
      'display',
      'lexer',
      'lists',
    ],
    ...['random', 'statistics', 'strings', 'tables', 'temporal'],
  ],
  library: ['joins', 'json', 'parser', 'serialize', 'text'],
  evaluation: ['evaluate', 'files', 'iterators', 'namespaces', 'qsql'],
  session: ['index.ts', 'plain.ts', 'session.ts', 'verb-table.ts'],
}

/** What files of a folder import from each other, by path: values, or all that `imports` finds. */
export function importGraph(
  files: readonly TextFile[],
  imports: (file: TextFile) => readonly Place[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path))
  const targets = (file: TextFile): string[] =>
    imports(file)
      .filter(({ text }) => text.startsWith('.'))
      .map(({ text }) => posix.normalize(posix.join(dirname(file.path), text)))
      .filter((path) => known.has(path))
  return new Map(files.map((file) => [file.path, targets(file)]))
}

/** Imports that run from a layer to one above it, and files that belong to none. */
export function upwardImports(
  graph: ReadonlyMap<string, readonly string[]>,
  root: string,
  layers: Readonly<Record<string, readonly string[]>>,
): string[] {
  const names = Object.keys(layers)
  const layerOf = (path: string): number => {
    const part = path.slice(root.length + 1).split('/')[0] ?? ''
    return names.findIndex((name) => layers[name]?.includes(part))
  }
  return [...graph].flatMap(([path, targets]) => {
    const own = layerOf(path)
    if (own < 0) return [`${path}:1: belongs to no layer`]
    return targets
      .filter((target) => layerOf(target) > own)
      .map(
        (target) => `${path}:1: ${names[own]} may not use ${target} of ${names[layerOf(target)]}`,
      )
  })
}

/** Circles of imports, each as the way around; one for each file that closes one. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) found.push([...way.slice(start), path].join(' -> '))
    if (start >= 0 || done.has(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}
