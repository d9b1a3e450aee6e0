import { spawnSync } from 'node:child_process'
import { chosenSuite, listOfSuites } from './choose.ts'

/**
 * Runs one suite: `npm run suite NAME`, with its arguments after `--`. Without a name, lists all.
 * The exit status is the suite's.
 */
function run(program: string, parameters: readonly string[]): number {
  return spawnSync(program, parameters, { stdio: 'inherit' }).status ?? 1
}

const [name, ...more] = process.argv.slice(2)
if (name === undefined) {
  console.log(listOfSuites())
} else {
  const suite = chosenSuite(name)
  if (typeof suite === 'string') {
    console.error(suite)
    process.exit(2)
  }
  const [program = '', ...parameters] = suite.command
  const built = suite.needsBuild === true ? run('npm', ['run', 'build']) : 0
  process.exitCode = built === 0 ? run(program, [...parameters, ...more]) : built
}
