import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { CommandError, EXIT } from './errors.ts'
import { helpEnd, print } from './options.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = fileURLToPath(new URL('../../bench', import.meta.url))

/** The command `bench`. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('Run a benchmark of a checkout. Without a name, list the benchmarks.')
    .argument('[name]', 'such as store')
    .argument('[words...]', 'passed on to the benchmark')
    .passThroughOptions()
    .addHelpText('after', helpEnd(['bench', 'bench run', 'bench store'], 'the benchmark failed'))
    .action(run)
}

async function run(name: string | undefined, words: readonly string[]): Promise<void> {
  const known = existsSync(FOLDER)
    ? readdirSync(FOLDER).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
    : []
  if (known.length === 0) {
    const remedy = 'Benchmarks come with the sources only: run it in a checkout.'
    throw new CommandError(`there are no benchmarks in ${FOLDER}`, remedy)
  }
  if (name === undefined) {
    print(known.sort().join('\n'))
    return
  }
  if (!known.includes(name)) {
    throw new CommandError(`there is no benchmark "${name}"`, `Known: ${known.sort().join(', ')}.`)
  }
  const loader = ['--import', 'tsx', `${FOLDER}/${name}.ts`, ...words]
  const child = spawn(process.execPath, loader, { cwd: ROOT, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  )
  if (code !== 0) process.exitCode = EXIT.found
}
