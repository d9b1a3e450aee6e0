import type { AnyEnvironment } from '../env/environment.ts'
import { ENVIRONMENTS } from '../env/registry.ts'

let outside: readonly AnyEnvironment[] = []

/** The environments of this command line: those of the program, and those it was told to load. */
export const environments = (): readonly AnyEnvironment[] => [...ENVIRONMENTS, ...outside]

/** The environment of an id, or undefined. */
export const findEnvironment = (id: string): AnyEnvironment | undefined =>
  environments().find((environment) => environment.id === id)

/** Says which environments this command line has besides those of the program. */
export function useEnvironments(loaded: readonly AnyEnvironment[]): void {
  outside = loaded
}
