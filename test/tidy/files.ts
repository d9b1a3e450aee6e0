import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The root of the checkout. */
export const ROOT = new URL('../..', import.meta.url).pathname

const NOT_OURS = new Set([
  'node_modules',
  'dist',
  'var',
  '.git',
  'coverage',
  '.venv',
  '__pycache__',
])

/** A file of the checkout with its text. */
export interface TextFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

/**
 * The paths of all files of the project below a folder, sorted; none if it does not exist. Files
 * that git does not know are somebody's own, such as a script that was tried out.
 */
export const pathsUnder = (folder: string): string[] =>
  (tracked() ?? walked('.')).filter((path) => folder === '.' || path.startsWith(`${folder}/`))

let known: readonly string[] | undefined | null = null

/** What git knows and the disk has; undefined without git, as in an unpacked archive. */
function tracked(): readonly string[] | undefined {
  if (known !== null) return known
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 } as const
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], options)
  const paths = stdout?.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))
  known = status === 0 && paths.length > 0 ? paths.sort() : undefined
  return known
}

export function walked(folder: string): string[] {
  const found: string[] = []
  const visit = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name)) continue
      const path = join(directory, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) found.push(relative(ROOT, path).split(sep).join('/'))
    }
  }
  try {
    visit(join(ROOT, folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return found.sort()
}

/** One file of the checkout. */
export function readText(path: string): TextFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, lines: text.split('\n') }
}

/** The TypeScript files of some folders. */
export const typeScriptUnder = (...folders: string[]): TextFile[] =>
  folders
    .flatMap(pathsUnder)
    .filter((path) => /\.tsx?$/.test(path))
    .map(readText)

/** Whether a file belongs to the tests: their sizes and imports are free. */
export const isTest = (path: string): boolean => /\.(test|contract)\.ts$|^test\//.test(path)

/** Pure data, which no length limit holds. */
export const isTable = (path: string): boolean => path.includes('/tables/')
