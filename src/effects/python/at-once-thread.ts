import { type MessagePort, workerData } from 'node:worker_threads'
import type { Json, JsonObject } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { failureText } from '../../tools/failure-text.ts'
import { type PythonWorldOptions, SERVED_VARIANT, TWIN } from './options.ts'
import { ANSWER_BYTES_MAX, effectAnswer } from './performer.ts'
import { PythonPool } from './pool.ts'
import { type PythonLog, PythonWorldDefect } from './worker.ts'

/** What the thread is started with. */
export interface AtOnceThreadData {
  readonly world: PythonWorldOptions
  /** Whether a twin process also plays every call, twice, and must give the same answers. */
  readonly isCompared: boolean
  readonly port: MessagePort
  /** Raised and notified when a message lies in the port. */
  readonly flag: Int32Array
}

/** A request to the thread. The default bounds are those of a step. */
export interface AtOnceAsked {
  readonly call: string
  readonly input: JsonObject
  readonly deadlineMs?: number
  readonly bytesMax?: number
}

/** The thread's answer. The first one is the world's description. */
export interface AtOnceAnswered {
  readonly answer: EffectAnswer
  readonly printed: readonly string[]
  /** The twin's answer, if it differs. */
  readonly twin?: EffectAnswer
}

const { world, isCompared, port, flag } = workerData as AtOnceThreadData
const nobodyStops = new AbortController().signal
let printed: string[] = []
const log: PythonLog = {
  trouble: (problem, { trace } = {}) =>
    void printed.push(problem, ...(trace === undefined ? [] : [trace])),
  printed: (line) => void printed.push(line),
}

function send(answered: Omit<AtOnceAnswered, 'printed'>): void {
  port.postMessage({ ...answered, printed })
  printed = []
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

async function play(pool: PythonPool, request: AtOnceAsked): Promise<EffectAnswer> {
  const { call, input, deadlineMs = world.deadlineMs, bytesMax = ANSWER_BYTES_MAX } = request
  const answer = await pool.call({ call, input, deadlineMs, bytesMax }, nobodyStops)
  return effectAnswer(answer, { call, id: world.module, deadlineMs })
}

async function answerTo(
  pool: PythonPool,
  twin: PythonPool | undefined,
  request: AtOnceAsked,
): Promise<Omit<AtOnceAnswered, 'printed'>> {
  const answer = await play(pool, request)
  if (twin === undefined || answer.status === 'failed') return { answer }
  for (const twinAnswer of [await play(twin, request), await play(twin, request)]) {
    if (JSON.stringify(twinAnswer) !== JSON.stringify(answer)) return { answer, twin: twinAnswer }
  }
  return { answer }
}

async function start(): Promise<void> {
  try {
    const oneWorker = { ...world, workers: 1 }
    const pool = await PythonPool.start({ world: oneWorker, log, variant: SERVED_VARIANT })
    const twin = isCompared
      ? await PythonPool.start({ world: oneWorker, log, variant: TWIN })
      : undefined
    port.on('message', async (request: AtOnceAsked | 'close') => {
      if (request !== 'close') return send(await answerTo(pool, twin, request))
      pool.close()
      twin?.close()
      port.close()
    })
    send({ answer: { status: 'answered', output: pool.hello as Json } })
  } catch (error) {
    const message = failureText(error)
    const reason = error instanceof PythonWorldDefect ? 'invalid' : 'unavailable'
    send({ answer: { status: 'failed', reason, message } })
  }
}

await start()
