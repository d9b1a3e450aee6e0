import { readFileSync } from 'node:fs'

/** How often to check whether the launcher still runs. */
const CHECK_MS = 250

/** What the system reports about a process. */
interface ProcessInfo {
  readonly parent: number
  readonly group: number
}

/** Parent and group of a process; undefined if it has ended, or outside Linux. */
function readProcess(pid: number): ProcessInfo | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name is in brackets and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), group: Number(fields[2]) }
  } catch {
    return undefined
  }
}

/** Whether a process is a shell that runs a single command, as package runners use it. */
function isCommandShell(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')[1] === '-c'
  } catch {
    return false
  }
}

/** npm, npx, pnpm and yarn set a variable for the programs that they run. */
const isLaunched = (environment: NodeJS.ProcessEnv): boolean =>
  environment.npm_execpath !== undefined || environment.npm_config_user_agent !== undefined

/**
 * Calls back once when the package runner that started this program has ended. npm and npx start
 * programs through a shell. A signal to them ends the shell, which does not forward it. Does
 * nothing if a user or a service manager started the program, or if the program leads its own
 * process group, because then somebody detached it.
 *
 * @returns a function that stops the check
 */
export function whenLauncherEnds(callback: () => void): () => void {
  const launcher = readProcess(process.pid)
  if (!isLaunched(process.env) || launcher?.group === process.pid) return () => undefined
  const parent = process.ppid
  const runner = isCommandShell(parent) ? readProcess(parent)?.parent : undefined
  const isGone = (): boolean =>
    process.ppid !== parent || (runner !== undefined && readProcess(parent)?.parent !== runner)
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    callback()
  }, CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
