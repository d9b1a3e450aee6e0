import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { pythonVariables } from '../engines/python-package.ts'

/** A chat server could not be started. The message contains its output and a remedy. */
class ChatServerError extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'ChatServerError'
    this.remedy = remedy
  }
}

/** A model to serve, and the command that serves it. */
interface ServedModel {
  /** A folder, or a name on the model hub. */
  readonly model: string
  /**
   * The program and its words, separated by spaces. `{model}` and `{port}` are filled in.
   * `{thinking}` and `{thoughts}` become the options of these names, or nothing.
   */
  readonly command: string
  /** Thinking mode of requests that do not state one. */
  readonly thinking?: boolean | undefined
  /** Which thoughts of earlier turns the model sees, whatever a request contains. */
  readonly thoughts?: ThoughtPolicy | undefined
  readonly readyTimeoutMs: number
}

/** Our own command: vLLM with the tool-call parser of the model's template. */
export const SERVE_COMMAND =
  'python3 -m backchannel.serve_chat --model {model} --port {port} {thinking} {thoughts}'

const OUTPUT_CHARACTERS_MAX = 2_000
const LOOK_MS = 250
const END_MS = 15_000

/**
 * Serves a model on this machine while `work` runs.
 *
 * @param work gets the address of the server, up to `/v1`
 * @throws ChatServerError if the server is not ready in time; what the work throws
 */
export async function withChatServer<Result>(
  { model, command, readyTimeoutMs, thinking, thoughts }: ServedModel,
  signal: AbortSignal,
  work: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const mode = thinking === undefined ? undefined : thinking ? 'on' : 'off'
  const commandWords = command
    .replace('{thinking}', optionText('thinking', mode))
    .replace('{thoughts}', optionText('thoughts', thoughts))
  const words = splitCommand(commandWords, model, port)
  const server = startServer(words)
  const url = `http://127.0.0.1:${port}/v1`
  try {
    const untilMs = performance.now() + readyTimeoutMs
    while (!(await isReady(url))) {
      const reason =
        server.ended() ?? (signal.aborted ? 'was stopped before it was ready' : undefined)
      const isLate = performance.now() > untilMs
      if (reason === undefined && !isLate) {
        await pause(LOOK_MS)
        continue
      }
      const lateText = `was not ready within ${Math.round(readyTimeoutMs / 1_000)} s`
      throw new ChatServerError(
        `the chat server "${words.join(' ')}" ${reason ?? lateText}${lastWords(server.output())}`,
        'Try the command by itself; --serve-with says another, --serve-timeout waits longer.',
      )
    }
    return await work(url)
  } finally {
    await server.stop()
  }
}

const lastWords = (text: string): string => (text === '' ? '' : `; its last words:\n${text}`)

const optionText = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `--${name} ${value}`

const splitCommand = (command: string, model: string, port: number): readonly string[] =>
  command
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('{model}', model).replaceAll('{port}', String(port)))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/models`, { signal: AbortSignal.timeout(5_000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** A process group of its own, so that its workers end with it. */
function startServer([program = '', ...others]: readonly string[]) {
  const child = spawn(program, others, {
    env: pythonVariables(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  let end: string | undefined
  const keep = (chunk: string): void => {
    text = `${text}${chunk}`.slice(-OUTPUT_CHARACTERS_MAX)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const processEnd = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      end = `could not be started: ${error.message}`
      resolve()
    })
    child.once('close', (code) => {
      end ??= `ended with code ${code}`
      resolve()
    })
  })
  const kill = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // It has already ended.
    }
  }
  return {
    output: () => text.trim(),
    ended: () => end,
    stop: async (): Promise<void> => {
      kill('SIGTERM')
      const timeout = new AbortController()
      await Promise.race([
        processEnd,
        pause(END_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
      kill('SIGKILL')
      await processEnd
    },
  }
}
