import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const { cache } = createRequire(import.meta.url)

/**
 * All code of an environment: its imports, the requires of CommonJS modules, and the targets of
 * `import()` or `require()` calls that have not run yet.
 *
 * @param imported URLs of the modules whose imports are known already
 */
export function collectCode(imported: ReadonlySet<string>): ReadonlySet<string> {
  const urls = new Set<string>()
  const visit = (url: string): void => {
    if (urls.has(url)) return
    urls.add(url)
    if (!url.startsWith('file:')) return
    for (const { filename } of cache[fileURLToPath(url)]?.children ?? []) {
      visit(pathToFileURL(filename).href)
    }
    for (const lateUrl of importedLater(url)) visit(lateUrl)
  }
  for (const url of imported) visit(url)
  return urls
}

const LATER = /\b(?:import|require)\(\s*(['"`])(\.{1,2}\/[^'"`$]+)\1\s*\)/g
/** Endings that `require` lets callers omit. */
const ENDINGS = ['', '.js', '.cjs', '.json', '/index.js', '/index.cjs']

const lateImports = new Map<string, readonly string[]>()

/** The files that a module imports or requires within its code. */
function importedLater(url: string): readonly string[] {
  const cached = lateImports.get(url)
  if (cached !== undefined) return cached
  const source = /\.[cm]?[jt]s$/.test(url) ? readFileSync(new URL(url), 'utf8') : ''
  const files = [...source.matchAll(LATER)].flatMap(([, , path = '']) => {
    const ending = ENDINGS.find((one) => isFile(new URL(`${path}${one}`, url)))
    return ending === undefined ? [] : [new URL(`${path}${ending}`, url).href]
  })
  lateImports.set(url, files)
  return files
}

const isFile = (url: URL): boolean => existsSync(url) && statSync(url).isFile()
