import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { CommandError } from './errors.ts'
import type { Loaded } from './outside/load.ts'
import type { BrokenWorld, WorldsHere } from './python-worlds.ts'

let outside: readonly Loaded[] = []
let inPython: readonly AnyEnvironment[] = []
let broken: readonly BrokenWorld[] = []

/** The environments of this command line: built-in ones and loaded ones. */
export const environments = (): readonly AnyEnvironment[] => [
  ...ENVIRONMENTS,
  ...outside.map(({ environment }) => environment),
  ...inPython,
]

/** The environment with an id, or undefined. */
export const findEnvironment = (id: string): AnyEnvironment | undefined =>
  environments().find((environment) => environment.id === id)

/**
 * The environment with an id.
 *
 * @param alternative an alternative for the error message, as a sentence
 * @throws CommandError that names the known environments
 */
export function requireEnvironment(
  id: string,
  alternative = 'One of a package is named with --environment.',
): AnyEnvironment {
  const environment = findEnvironment(id)
  if (environment !== undefined) return environment
  const ids = environments().map((one) => one.id)
  const nearest = nearestName(id, ids)
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `
  const remedy = `${meant}Known: ${ids.join(', ')}. ${alternative}`
  throw new CommandError(`there is no environment "${id}"`, remedy)
}

/** The modules of an external environment; undefined for a built-in one. */
export const modulesBehind = (id: string): ReadonlySet<string> | undefined =>
  outside.find(({ environment }) => environment.id === id)?.modules()

/** Adds external environments to those of this command line. */
export function useEnvironments(loaded: readonly Loaded[]): void {
  outside = loaded
}

/** Adds the Python worlds that this command line can call directly. */
export function usePythonWorlds(started: Pick<WorldsHere, 'environments' | 'broken'>): void {
  inPython = started.environments
  broken = started.broken
}

/** Python worlds whose code is broken. */
export const brokenWorlds = (): readonly BrokenWorld[] => broken
