import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyFiles } from '../../src/cli/q/mount.ts'
import { createSession, type FileSeeds, type Session } from '../../src/sim/q/index.ts'
import { stream } from '../../src/sim/random.ts'
import { causeOf, UNJUDGED } from './causes.ts'
import { fetched } from './fetch.ts'
import { folderOf, PROGRAMS, type Programs } from './programs.ts'
import { stepsOf, trimmed } from './transcripts.ts'

/**
 * Loads public programs, and replays the transcripts of their pages; prints what came of each as a
 * table. `--from NAME=FOLDER` takes a copy that is there; otherwise git fetches the commit. Causes
 * are told of `--draw` entries drawn with `--seed`, all that differ with `--failures`; a difference
 * that nobody has judged fails the run.
 */
const { values: options } = parseArgs({
  options: {
    from: { type: 'string', multiple: true, default: [] },
    failures: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    draw: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
})

const DEPTH_ON_MAIN_THREAD = 5_000

function folderFor({ name, repository, commit }: Programs): string {
  const given = options.from.find((text) => text.startsWith(`${name}=`))
  if (given !== undefined) return given.slice(name.length + 1)
  return fetched(name, repository, commit)
}

function sessionIn(files: FileSeeds, folder: string): Session {
  let endMs = Number.POSITIVE_INFINITY
  const session = createSession({
    files,
    limits: {
      fuel: 2_000_000_000,
      memoryMax: 2 ** 31,
      itemsMax: 20_000_000,
      depthMax: DEPTH_ON_MAIN_THREAD,
      outputMax: 1_000_000,
      interrupt: () => performance.now() > endMs,
    },
  })
  const startClock = (): void => {
    endMs = performance.now() + Number(options.seconds) * 1000
  }
  startClock()
  if (folder !== '') session.evaluate(`\\cd ${folder}`)
  return {
    ...session,
    evaluate: (code) => {
      startClock()
      return session.evaluate(code)
    },
    load: (code) => {
      startClock()
      return session.load(code)
    },
  }
}

/** Whether a page shows the same; consoles may be of other sizes, which cut lines elsewhere. */
function isSame(expected: string, output: string): boolean {
  const want = trimmed(expected).split('\n')
  const got = trimmed(output).split('\n')
  return want.length === got.length && want.every((line, i) => isSameLine(line, got[i] ?? ''))
}

function isSameLine(want: string, got: string): boolean {
  const left = want.replace(/\s+/g, ' ')
  const right = got.replace(/\s+/g, ' ')
  const shown = Math.min(beforeCut(left), beforeCut(right))
  return left.slice(0, shown) === right.slice(0, shown)
}

/** How much of a line is shown before the dots that stand for the rest of it. */
const beforeCut = (line: string): number =>
  line.endsWith('..') ? line.length - 2 : Number.POSITIVE_INFINITY

function tryPrograms(programs: Programs): void {
  const root = folderFor(programs)
  const all = copyFiles(root)
  const files = new Map([...all].filter(([path]) => !(path in programs.without)))
  const paths = [...files.keys()].filter((path) => !path.startsWith('.git/'))
  console.log(`\n## ${programs.name} at ${programs.commit.slice(0, 12)} (${programs.licence})\n`)
  console.log('| script | |\n|---|---|')
  for (const [path, why] of Object.entries(programs.without)) {
    if (existsSync(join(root, path))) console.log(`| ${path} | left out: ${why} |`)
  }
  for (const [folder, path] of programs.scripts(paths)) {
    const text = sessionIn(files, folder)
      .evaluate(`\\l /${path}`)
      .error?.text.trim()
      .replace(/\s+/g, ' ')
      .replaceAll('|', '\\|')
      .slice(0, 120)
    console.log(`| ${path} | ${text === undefined ? 'loads' : `\`${text}\``} |`)
  }
  const entries = programs.pages(paths).flatMap((path) => replayed(files, path))
  if (entries.length === 0) return
  const same = entries.filter(({ cause }) => cause === 'same').length
  console.log(`\n${same} of ${entries.length} entries of its pages print what the pages show.`)
  const drawn = stream(Number(options.seed), 0, 'q-programs')
    .shuffle(entries)
    .slice(0, Number(options.draw))
  console.log(
    `\nOf ${drawn.length} drawn with the seed ${options.seed}:\n\n| | entries |\n|---|---:|`,
  )
  const counts = new Map<string, number>()
  for (const { cause } of drawn) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  for (const [cause, count] of counts) console.log(`| ${cause} | ${count} |`)
  for (const { place } of entries.filter(({ cause }) => cause === UNJUDGED)) {
    console.log(`${place} differs, and nobody has judged why.`)
    process.exitCode = 1
  }
}

/** An entry of a page with what came of it. */
interface Entry {
  readonly place: string
  readonly cause: string
}

/** The entries of a page in one session. */
function replayed(files: FileSeeds, path: string): Entry[] {
  const session = sessionIn(files, folderOf(path))
  const entries: Entry[] = []
  for (const { line, input, expected } of stepsOf(new TextDecoder().decode(files.get(path)))) {
    if (expected === undefined) {
      session.load(input)
      continue
    }
    const { output, error } = session.evaluate(input)
    const isRight =
      error === undefined ? isSame(expected, output) : expected.includes(`'${error.name}`)
    const place = `${path}:${line}`
    entries.push({ place, cause: isRight ? 'same' : causeOf(place, input, error?.name) })
    if (!isRight && options.failures) {
      const shown = `${output}${error?.text ?? ''}`
      console.log(`\n${place}\nq)${input}\n${expected}\n--- here\n${shown}`)
    }
  }
  return entries
}

for (const programs of PROGRAMS) tryPrograms(programs)
