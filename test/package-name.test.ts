// Guards that no command, import or image of the project can fetch another project's package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pathsUnder, ROOT, readText } from './tidy/files.ts'

/** Names of other projects on npm and PyPI, perhaps with a version or extras. */
const FOREIGN = /^backchannel(-sdk|-mcp)?([@[=<>~!].*)?$/

/** Programs that download what they are asked to run, with their options that prevent it. */
const RUNNERS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:npx|npm exec|npm x)\b(.*)/, /^(--no|--no-install|--offline)$/],
  [/\b(?:pnpx|pnpm dlx|yarn dlx|bunx|uvx|uv tool run|pipx run)\b(.*)/, /^--offline$/],
]
/** An option that names the package itself, so that the next word is only a command. */
const PACKAGE_OPTION = /^(-p|--package|--from|--with)$/

/** Programs all of whose words may be names of packages or images. */
const FETCHERS: readonly RegExp[] = [
  /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|create|init)\b(.*)/,
  /\b(?:uv )?(?:pip|pip3|pipx|poetry|uv|conda) (?:install|add|wheel|download|inject)\b(.*)/,
  /\b(?:docker|podman|nerdctl) (?:run|pull|build|create|push)\b(.*)/,
  /^\s*FROM\b(.*)/,
  /`FROM (.*)/,
  /^\s*-?\s*image:(.*)/,
]

/** Module specifiers of JavaScript, in code and in the text about it. */
const SPECIFIER = /(?:from|import|import\(|require\() ?['"`]backchannel(?:\/[^'"`]*)?['"`]/
const EXPORT = /['"`]backchannel\/(?:client|env|q|grade)\b[^'"`]*['"`]/

/** The words of a command up to its end, without quotes. */
const wordsOf = (rest: string): string[] =>
  (rest.split(/[`;|&)]|\s#/)[0] ?? '')
    .split(/[\s,"'[\]{}]+|(?<=")/)
    .filter((word) => word !== '' && word !== 'args' && word !== ':')

/** Whether a line can fetch a package, a module or an image that is not this project's. */
function fetchesForeign(line: string): boolean {
  for (const [program, prevents] of RUNNERS) {
    const words = wordsOf((program.exec(line)?.[1] ?? '').replace(/^"?, *"args": */, ' '))
    const first = words.findIndex((word) => !word.startsWith('-'))
    const options = first < 0 ? words : words.slice(0, first)
    if (options.some((word) => prevents.test(word))) continue
    const isNamed = options.some((word) => PACKAGE_OPTION.test(word) || word.includes('package='))
    const packages = words.filter((_, index) =>
      index === first && !isNamed ? true : PACKAGE_OPTION.test(words[index - 1] ?? ''),
    )
    if (packages.some((word) => FOREIGN.test(word))) return true
  }
  for (const program of FETCHERS) {
    const rest = program.exec(line)?.[1]?.split(/[`;|&]/)[0]
    if (rest?.split(/[\s"']+/).some((word) => FOREIGN.test(word))) return true
  }
  return SPECIFIER.test(line) || EXPORT.test(line)
}

/** Lines as a shell reads them: one that ends in a backslash goes on. */
const shellLines = (text: string): string[] => text.replace(/\\\n\s*/g, ' ').split('\n')

const OWN = 'test/package-name.test.ts'
const TEXTS = /\.(md|tsx?|mts|cts|m?js|py|sh|ya?ml|json|toml|txt|html)$|(^|\/)(Dockerfile|run)$/

describe('the names of the packages', () => {
  it.each([
    'npx backchannel serve',
    'npx --yes backchannel serve',
    'npx backchannel@1 serve',
    '"command": "npx", "args": ["backchannel", "mcp"]',
    'npm exec backchannel',
    'npm install backchannel',
    'npm i -g backchannel',
    'pip install backchannel[verl]',
    'pip install "backchannel[verl]>=1"',
    'uv pip install backchannel-sdk',
    'uvx backchannel-mcp',
    'uvx --from backchannel python agent.py',
    'docker run -p 8000:8000 -v backchannel:/data backchannel',
    '  image: backchannel',
    "import { connect } from 'backchannel/client'",
    "const LIBRARY = 'backchannel/env'",
  ])('are found where a stranger would be fetched: %s', (line) => {
    expect(fetchesForeign(line)).toBe(true)
  })

  it.each([
    'npx --no-install backchannel serve',
    'npx --allow-scripts=better-sqlite3 --package ./backchannel-rl-0.2.0.tgz backchannel serve',
    'npx backchannel-rl serve',
    '"command": "npx", "args": ["--no-install", "backchannel", "mcp"]',
    './node_modules/.bin/backchannel serve',
    'pip install "backchannel-rl[verl]"',
    'docker run -v backchannel:/data localhost/backchannel-rl node bin/backchannel serve',
    'uvx --from inspect-ai inspect eval backchannel/phone_call',
    "import { connect } from 'backchannel-rl/client'",
    'from backchannel import connect',
  ])('are allowed where they are ours: %s', (line) => {
    expect(fetchesForeign(line)).toBe(false)
  })

  it('fetch nothing of a stranger anywhere in code, documents and settings', () => {
    const found = pathsUnder('.')
      .filter((path) => TEXTS.test(path) && path !== OWN && !path.startsWith('data/'))
      .flatMap((path) =>
        shellLines(readText(path).text)
          .filter(fetchesForeign)
          .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
      )
    expect(found.join('\n')).toBe('')
  })

  it('are one in both registries, and npx finds a program of that name in ours', () => {
    const own = JSON.parse(readText('package.json').text)
    const python = readText('src/train-bridge/python/pyproject.toml').text
    expect(python).toContain(`\nname = "${own.name}"\n`)
    expect(own.name).not.toMatch(FOREIGN)
    expect(Object.keys(own.bin)).toEqual(['backchannel', own.name])
    for (const file of Object.values<string>(own.bin)) readFileSync(join(ROOT, file))
  })

  it('name no image in deploy that a public registry could serve', () => {
    const compose = parse(readText('deploy/compose.yaml').text, { merge: true })
    const server = compose.services['server-1']
    expect([server.pull_policy, server.image]).toEqual(['build', 'localhost/backchannel-rl'])
    // The ending .example is reserved: an image there must be replaced before it can be fetched.
    expect(readText('deploy/kubernetes.yaml').text).toMatch(/image: registry\.example\//)
  })
})
