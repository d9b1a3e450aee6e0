import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from './errors.ts'

/** Whether two paths lead to the same file or folder, which need not exist. */
export const isSamePath = (one: string, other: string): boolean => realPath(one) === realPath(other)

/** The path without links; a part that does not exist stays as it is. */
function realPath(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : join(realPath(parent), basename(whole))
  }
}

/**
 * Refuses to write over a source of the command.
 *
 * @param inputs paths that the command reads; undefined for flags that are not given
 * @throws CommandError naming the path
 */
export function refuseInput(output: string, inputs: readonly (string | undefined)[]): void {
  const input = inputs.find((path) => path !== undefined && isSamePath(path, output))
  if (input === undefined) return
  throw new CommandError(`${output} is also read, and would be lost`, 'Name another path.')
}
