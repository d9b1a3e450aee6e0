import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'

const PACKAGES = `${sep}node_modules${sep}`
const PROGRAM = `bin${sep}backchannel`

/**
 * How printed commands call this program: from a checkout, by the path of a checkout, or from a
 * project that has the package. npx must not install anything, because another npm package has
 * this command name.
 */
export function programCall(script: string = process.argv[1] ?? '', folder = '.'): string {
  if (existsSync(join(folder, PROGRAM))) return `./${PROGRAM}`
  const isCheckout = script.endsWith(`${sep}${PROGRAM}`) && !script.includes(PACKAGES)
  return isCheckout ? script : 'npx --no-install backchannel'
}
