import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { consolePath, exitCodePath, type RunStart } from './record.ts'

/** The local process of a run. */
type RunProcess = NonNullable<RunStart['process']>

/** Lives as long as the script, ignores TERM, and writes its exit code to a file. */
const KEEPER = `trap true TERM INT
"$@"
code=$?
echo "$code" > "$EXIT_FILE.part" && mv "$EXIT_FILE.part" "$EXIT_FILE"`

/** Inputs of a process. */
interface ProcessOptions {
  /** Where the files of the run are. */
  readonly launchFolder: string
  /** Folder for console output and exit code. */
  readonly folder: string
  readonly number: number
  readonly entrypoint: readonly string[]
  /** Passed by value and never written to disk. */
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Starts a run as a process group that outlives this process.
 *
 * @throws the error of the system if there is no shell
 */
export async function startProcess(options: ProcessOptions): Promise<RunProcess> {
  const { launchFolder, folder, number, entrypoint, secrets } = options
  const outputDescriptor = openSync(consolePath(folder, number), 'a')
  try {
    const child = spawn('bash', ['-c', KEEPER, 'run', ...entrypoint], {
      cwd: launchFolder,
      env: { ...process.env, ...secrets, EXIT_FILE: exitCodePath(folder, number) },
      stdio: ['ignore', outputDescriptor, outputDescriptor],
      detached: true,
    })
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    child.unref()
    const id = child.pid as number
    return { id, began: beganAt(id) ?? '', host: hostname() }
  } finally {
    closeSync(outputDescriptor)
  }
}

/** Start time of a process in kernel ticks; undefined if there is none. */
function beganAt(id: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name, in parentheses, may contain anything. Fields after it have fixed positions.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return existsSync('/proc/self/stat') ? undefined : signalled(id)
  }
}

const signalled = (id: number): string | undefined => {
  try {
    process.kill(id, 0)
    return ''
  } catch {
    return undefined
  }
}

/** Whether the same process still runs. */
export const isAlive = ({ id, began }: RunProcess): boolean => beganAt(id) === began

/** Asks the whole group to end, and kills it after a time limit in milliseconds. */
export async function endProcess(run: RunProcess, timeoutMs: number): Promise<void> {
  signal(run, 'SIGTERM')
  const endMs = Date.now() + timeoutMs
  while (isAlive(run) && Date.now() < endMs) await pause(100)
  if (isAlive(run)) signal(run, 'SIGKILL')
  while (isAlive(run) && Date.now() < endMs + 5_000) await pause(50)
}

function signal(run: RunProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (!isAlive(run)) return
  try {
    process.kill(-run.id, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The exit code of a start; undefined until it exists. */
export function readExitCode(folder: string, number: number): number | undefined {
  const path = exitCodePath(folder, number)
  return existsSync(path) ? Number(readFileSync(path, 'utf8').trim()) : undefined
}
