// Guards the shape of the source tree: who imports whom, determinism, sizes, leftovers, documents.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LONG_TESTS } from './long/files.ts'
import { SUITES } from './suite/suites.ts'
import {
  isTable,
  isTest,
  pathsUnder,
  ROOT,
  readText,
  type TextFile,
  typeScriptUnder,
} from './tidy/files.ts'
import { circles, importGraph, Q_LAYERS, upwardImports } from './tidy/layers.ts'
import { type Banned, bannedIn, functionsOf, importsOf, valueImportsOf } from './tidy/syntax.ts'

/** Which rooms a room may import from. What a room may use, it may use the ground floors of too. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  sim: [],
  tools: ['sim'],
  env: ['tools', 'sim'],
  wire: ['env', 'tools', 'sim'],
  store: ['env', 'tools', 'sim'],
  datasets: ['env', 'tools', 'sim'],
  effects: ['tools', 'sim'],
  server: ['env', 'store', 'wire', 'effects', 'datasets', 'tools', 'sim'],
  client: ['wire'],
  web: ['client', 'wire'],
  policies: ['client', 'env', 'effects', 'tools', 'sim'],
  'train-bridge': ['client', 'policies', 'effects', 'datasets', 'env', 'tools', 'sim'],
}

const BANNED: Banned = {
  globals: new Set([
    ...['Date', 'performance', 'process', 'crypto', 'fetch', 'globalThis', 'Intl', 'eval'],
    ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'require', 'WebSocket'],
  ]),
  members: new Set([
    ...['localeCompare', 'normalize', 'toLocaleString', 'toLocaleLowerCase', 'toLocaleUpperCase'],
    ...['toLocaleDateString', 'toLocaleTimeString'],
  ]),
  mathMembers: new Set([
    ...['random', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh'],
    ...['asinh', 'acosh', 'atanh', 'exp', 'expm1', 'log', 'log10', 'log1p', 'log2', 'pow', 'cbrt'],
    'hypot',
  ]),
}

/** Files whose results are compared with a tolerance, so that rounding changes nothing. */
const TOLERANCE_BASED: ReadonlySet<string> = new Set([
  'src/sim/math/grading/transcendental.ts',
  'src/sim/q/arithmetic/transcendental.ts',
])

const FILE_LINES_MAX = 350
const FUNCTION_LINES_MAX = 70
const LINE_COLUMNS_MAX = 100

/** Files that tests of real servers need, which listen on a port: others use `in-process.ts`. */
const SERVER_STARTERS: ReadonlySet<string> = new Set([
  'src/server/serve.ts',
  'test/support/built-server.ts',
  'test/support/serve-process.ts',
  'test/soak/support/server-process.ts',
])
const SERVER_FILES_MAX = 10

/** The files that every environment's folder has; the tutorial's is smaller. */
const ENVIRONMENT_FILES = [
  ...['index.ts', 'task.ts', 'state.ts', 'score.ts', 'critique.ts', 'hidden.ts', 'sample.ts'],
  ...['solve.ts', 'data.ts'],
]

const sources = typeScriptUnder('src')
const everything = [...sources, ...typeScriptUnder('test', 'bench', 'experiments')]
const documents = ['.', 'docs', 'experiments']
  .flatMap((folder) => (folder === '.' ? rootDocuments() : pathsUnder(folder)))
  .filter((path) => path.endsWith('.md'))
  .map(readText)

function rootDocuments(): string[] {
  const names = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
  return names.filter((name) => existsSync(join(ROOT, name)))
}

/** Programs and settings at the root, where a script that was tried out is easily left behind. */
const ROOT_FILES: ReadonlySet<string> = new Set([
  ...[
    '.textlintrc.json',
    'biome.json',
    'build.mjs',
    'bundle.mjs',
    'openapi.yaml',
    'package.json',
    'package-lock.json',
  ],
  ...['tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts'],
])

const roomOf = (path: string): string => path.split('/')[1] ?? ''

/** Fails with one line per problem, each with its place. */
function expectNone(problems: readonly string[]): void {
  expect(problems.join('\n')).toBe('')
}

const linesMatching = (files: readonly TextFile[], pattern: RegExp, why: string): string[] =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const match = pattern.exec(line)
      return match === null ? [] : [`${path}:${index + 1}: ${match[0].trim()}: ${why}`]
    }),
  )

it('has nothing at the root that does not belong there', () => {
  const programs = pathsUnder('.')
    .filter((path) => !path.includes('/'))
    .filter((name) => /\.([cm]?[jt]s|json|ya?ml|py|q)$/.test(name))
  expectNone(programs.filter((name) => !ROOT_FILES.has(name)))
})

