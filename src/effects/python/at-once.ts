import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { JsonObject } from '../../sim/json.ts'
import { loaderArguments, workerModule } from '../worker-module.ts'
import type { AtOnceAnswered, AtOnceAsked, AtOnceThreadData } from './at-once-thread.ts'
import type { PythonWorldOptions } from './options.ts'
import { PythonWorldDefect, PythonWorldError } from './worker.ts'

/** A Python world with synchronous answers, for command-line tools. */
export interface WorldAtOnce {
  /** The world's description. */
  readonly hello: JsonObject
  ask(request: AtOnceAsked): Omit<AtOnceAnswered, 'printed'>
  close(): void
}

interface AtOnceOptions {
  readonly world: PythonWorldOptions
  /** Whether a second process also plays every call and must give the same answers. */
  readonly isCompared?: boolean
  /** Receives the world's output and the reasons for its failures. */
  readonly print: (line: string) => void
}

/** Starts, retries and a twin's calls take less. */
const WAIT_MS = 90_000

/**
 * Starts a world with synchronous calls: this thread blocks until each answer arrives.
 * A separate thread manages the processes.
 *
 * @throws PythonWorldError if the world cannot be started
 */
export async function startAtOnce({
  world,
  isCompared = false,
  print,
}: AtOnceOptions): Promise<WorldAtOnce> {
  const { port1: replyPort, port2: port } = new MessageChannel()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const workerData: AtOnceThreadData = { world, isCompared, port, flag }
  const { url, execArgv } = threadFile()
  const thread = new Worker(url, { workerData, transferList: [port], execArgv })
  thread.unref()
  const receive = (): AtOnceAnswered => {
    for (;;) {
      const received = receiveMessageOnPort(replyPort) as { message: AtOnceAnswered } | undefined
      if (received !== undefined) {
        for (const line of received.message.printed) print(line)
        return received.message
      }
      // The flag may still be set for a message that was already read. Then check again.
      if (Atomics.wait(flag, 0, 0, WAIT_MS) === 'timed-out')
        throw new PythonWorldError(TIMEOUT_MESSAGE)
      Atomics.store(flag, 0, 0)
    }
  }
  const close = (): void => replyPort.postMessage('close')
  // The worker needs this thread to load its modules. Block only after that.
  const first = await new Promise<AtOnceAnswered>((resolve, reject) => {
    thread.once('error', reject)
    replyPort.once('message', resolve)
  })
  replyPort.unref()
  for (const line of first.printed) print(line)
  const { answer: hello } = first
  if (hello.status === 'failed') {
    close()
    if (hello.reason === 'invalid') throw new PythonWorldDefect(hello.message)
    throw new PythonWorldError(hello.message)
  }
  return {
    hello: hello.output as JsonObject,
    ask(request) {
      replyPort.postMessage(request)
      const { printed: _, ...answered } = receive()
      return answered
    },
    close,
  }
}

const TIMEOUT_MESSAGE =
  'the processes of a world did not answer: look whether this machine is overloaded'

/** Finds the built thread module, or its source with the source loader. */
function threadFile(): { url: URL; execArgv: string[] } {
  const file = workerModule('at-once-thread', import.meta.url)
  if (loaderArguments(file).length === 0) return { url: new URL(file), execArgv: [] }
  // The loader applies to a thread's imports, not to its entry file.
  const load = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(file)})`
  return { url: new URL(`data:text/javascript,${encodeURIComponent(load)}`), execArgv: [] }
}
