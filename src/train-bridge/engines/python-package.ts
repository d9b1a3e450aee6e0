import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of our Python package in a checkout; undefined for an installed program. */
export function pythonPackage(): string | undefined {
  const here = fileURLToPath(new URL('.', import.meta.url))
  // Beside the sources, or relative to the build.
  const candidates = [join(here, '../python'), join(here, '../../src/train-bridge/python')]
  return candidates.find((candidate) => existsSync(join(candidate, 'backchannel', '__init__.py')))
}

/** The environment of this process, in which Python finds the package. */
export function pythonVariables(): NodeJS.ProcessEnv {
  const paths = [pythonPackage(), process.env.PYTHONPATH].filter((path) => path)
  return { ...process.env, PYTHONPATH: paths.join(':') }
}
