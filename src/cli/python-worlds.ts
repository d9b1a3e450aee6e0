import { startAtOnce, type WorldAtOnce } from '../effects/python/at-once.ts'
import type { AnyEnvironment } from '../env/environment.ts'
import { pythonEnvironment } from '../env/python/index.ts'
import type { AskPython } from '../env/python/players.ts'
import { steadyAnswer } from '../env/python/steady.ts'
import type { ExecuteEffect } from '../env/replay.ts'
import type { PythonWorldSettings } from '../server/config/python-world.ts'
import { descriptionOf, tasksOf, workerOptions } from '../server/python-worlds.ts'

/** Worlds in Python that this command line asks itself, whoever serves them. */
export interface WorldsHere {
  readonly environments: readonly AnyEnvironment[]
  /** Plays their steps again. */
  readonly execute: ExecuteEffect
  close(): void
}

/**
 * Starts the processes of worlds in Python for this command line.
 *
 * @param isCompared whether each call is played in two processes that must answer the same
 * @throws PythonWorldError
 */
export async function startWorldsHere(
  settings: readonly PythonWorldSettings[],
  isCompared: boolean,
): Promise<WorldsHere> {
  const running: WorldAtOnce[] = []
  const asks = new Map<string, { readonly ask: AskPython; readonly digest: string }>()
  const close = (): void => {
    for (const world of running) world.close()
  }
  const start = async (one: PythonWorldSettings): Promise<AnyEnvironment> => {
    const print = (line: string): void => void process.stderr.write(`${one.module}: ${line}\n`)
    const world = await startAtOnce({ world: workerOptions(one), isCompared, print })
    running.push(world)
    const description = descriptionOf(world.hello, one.module)
    const ask: AskPython = (call, input) => {
      const { answer, twin } = world.ask({ call, input })
      return steadyAnswer(call, answer, twin)
    }
    asks.set(description.id, { ask, digest: description.digest })
    const tasks = await tasksOf(description, (asked) => world.ask(asked).answer)
    return pythonEnvironment(description, { ask, tasks })
  }
  try {
    const environments: AnyEnvironment[] = []
    for (const one of settings) environments.push(await start(one))
    return { environments, execute: executorOf(asks), close }
  } catch (error) {
    close()
    throw error
  }
}

function executorOf(
  asks: ReadonlyMap<string, { readonly ask: AskPython; readonly digest: string }>,
): ExecuteEffect {
  return ({ kind, profile = '', input, attached = {} }) => {
    if (kind !== 'python') return undefined
    const known = asks.get(profile)
    if (known === undefined) throw new Error(`the config names no world ${profile}`)
    if (known.digest !== input.digest) throw new Error(`the code of ${profile} was another one`)
    const answer = known.ask(String(input.call), attached)
    if (answer.status === 'failed' && answer.reason === 'unavailable')
      throw new Error(answer.message)
    return answer
  }
}
