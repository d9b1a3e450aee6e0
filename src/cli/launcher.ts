import { readFileSync } from 'node:fs'

/** How often the launcher is looked for. */
const LOOK_MS = 250

/** What the system says of a process. */
interface Standing {
  readonly parent: number
  readonly group: number
}

/** Where a process stands among others; undefined if it has ended, or outside Linux. */
function standingOf(pid: number): Standing | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), group: Number(fields[2]) }
  } catch {
    return undefined
  }
}

/** Whether a process is a shell that runs one command, as package runners use it. */
function isCommandShell(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')[1] === '-c'
  } catch {
    return false
  }
}

/** npm, npx, pnpm and yarn name themselves to what they run. */
const isLaunched = (environment: NodeJS.ProcessEnv): boolean =>
  environment.npm_execpath !== undefined || environment.npm_config_user_agent !== undefined

/**
 * Calls back once when the package runner that started this program has ended. npm and npx start
 * programs through a shell. A signal to them ends the shell, which does not pass it on. A program
 * that nobody but a user or a service manager started outlives them, and so does one that leads a
 * process group of its own: somebody detached it.
 *
 * @returns stops looking
 */
export function whenLauncherEnds(callback: () => void): () => void {
  const own = standingOf(process.pid)
  if (!isLaunched(process.env) || own?.group === process.pid) return () => undefined
  const parent = process.ppid
  const runner = isCommandShell(parent) ? standingOf(parent)?.parent : undefined
  const isGone = (): boolean =>
    process.ppid !== parent || (runner !== undefined && standingOf(parent)?.parent !== runner)
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    callback()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
