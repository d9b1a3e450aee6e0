import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { JsonObject } from '../../sim/json.ts'
import { loaderOf, workerModule } from '../worker-module.ts'
import type { AtOnceAnswered, AtOnceAsked, AtOnceThreadData } from './at-once-thread.ts'
import type { PythonWorldOptions } from './options.ts'
import { PythonWorldDefect, PythonWorldError } from './worker.ts'

/** A world in Python that answers on the spot, for command lines: nobody else waits there. */
export interface WorldAtOnce {
  /** What the world says of itself. */
  readonly hello: JsonObject
  ask(asked: AtOnceAsked): Omit<AtOnceAnswered, 'printed'>
  close(): void
}

interface AtOnceOptions {
  readonly world: PythonWorldOptions
  /** Whether a second process plays every call too and must answer the same. */
  readonly isCompared?: boolean
  /** Told what the world prints, and why it failed. */
  readonly print: (line: string) => void
}

/** Starts, retries and a twin's calls take less. */
const WAIT_MS = 90_000

/**
 * Starts a world whose answers this thread stands still for. The processes are led by a thread.
 *
 * @throws PythonWorldError if the world cannot be started
 */
export async function startAtOnce({
  world,
  isCompared = false,
  print,
}: AtOnceOptions): Promise<WorldAtOnce> {
  const { port1: here, port2: port } = new MessageChannel()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const workerData: AtOnceThreadData = { world, isCompared, port, flag }
  const { url, execArgv } = threadFile()
  const thread = new Worker(url, { workerData, transferList: [port], execArgv })
  thread.unref()
  const receive = (): AtOnceAnswered => {
    for (;;) {
      const received = receiveMessageOnPort(here) as { message: AtOnceAnswered } | undefined
      if (received !== undefined) {
        for (const line of received.message.printed) print(line)
        return received.message
      }
      // The flag may still be up for a message that is gone: then this looks once more.
      if (Atomics.wait(flag, 0, 0, WAIT_MS) === 'timed-out') throw new PythonWorldError(LATE)
      Atomics.store(flag, 0, 0)
    }
  }
  const close = (): void => here.postMessage('close')
  // Loading its modules needs this thread; only then may it stand still.
  const first = await new Promise<AtOnceAnswered>((resolve, reject) => {
    thread.once('error', reject)
    here.once('message', resolve)
  })
  here.unref()
  for (const line of first.printed) print(line)
  const { answer: hello } = first
  if (hello.status === 'failed') {
    close()
    if (hello.reason === 'invalid') throw new PythonWorldDefect(hello.message)
    throw new PythonWorldError(hello.message)
  }
  return {
    hello: hello.output as JsonObject,
    ask(asked) {
      here.postMessage(asked)
      const { printed: _, ...answered } = receive()
      return answered
    },
    close,
  }
}

const LATE = 'the processes of a world did not answer: look whether this machine is overloaded'

/** The thread as it was built, or from its source with the loader that runs sources. */
function threadFile(): { url: URL; execArgv: string[] } {
  const file = workerModule('at-once-thread', import.meta.url)
  if (loaderOf(file).length === 0) return { url: new URL(file), execArgv: [] }
  // The loader is there for what a thread imports, not for the file that it begins with.
  const load = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(file)})`
  return { url: new URL(`data:text/javascript,${encodeURIComponent(load)}`), execArgv: [] }
}