describe('who imports whom', () => {
  it('has arrows in one direction only', () => {
    const problems = sources.filter(({ path }) => !isTest(path)).flatMap(wrongArrows)
    expectNone(problems)
  })

  it('says the ending of every file it imports', () => {
    const problems = everything.flatMap((file) =>
      importsOf(file)
        .filter(({ text }) => text.startsWith('.') && !/\.(tsx?|js|json|css)$/.test(text))
        .map(({ line, text }) => `${file.path}:${line}: "${text}" has no ending`),
    )
    expectNone(problems)
  })
})

describe('the q interpreter', () => {
  const root = 'src/sim/q'
  const files = sources.filter(({ path }) => path.startsWith(`${root}/`) && !isTest(path))
  const graph = importGraph(files, valueImportsOf)

  it('has layers, and uses nothing of those above', () => {
    expectNone(upwardImports(graph, root, Q_LAYERS))
    const upward = new Map([...graph, [`${root}/values/build.ts`, [`${root}/session.ts`]]])
    expect(upwardImports(upward, root, Q_LAYERS)).toHaveLength(1)
  })

  it('has no circle of imports', () => {
    expectNone(circles(graph))
    const closed = new Map([...graph, [`${root}/errors.ts`, [`${root}/values/meter.ts`]]])
    expect(circles(closed).length).toBeGreaterThan(0)
  })

  it('calls types by their names', () => {
    const bare = /\b(?:type|code) ?(?:===|!==|<=?|>=?) ?[1-9]|\b(?:atom|vector|vectorOf|castTo)\(\d/
    expectNone(linesMatching(files.filter(isInterpreted), bare, 'name the type'))
  })
})

describe('q problems', () => {
  it('make tasks without the interpreter, since the server makes them on its event loop', () => {
    const making = sources.filter(
      ({ path }) => path.startsWith('src/sim/q-problems/') && !/\/judge\/|\.test\./.test(path),
    )
    expect(making.length).toBeGreaterThan(20)
    expectNone(
      making.flatMap((file) =>
        valueImportsOf(file)
          .filter(({ text }) => /\/(q|judge)\//.test(text))
          .map(({ line, text }) => `${file.path}:${line}: imports ${text}`),
      ),
    )
  })
})

/** Where `code` is the code of a character, and where types are read as q writes them. */
const isInterpreted = ({ path }: TextFile): boolean =>
  !/\/(?:json|display\/strings|serialize\/read|values\/types|casts\/cast)/.test(path)

const ONLY_RANDOM: Banned = { ...BANNED, mathMembers: new Set(['random']) }
const bannedFor = (path: string): Banned => (TOLERANCE_BASED.has(path) ? ONLY_RANDOM : BANNED)

function wrongArrows(file: TextFile): string[] {
  const room = roomOf(file.path)
  const allowed = ROOMS[room]
  return importsOf(file).flatMap(({ line, text }) => {
    if (!text.startsWith('.')) return []
    const target = posix.normalize(posix.join(dirname(file.path), text))
    if (!target.startsWith('src/')) return [`${file.path}:${line}: ${target} is outside src`]
    const other = roomOf(target)
    if (allowed === undefined || other === room || allowed.includes(other)) return []
    return [`${file.path}:${line}: ${room} may not import ${target}`]
  })
}

describe('determinism', () => {
  const pure = sources.filter(
    ({ path }) => ['sim', 'tools', 'env'].includes(roomOf(path)) && !isTest(path),
  )

  it('has no clock, chance, locale or outside world in sim, tools and env', () => {
    const problems = pure.flatMap((file) =>
      bannedIn(file, bannedFor(file.path)).map(
        ({ line, text }) => `${file.path}:${line}: ${text} is banned here`,
      ),
    )
    expectNone(problems)
  })

  it('imports nothing there but zod, the seeded generator and, for rows, SHA-256', () => {
    const problems = pure.flatMap((file) =>
      importsOf(file)
        .filter(({ text }) => !/^(\.|zod$|seedrandom\/)/.test(text))
        .filter(({ text }) => !(file.path === 'src/env/row.ts' && text === 'node:crypto'))
        .map(({ line, text }) => `${file.path}:${line}: "${text}" is banned here`),
    )
    expectNone(problems)
  })
})

describe('sizes', () => {
  it('keeps files short', () => {
    const problems = everything
      .filter(({ path }) => !isTest(path) && !isTable(path))
      .filter(({ lines }) => lines.length > FILE_LINES_MAX)
      .map(({ path, lines }) => `${path}:${FILE_LINES_MAX}: ${lines.length} lines`)
    expectNone(problems)
  })

  it('keeps functions on one screen', () => {
    const long = everything.filter(({ lines }) => lines.length > FUNCTION_LINES_MAX)
    const problems = long.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
        .map(({ line, lines, name }) => `${file.path}:${line}: ${name} has ${lines} lines`),
    )
    expectNone(problems)
  })

  it('keeps lines within the columns', () => {
    const problems = everything
      .filter(({ path }) => !isTable(path))
      .flatMap(({ path, lines }) =>
        lines.flatMap((line, index) =>
          line.length > LINE_COLUMNS_MAX && [...line].length > LINE_COLUMNS_MAX
            ? [`${path}:${index + 1}: ${[...line].length} columns`]
            : [],
        ),
      )
    expectNone(problems)
  })
})

describe('leftovers', () => {
  it('has no marks of unfinished work', () => {
    const marks = /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/
    expectNone(linesMatching([...everything, ...documents], marks, 'unfinished'))
  })

  it('has no test that runs alone or not at all', () => {
    const marks = /\b(it|test|describe)\.(only|skip|todo)\(/
    expectNone(linesMatching(everything, marks, 'left in'))
  })

  it('asks no plain object for names from outside: `byName` has nothing but its entries', () => {
    const plain = /: (Readonly<)?(Partial<)?(Readonly<)?Record<string,[^=;]*>+ = \{\n/
    expectNone(
      typeScriptUnder('src')
        .filter(({ path }) => /^src\/(sim|tools|env|wire|server)\//.test(path) && !isTest(path))
        .filter(({ text }) => plain.test(text.replaceAll(/^ .*\n/gm, '')))
        .map(({ path }) => path),
    )
  })

  it('silences no check of types', () => {
    expectNone(linesMatching(everything, /@ts-(ignore|nocheck|expect-error)/, 'fix the type'))
  })

  it('opens SQLite in one place, which keeps what Node 24 must not collect', () => {
    const opened = everything
      .filter(({ path }) => path !== 'src/store/sqlite/pinned-database.ts')
      .filter(({ text }) => /^import \w+ from 'better-sqlite3'/m.test(text))
    expectNone(linesMatching(opened, /\bnew Database\(/, 'use openPinnedDatabase'))
  })

  it('prints to the console in the command line and the benchmarks only', () => {
    const quiet = sources.filter(({ path }) => roomOf(path) !== 'cli')
    expectNone(linesMatching(quiet, /\bconsole\.\w+\(/, 'use the log'))
  })

  it('does not speak of folders outside the project', () => {
    const outside = /\/work\/[a-z]|\.\.\/shared\b|\.library\b/
    const files = [...everything, ...documents].filter(({ path }) => path !== 'test/tidy.test.ts')
    expectNone(linesMatching(files, outside, 'outside the project'))
  })
})

describe('tests', () => {
  it('begin with one sentence on what they guard', () => {
    const problems = everything
      .filter(({ path }) => path.endsWith('.test.ts'))
      .filter(({ text }) => !/^(\/\/ [A-Z].*\.\n|\/\*\* [A-Z][^*]*\. \*\/\n)/.test(text))
      .map(({ path }) => `${path}:1: begin with a sentence on what the tests guard`)
    expectNone(problems)
  })

  it('put no module in the place of another: test files share them once they are loaded', () => {
    expectNone(linesMatching(everything, /\bvi\.(do)?[Mm]ock\(/, 'use vi.spyOn on an object'))
  })

  it('have the common limit, which a busy machine never reaches', () => {
    const tests = everything.filter(({ path }) => /\.(test|contract)\.ts$/.test(path))
    expectNone(linesMatching(tests, /^\s*\}, \d+_000\)$/, 'leave the limit to vitest.config.ts'))
  })

  it('that are long are there: no other suite would run what is named wrongly', () => {
    expect(LONG_TESTS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('start real servers in few files; the others put one together in process', () => {
    const ours = everything.filter(({ path }) => isTest(path) || SERVER_STARTERS.has(path))
    const graph = importGraph(ours, valueImportsOf)
    const starts = (path: string, seen = new Set<string>()): boolean => {
      if (SERVER_STARTERS.has(path)) return true
      if (!isTest(path) || seen.has(path)) return false
      seen.add(path)
      return (graph.get(path) ?? []).some((target) => starts(target, seen))
    }
    const files = [...graph.keys()].filter((path) => path.endsWith('.test.ts') && starts(path))
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(SERVER_FILES_MAX)
  })
})

describe('environments', () => {
  it('have the same files in each folder', () => {
    const folders = new Set(
      pathsUnder('src/env')
        .filter((path) => path.split('/').length > 3)
        .map((path) => path.split('/')[2] as string),
    )
    const others = ['mock', 'conformance', 'critics', 'learner', 'python', 'openenv', 'dialects']
    for (const other of others) folders.delete(other)
    const problems = [...folders].flatMap((folder) =>
      ENVIRONMENT_FILES.filter((name) => !existsSync(join(ROOT, 'src/env', folder, name))).map(
        (name) => `src/env/${folder}/${name}:1: is missing`,
      ),
    )
    expectNone(problems)
  })
})

describe('data', () => {
  it('is listed in a manifest with its checksum', () => {
    expectNone(pathsUnder('data').flatMap(wrongData))
  })

  it('is all there', () => {
    const problems = pathsUnder('data')
      .filter((path) => path.endsWith('manifest.json'))
      .flatMap((path) => {
        const { files } = JSON.parse(readText(path).text) as Manifest
        return files
          .filter((file) => !existsSync(join(ROOT, dirname(path), file.path)))
          .map((file) => `${path}:1: ${file.path} is listed and does not exist`)
      })
    expectNone(problems)
  })
})

interface Manifest {
  readonly files: readonly { readonly path: string; readonly sha256: string }[]
}

function wrongData(path: string): string[] {
  if (path.endsWith('manifest.json')) return []
  const folder = manifestFolder(path)
  if (folder === undefined) return [`${path}:1: no manifest.json in its folder or above`]
  const { files } = JSON.parse(readText(`${folder}/manifest.json`).text) as Manifest
  const listed = files.find((file) => file.path === posix.relative(folder, path))
  if (listed === undefined) return [`${path}:1: not listed in ${folder}/manifest.json`]
  const sha256 = createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
  return sha256 === listed.sha256 ? [] : [`${path}:1: has sha256 ${sha256}, listed is another`]
}

function manifestFolder(path: string): string | undefined {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(ROOT, folder, 'manifest.json'))) return folder
  }
  return undefined
}

describe('the bundle', () => {
  it('has an entry for every module that is started as a thread', () => {
    const { text } = readText('bundle.mjs')
    const starts = /new URL\('\.\/([a-z-]+)\.js', import\.meta\.url\)|workerModule\('([a-z-]+)'/g
    const problems = sources
      .filter(({ path }) => !isTest(path))
      .flatMap((file) => [...file.text.matchAll(starts)].map((match) => match[1] ?? match[2]))
      .filter((name) => !text.includes(`/${name}.ts'`))
    expectNone(problems.map((name) => `${name} is started as a thread and not bundled`))
  })
})

describe('documents', () => {
  const { scripts } = JSON.parse(readText('package.json').text) as {
    scripts: Record<string, string>
  }

  const isSuite = (name: string): boolean =>
    name.startsWith('suite ') && name.slice('suite '.length) in SUITES

  it('name scripts and suites that exist', () => {
    const problems = documents.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        [...line.matchAll(/npm run ((?:suite )?[a-z][a-z0-9:-]*)/g)]
          .map((match) => match[1] as string)
          .filter((name) => scripts[name] === undefined && !isSuite(name))
          .map((name) => `${path}:${index + 1}: there is no script ${name}`),
      ),
    )
    expectNone(problems)
  })

  const anchorsOf = ({ lines }: TextFile): ReadonlySet<string> =>
    new Set(
      lines
        .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
        .map((heading) =>
          heading
            .toLowerCase()
            .replace(/[^\p{L}\p{N}\s_-]/gu, '')
            .replace(/\s/g, '-'),
        ),
    )

  it('are there where a message or a comment names one', () => {
    const problems = everything.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        [...line.matchAll(/\bdocs\/[a-z/-]+\.md\b/g)]
          .filter(([page]) => !existsSync(join(ROOT, page)))
          .map(([page]) => `${path}:${index + 1}: there is no ${page}`),
      ),
    )
    expectNone(problems)
  })

  it('link to files and headings that exist', () => {
    const problems = documents.flatMap((document) =>
      document.lines.flatMap((line, index) =>
        [...line.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)]
          .filter(([, link]) => !/^[a-z]+:/.test(link as string))
          .filter(([, link, anchor]) => !exists(document, link as string, anchor))
          .map(([, link, anchor]) => `${document.path}:${index + 1}: no ${link}#${anchor ?? ''}`),
      ),
    )
    expectNone(problems)
  })

  function exists(document: TextFile, link: string, anchor: string | undefined): boolean {
    const path = join(dirname(document.path), link)
    if (link !== '' && !existsSync(join(ROOT, path))) return false
    if (anchor === undefined || !/^$|\.md$/.test(link)) return true
    return anchorsOf(link === '' ? document : readText(path)).has(anchor)
  }
})
