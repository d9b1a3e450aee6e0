import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PackageIdentity } from '../../env/package.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { ENVIRONMENTS } from '../../env/registry.ts'
import { policyNames } from '../../policies/index.ts'
import { failOnEarlyExit } from '../early-exit.ts'
import { checkShape } from './check-shape.ts'
import { collectCode } from './code-of.ts'
import { resolveEntry } from './entry-of.ts'
import { EnvironmentError } from './environment-error.ts'
import { loadedModules, OUTSIDE, watchImports } from './resolve-hook.ts'

/** An external environment and its modules. */
export interface Loaded {
  readonly environment: AnyEnvironment
  readonly modules: () => ReadonlySet<string>
}

/**
 * Loads external environments. A path that begins with a dot or a slash is a file or a folder;
 * anything else is a package, found from the working directory. The code runs in this process and
 * may do anything.
 *
 * @throws EnvironmentError naming the module and the remedy
 */
export async function loadOutside(specifiers: readonly string[]): Promise<Loaded[]> {
  // Standard output is for the results of commands, some of which other programs read.
  for (const name of ['log', 'info', 'debug'] as const) console[name] = console.error
  const loaded: Loaded[] = []
  for (const specifier of new Set(specifiers)) {
    for (const outside of await loadOne(specifier)) {
      checkFree(outside.environment, specifier, [
        ...ENVIRONMENTS,
        ...loaded.map(({ environment }) => environment),
      ])
      loaded.push(outside)
    }
  }
  return loaded
}

async function loadOne(specifier: string): Promise<Loaded[]> {
  watchImports(pathToFileURL(`${process.cwd()}/`))
  const entryUrl = resolveEntry(specifier)
  const module = await importOutside(entryUrl, specifier)
  const modules = (): ReadonlySet<string> => collectCode(loadedModules(entryUrl))
  const [entry = ''] = modules()
  const identity = packageIdentity(entry, modules())
  const exported = module.default
  const candidates: unknown[] = Array.isArray(exported) ? exported : [exported]
  return candidates.map((candidate) => {
    const environment = { ...checkShape(candidate, specifier), package: identity }
    return { environment, modules }
  })
}

/** What Node reports if an environment imports this package by its former name. */
const OLD_NAME = /package 'backchannel'|node_modules.backchannel.package\.json/

async function importOutside(
  entryUrl: string,
  specifier: string,
): Promise<{ readonly default?: unknown }> {
  const done = failOnEarlyExit()
  try {
    return (await import(`${OUTSIDE}${entryUrl}`)) as { readonly default?: unknown }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && loadedModules(entryUrl).size === 0
    if (!isMissing) {
      const remedy = OLD_NAME.test(message)
        ? `Import backchannel-rl/env: backchannel is another project's package.`
        : 'Correct it, or leave it out of the environments.'
      throw new EnvironmentError('environment/broken', `${specifier}: ${message}`, remedy)
    }
    const isFile = !/^[./]/.test(specifier) && existsSync(specifier)
    const remedy = isFile
      ? `Write ./${specifier}: without the dot it is the name of a package.`
      : 'Install the package here, or give the path of a file or folder, beginning with ./ or /.'
    throw new EnvironmentError('environment/not_found', `there is no ${specifier}`, remedy)
  } finally {
    done()
  }
}

function packageIdentity(entry: string, modules: ReadonlySet<string>): PackageIdentity {
  const sums = [...modules]
    .filter((url) => url.startsWith('file:'))
    .map((url) =>
      createHash('sha256')
        .update(readFileSync(new URL(url)))
        .digest('hex'),
    )
  const digest = createHash('sha256').update(sums.sort().join('\n')).digest('hex')
  const path = fileURLToPath(entry)
  return { ...nearestPackage(dirname(path), basename(path)), digest }
}

/** Name and version from the nearest package.json, or the file's own name. */
function nearestPackage(folder: string, file: string): Omit<PackageIdentity, 'digest'> {
  for (let directory = folder; ; directory = dirname(directory)) {
    const path = join(directory, 'package.json')
    if (existsSync(path)) {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
      if (typeof name === 'string') {
        return { name, version: typeof version === 'string' ? version : null }
      }
    }
    if (directory === dirname(directory)) return { name: file, version: null }
  }
}

/** Ids name logs and data, and player names name policies, so each must be unique. */
function checkFree(
  { id, teaching: { players = {} } }: AnyEnvironment,
  specifier: string,
  otherEnvironments: readonly AnyEnvironment[],
): void {
  if (otherEnvironments.some((other) => other.id === id)) {
    const remedy = 'Give it another id; a changed one ends in another version, such as -v2.'
    throw new EnvironmentError('environment/taken', `${specifier}: ${id} already exists`, remedy)
  }
  const takenNames = new Set([...policyNames(otherEnvironments), 'openai'])
  const duplicate = Object.keys(players).find((name) => takenNames.has(name))
  if (duplicate === undefined) return
  const message = `${specifier}: there is a player named ${duplicate} already`
  throw new EnvironmentError('environment/taken', message, 'Give it another name.')
}
