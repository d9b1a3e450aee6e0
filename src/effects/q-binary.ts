import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isRightValue } from '../sim/q-problems/judge/judge.ts'
import type {
  GradeAnswer,
  GradeRequest,
  QRequest,
  QTest,
  RunAnswer,
  TestAnswer,
} from '../sim/q-problems/judge/request.ts'
import { failedAnswer } from './performer.ts'
import { answered, type QPerformer, readQRequest } from './q.ts'
import { type ProcessEnd, runProcess } from './q-process.ts'
import {
  fileScript,
  type HarnessText,
  readHarness,
  runHarness,
  testHarness,
  valueHarness,
} from './q-script.ts'

/** Which q, and how much of it. */
export interface QBinaryOptions {
  /** The licensed q program. */
  readonly path: string
  /** Words before the options of q, for tests. */
  readonly leading?: readonly string[]
  /** The bubblewrap program, to keep q away from the network and the files; default: none. */
  readonly bubblewrap?: string
  /** Processes at a time. Default 3: of several principals, each leaves one to the others. */
  readonly processes?: number
  /** `QHOME`, `QLIC` and what else q needs; nothing of this program's environment is passed on. */
  readonly environment?: Readonly<Record<string, string>>
  /** How long q may take to begin a script before it is started again. Default 20,000. */
  readonly startMs?: number
}

/** Trouble of the machine, its licence or its q: nobody's wrong answer. */
class QFault extends Error {}

const DEADLINE_MS = 120_000
/** Processes at a time: of several principals, each leaves one to the others. */
export const Q_PROCESSES = 3
/** How often q is started, one time after the other, until it begins a script. */
const STARTS_MAX = 3
const SHOWN_CHARACTERS_MAX = 2_000

/**
 * The performer of kind `q` that runs a licensed q: a process for each script and each test, in a
 * folder of its own, with nothing to read, killed with all that it started. Loading, printing and
 * calling are as with the interpreter; steps, items and depth are limited by time and memory alone.
 */
export function qBinaryPerformer(options: QBinaryOptions): QPerformer {
  return {
    kind: 'q',
    deadlineMs: DEADLINE_MS,
    concurrency: options.processes ?? Q_PROCESSES,
    close: async () => {},
    async perform({ input }, signal) {
      const request = readQRequest(input)
      if (typeof request === 'string') return failedAnswer('refused', request)
      try {
        return answered(
          request.op === 'run'
            ? await runScript(options, request, signal)
            : await gradeScript(options, request, signal),
        )
      } catch (error) {
        if (error instanceof QFault) return failedAnswer('unavailable', error.message)
        throw error
      }
    },
  }
}

async function runScript(
  options: QBinaryOptions,
  request: Extract<QRequest, { op: 'run' }>,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const { end, text } = await inFolder(options, request, request.code, runHarness, signal)
  const output = text.output.slice(0, request.limits.output)
  const error = text.load === undefined ? whyStopped(end) : text.load
  return error === ''
    ? { output, error: null, error_text: '' }
    : { output, error, error_text: `'${error}` }
}

async function gradeScript(
  options: QBinaryOptions,
  request: GradeRequest,
  signal: AbortSignal,
): Promise<GradeAnswer> {
  const tests: TestAnswer[] = []
  let loadError: string | null = null
  for (const test of request.tests) {
    const unloaded = { passed: false, shown: '', wanted: test.console ?? '' }
    if (loadError !== null) {
      tests.push({ ...unloaded, error: loadError })
      continue
    }
    const harness = (mark: string): string => testHarness(mark, request.entry, test.arguments)
    const { end, text } = await inFolder(options, request, request.code, harness, signal)
    loadError = text.load === undefined ? whyStopped(end) : text.load || null
    if (loadError !== null) tests.push({ ...unloaded, error: loadError })
    else tests.push(await verdict(options, request, test, end, text, signal))
  }
  return { load_error: loadError, tests }
}

