/**
 * Builds the program and the console into `dist`, unless these very sources were built last:
 * every suite asks for a build, and most find nothing changed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'dist/.sources'
const INPUTS = [
  ...['src', 'build.mjs', 'bundle.mjs', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json'],
]
const STEPS = [
  ['tsc', '-p', 'tsconfig.build.json'],
  ['node', 'bundle.mjs'],
  ['vite', 'build', 'src/web', '--logLevel', 'warn'],
]

function filesOf(path) {
  if (!lstatSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name !== '__pycache__')
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

const hash = createHash('sha256').update(process.version)
for (const path of INPUTS.flatMap(filesOf)) hash.update(`\0${path}\0`).update(readFileSync(path))
const sources = hash.digest('hex')

if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) {
  console.log('dist is what these sources give')
} else {
  rmSync(STAMP, { force: true })
  for (const [program, ...options] of STEPS) {
    // On Windows, npm's programs are scripts of the shell.
    execFileSync(program, options, { stdio: 'inherit', shell: process.platform === 'win32' })
  }
  writeFileSync(STAMP, sources)
}
