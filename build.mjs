/**
 * Builds the program and the console into `dist`: each part unless these very sources were built
 * last, since every suite asks for a build and most find nothing changed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const TOOLS = ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']

/** The parts, each with what it is made of and the commands that make it at once. */
const PARTS = {
  program: {
    inputs: ['src', 'bundle.mjs', 'tsconfig.build.json', ...TOOLS],
    commands: [
      // `.bin/tsc` is the older compiler, whose interface tests use.
      ['node', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
      ['node', 'bundle.mjs'],
    ],
    finish: copyDeclarations,
  },
  console: {
    // The console imports the client, which imports no further than this.
    inputs: ['web', 'client', 'wire', 'env', 'tools', 'sim'].map((name) => `src/${name}`),
    commands: [['vite', 'build', 'src/web', '--logLevel', 'warn']],
  },
}

function filesOf(path) {
  if (!lstatSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name !== '__pycache__')
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function digestOf(inputs) {
  const hash = createHash('sha256').update(process.version)
  for (const path of inputs.flatMap(filesOf)) hash.update(`\0${path}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

function run([program, ...options]) {
  return new Promise((resolve, reject) => {
    // On Windows, npm's programs are scripts of the shell.
    const shell = process.platform === 'win32'
    const child = spawn(program, options, { stdio: 'inherit', shell })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${options.join(' ')} ended with ${code}`))
    })
  })
}

/** Copies the declarations of what the package exports, and those that they import. */
function copyDeclarations() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const files = new Set(
    Object.values(exports).map(({ types }) => relative('dist/library/types', types)),
  )
  for (const file of files) {
    cpSync(join('dist', file), join('dist/library/types', file))
    const text = readFileSync(join('dist', file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g)) {
      files.add(join(dirname(file), `${path}.d.ts`))
    }
  }
}

async function build(name, { inputs, commands, finish }) {
  const stamp = `dist/.${name}-sources`
  const digest = digestOf([...inputs, ...TOOLS])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, '')
  await Promise.all(commands.map(run))
  finish?.()
  writeFileSync(stamp, digest)
  return true
}

try {
  const built = await Promise.all(Object.entries(PARTS).map(([name, part]) => build(name, part)))
  if (!built.includes(true)) console.log('dist is what these sources give')
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
}
