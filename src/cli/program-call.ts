import { existsSync } from 'node:fs'

/**
 * How printed commands call this program: from a checkout, or from a project that has the package.
 * npx must not install anything, because another npm package has this command name.
 */
export const programCall = (): string =>
  existsSync('./bin/backchannel') ? './bin/backchannel' : 'npx --no-install backchannel'
