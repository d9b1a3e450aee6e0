import { EXIT } from './errors.ts'

const MESSAGE =
  'error: the environment ended the program before the command was done\n' +
  'Remove calls of process.exit from it.\n'

/**
 * Makes the program fail if it ends before the returned function is called, so that a command that
 * an environment ends does not look successful.
 */
export function failOnEarlyExit(): () => void {
  const onExit = (): void => {
    process.stderr.write(MESSAGE)
    process.exitCode = EXIT.unable
  }
  process.once('exit', onExit)
  return () => process.off('exit', onExit)
}
