import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds our Python package, in a checkout; undefined where it is installed. */
export function pythonPackage(): string | undefined {
  const here = fileURLToPath(new URL('.', import.meta.url))
  // Beside the sources, or from what was built of them.
  const candidates = [join(here, '../python'), join(here, '../../src/train-bridge/python')]
  return candidates.find((candidate) => existsSync(join(candidate, 'backchannel', '__init__.py')))
}
