import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { failureText } from '../../tools/failure-text.ts'
import { EnvironmentError } from './environment-error.ts'

/**
 * What to import for an environment: a package by name, a file by path, or a folder's main module.
 *
 * @throws EnvironmentError for a folder that is not a package
 */
export function resolveEntry(specifier: string): string {
  if (!/^[./]/.test(specifier)) return specifier
  const path = resolve(specifier)
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  const file = isFolder ? join(path, findMain(path, specifier)) : path
  return pathToFileURL(file).href
}

function findMain(folder: string, specifier: string): string {
  const path = join(folder, 'package.json')
  const { exports, main } = existsSync(path) ? readPackage(path) : {}
  const entry = findEntry(exports) ?? findEntry(main)
  if (entry !== undefined) return entry
  const mainFile = join(specifier, 'environment.mjs')
  const message = `${specifier} is a folder without a package.json that says which module to load`
  const shownPath = /^[./]/.test(mainFile) ? mainFile : `./${mainFile}`
  throw new EnvironmentError(
    'environment/not_found',
    message,
    `Name the file, such as ${shownPath}.`,
  )
}

function readPackage(path: string): { readonly exports?: unknown; readonly main?: unknown } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    const message = failureText(error)
    throw new EnvironmentError('environment/broken', `${path}: ${message}`, 'Correct this file.')
  }
}

/** The module that `exports` or `main` names directly, for the package itself, or for imports. */
function findEntry(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const {
    '.': packageEntry,
    import: imported,
    default: fallback,
  } = value as Record<string, unknown>
  return findEntry(packageEntry) ?? findEntry(imported) ?? findEntry(fallback)
}
