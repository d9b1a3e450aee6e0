import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { generateData, writeGenerated } from '../datasets/generate.ts'
import { CommandError } from './errors.ts'
import { helpEnd, print } from './options.ts'
import { loadOutside } from './outside/load.ts'
import { programCall } from './program-call.ts'

/** The template of new environments, and the placeholder for their name. */
const TEMPLATE = fileURLToPath(new URL('../../template', import.meta.url))
const NAME = /my-world/g

/** The command `new-environment`. */
export function newEnvironmentCommand(): Command {
  return new Command('new-environment')
    .description('Create a small environment with data and a test, as a starting point.')
    .argument('<folder>', 'where to write; its last part is the name, such as my-world')
    .addHelpText('after', helpEnd(['new-environment my-world', 'new-environment ./lab/maze'], ''))
    .action(run)
}

async function run(folder: string): Promise<void> {
  const name = basename(resolve(folder))
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40 || /-v\d+$/.test(name)) {
    throw new CommandError(
      `"${name}" cannot be the name of an environment`,
      'Use small letters, digits and single dashes, such as my-world; the version is added to it.',
    )
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CommandError(`${folder} already exists`, 'Choose another folder, or empty it.')
  }
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(TEMPLATE)) {
    const text = readFileSync(join(TEMPLATE, file), 'utf8')
    writeFileSync(join(folder, file), text.replace(NAME, name))
  }
  const [loaded] = await loadOutside([resolve(folder, 'environment.mjs')])
  if (loaded === undefined) throw new Error(`${folder} has no environment`)
  const data = join(folder, 'data')
  writeGenerated(data, generateData(loaded.environment, { seed: 1 }))
  const path = fromHere(folder)
  const flags = `--environment ${path}/environment.mjs --data ${path}/data`
  const call = programCall()
  print(
    [
      `Wrote ${loaded.environment.id} to ${folder}. Try:`,
      `  ${call} conformance ${flags}`,
      `  ${call} rollout ${flags} --env ${loaded.environment.id} --policy ${name}-halving`,
      `  ${call} serve ${flags}`,
    ].join('\n'),
  )
}

/** A path that no command takes for the name of a package. */
function fromHere(folder: string): string {
  const path = relative('.', folder)
  return path.startsWith('..') || isAbsolute(path) ? path : `./${path}`
}
