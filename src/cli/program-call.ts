import { existsSync } from 'node:fs'

/**
 * How a printed command calls this program: from a checkout, or from a folder below a project that
 * has the package. npx must install nothing: another package on npm has the name of the command.
 */
export const programCall = (): string =>
  existsSync('./bin/backchannel') ? './bin/backchannel' : 'npx --no-install backchannel'