async function verdict(
  options: QBinaryOptions,
  request: GradeRequest,
  test: QTest,
  end: ProcessEnd,
  text: HarnessText,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const expectedConsole =
    test.console ?? (await runForConsole(options, request, test.expected ?? '', signal))
  if (text.value === undefined || text.shown === undefined) {
    const error = text.error ?? whyStopped(end)
    return { passed: false, shown: '', wanted: expectedConsole, error }
  }
  const isText = request.comparison === 'console' || test.expected === null
  const hasPassed =
    (isText && text.shown === expectedConsole.trim()) ||
    (request.comparison === 'value' && isRightValue(text.value, test, request.limits))
  return {
    passed: hasPassed,
    shown: text.shown.slice(0, SHOWN_CHARACTERS_MAX),
    wanted: expectedConsole,
    error: null,
  }
}

/** What q itself shows for the right result, in a process that no candidate was loaded into. */
async function runForConsole(
  options: QBinaryOptions,
  request: GradeRequest,
  expression: string,
  signal: AbortSignal,
): Promise<string> {
  const harness = (mark: string): string => valueHarness(mark, expression)
  const { text } = await inFolder(options, request, '', harness, signal)
  if (text.shown === undefined) throw new QFault(`q cannot show the result of a test`)
  return text.shown
}

const whyStopped = ({ stopped, stderr }: ProcessEnd): string => {
  if (stopped !== null) return stopped === 'time' ? 'stop' : 'limit'
  return /-w abort|wsfull/.test(stderr) ? 'wsfull' : 'exit'
}

/** Runs a harness beside a candidate; once more if q did not begin in time. */
async function inFolder(
  options: QBinaryOptions,
  request: QRequest,
  code: string,
  harness: (mark: string) => string,
  signal: AbortSignal,
): Promise<{ end: ProcessEnd; text: HarnessText }> {
  for (let starts = 1; ; starts++) {
    const ran = await inFreshFolder(options, request, code, harness, signal)
    if (ran.text.begun) return ran
    if (ran.end.stopped !== 'start' || starts === STARTS_MAX) throw new QFault(whyNotBegun(ran.end))
  }
}

/** Runs a harness beside a candidate in a folder that is gone afterwards. */
async function inFreshFolder(
  options: QBinaryOptions,
  { limits, files = {} }: QRequest,
  code: string,
  harness: (mark: string) => string,
  signal: AbortSignal,
): Promise<{ end: ProcessEnd; text: HarnessText }> {
  const mark = `#${randomUUID()} `
  const folder = await mkdtemp(join(tmpdir(), 'backchannel-q-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await writeFile(join(folder, 'candidate.q'), fileScript(code))
    await writeFile(join(folder, 'harness.q'), harness(mark))
    const end = await start(options, folder, mark, limits, signal)
    return { end, text: readHarness(end.stdout, mark) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The harness prints before anything of the candidate can, so q itself is to blame. */
const whyNotBegun = ({ stdout, stderr, stopped }: ProcessEnd): string =>
  stopped === 'start'
    ? 'q did not begin in time; try again later'
    : /licen[cs]e|k4\.lic|kc\.lic/i.test(stdout + stderr)
      ? 'q has no valid licence; see QLIC'
      : 'q ended before it ran anything; see QHOME'

async function start(
  { path, leading = [], bubblewrap, environment = {}, startMs = 20_000 }: QBinaryOptions,
  folder: string,
  mark: string,
  { milliseconds, megabytes, output }: QRequest['limits'],
  signal: AbortSignal,
): Promise<ProcessEnd> {
  const flags = ['-q', '-c', '25', '80', '-P', '7', '-w', String(megabytes)]
  const words = [path, ...leading, 'harness.q', ...flags]
  const [program, ...args] = bubblewrap === undefined ? words : confined(bubblewrap, folder, words)
  try {
    return await runProcess(
      {
        path: program as string,
        args,
        folder,
        environment: { LC_ALL: 'C.UTF-8', HOME: folder, ...environment },
        mark,
        startMs,
        timeoutMs: milliseconds,
        outputBytesMax: 4 * output + 1_000_000,
      },
      signal,
    )
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === '') throw error
    throw new QFault(`q could not be started (${code})`)
  }
}

/** The same words within bubblewrap: no network, nothing to write but the folder. */
const confined = (bubblewrap: string, folder: string, words: readonly string[]): string[] => [
  bubblewrap,
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
  ...['--bind', folder, folder, '--chdir', folder, '--unshare-all', '--die-with-parent', '--'],
  ...words,
]
