import { startAtOnce, type WorldAtOnce } from '../effects/python/at-once.ts'
import { PythonWorldDefect } from '../effects/python/worker.ts'
import { WorldFailure } from '../env/failure.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { AskPython } from '../env/python/audit.ts'
import { pythonEnvironment } from '../env/python/index.ts'
import { steadyAnswer } from '../env/python/steady.ts'
import type { ExecuteEffect } from '../env/replay.ts'
import type { PythonWorldSettings } from '../server/config/python-world.ts'
import { parseDescription, workerOptions } from '../server/python-worlds.ts'
import { tasksOnDemand } from './python-tasks.ts'

/** Python worlds that this command line calls itself, even if a server also serves them. */
export interface WorldsHere {
  readonly environments: readonly AnyEnvironment[]
  /** Worlds whose code was found but is broken, with the reason. */
  readonly broken: readonly BrokenWorld[]
  /** Replays their steps. */
  readonly execute: ExecuteEffect
  close(): void
}

export interface BrokenWorld {
  readonly module: string
  readonly message: string
}

/**
 * Starts the processes of Python worlds for this command line.
 *
 * @param isCompared whether two processes play each call and must agree, and whether worlds that
 * cannot be played are reported rather than thrown
 * @throws PythonWorldError
 */
export async function startWorldsHere(
  settings: readonly PythonWorldSettings[],
  isCompared: boolean,
): Promise<WorldsHere> {
  const running: WorldAtOnce[] = []
  const broken: BrokenWorld[] = []
  const asks = new Map<string, { readonly ask: AskPython; readonly digest: string }>()
  const close = (): void => {
    for (const world of running) world.close()
  }
  const start = async (worldSettings: PythonWorldSettings): Promise<AnyEnvironment> => {
    const print = linePrinter(worldSettings.module)
    const world = await startAtOnce({ world: workerOptions(worldSettings), isCompared, print })
    running.push(world)
    const description = parseDescription(world.hello, worldSettings.module)
    const ask: AskPython = (call, input) => {
      const { answer, twin } = world.ask({ call, input })
      return steadyAnswer(call, answer, twin)
    }
    asks.set(description.id, { ask, digest: description.digest })
    return pythonEnvironment(description, { ask, tasks: tasksOnDemand(description, ask) })
  }
  try {
    const environments: AnyEnvironment[] = []
    for (const worldSettings of settings) {
      try {
        environments.push(await start(worldSettings))
      } catch (error) {
        const isDefect = error instanceof PythonWorldDefect || error instanceof WorldFailure
        if (!isCompared || !isDefect) throw error
        broken.push({ module: worldSettings.module, message: error.message })
      }
    }
    return { environments, broken, execute: createExecutor(asks), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Prints a world's output and why it failed, each once, because one defect fails many calls. */
function linePrinter(module: string): (line: string) => void {
  const printedLines = new Set<string>()
  return (line) => {
    if (printedLines.has(line) || printedLines.size >= PRINTED_MAX) return
    printedLines.add(line)
    const isLast = printedLines.size === PRINTED_MAX
    process.stderr.write(`${module}: ${isLast ? 'and more, which is left out' : line}\n`)
  }
}

const PRINTED_MAX = 200

function createExecutor(
  asks: ReadonlyMap<string, { readonly ask: AskPython; readonly digest: string }>,
): ExecuteEffect {
  return ({ kind, profile = '', input, attached = {} }) => {
    if (kind !== 'python') return undefined
    const world = asks.get(profile)
    if (world === undefined) throw new Error(`the config names no world ${profile}`)
    if (world.digest !== input.digest) throw new Error(`the code of ${profile} was another one`)
    const answer = world.ask(String(input.call), attached)
    if (answer.status === 'failed' && answer.reason === 'unavailable')
      throw new Error(answer.message)
    return answer
  }
}
