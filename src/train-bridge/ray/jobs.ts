import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { callRay, type RayAccess, type RayAnswer, RayError } from './http.ts'
import { createZip, type ZipEntry } from './zip.ts'

const STATUSES = ['PENDING', 'RUNNING', 'STOPPED', 'SUCCEEDED', 'FAILED'] as const

const jobSchema = z.object({
  submission_id: z.string().nullish(),
  status: z.enum(STATUSES),
  message: z.string().nullish(),
  driver_exit_code: z.number().nullish(),
  start_time: z.number().nullish(),
  end_time: z.number().nullish(),
})

/** The state of a job. */
export interface RayJob {
  readonly status: (typeof STATUSES)[number]
  readonly message: string
  readonly exitCode: number | null
}

/** A job to submit. */
interface RayJobRequest {
  /** A new id that we choose. */
  readonly id: string
  /** A shell command, run in the working folder. */
  readonly entrypoint: string
  readonly metadata: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
  /** A package from `upload`. */
  readonly workingFolder?: string
  readonly cpus?: number
  /** GPUs of the command itself. It starts on a node that has them. */
  readonly gpus?: number
}

const TERMINAL: readonly string[] = ['STOPPED', 'SUCCEEDED', 'FAILED']

/** Whether a job has ended. */
export const isOver = ({ status }: RayJob): boolean => TERMINAL.includes(status)

const PACKAGE_BYTES_MAX = 100 * 1024 * 1024

/** The jobs of a Ray cluster, through the REST interface of its dashboard. */
export class RayJobs {
  readonly #access: RayAccess

  constructor(access: RayAccess) {
    this.#access = access
  }

  /** Uploads files to the head, once for equal ones. Returns the name for `workingFolder`. */
  async upload(files: readonly ZipEntry[]): Promise<string> {
    const zip = createZip(files)
    if (zip.length > PACKAGE_BYTES_MAX) {
      const mebibytes = Math.ceil(zip.length / 1024 / 1024)
      throw new RayError(
        `the files of the job are ${mebibytes} MiB, and Ray takes 100 at most`,
        'Set launch.upload_data to false and put the data on storage that all nodes see.',
      )
    }
    const name = `_ray_pkg_${createHash('sha256').update(zip).digest('hex').slice(0, 32)}.zip`
    const path = `/api/packages/gcs/${name}`
    const status = await callRay(this.#access, 'GET', path)
    if (status.status === 404) this.#check(await callRay(this.#access, 'PUT', path, zip))
    return `gcs://${name}`
  }

  /** Submits a job and returns its id. */
  async submit(request: RayJobRequest): Promise<string> {
    const { id, entrypoint, metadata, environment, workingFolder, cpus, gpus } = request
    const answer = await callRay(this.#access, 'POST', '/api/jobs/', {
      submission_id: id,
      entrypoint,
      metadata,
      runtime_env: {
        env_vars: environment,
        ...(workingFolder === undefined ? {} : { working_dir: workingFolder }),
      },
      ...(cpus === undefined ? {} : { entrypoint_num_cpus: cpus }),
      ...(gpus === undefined ? {} : { entrypoint_num_gpus: gpus }),
    })
    return this.#read(answer, z.object({ submission_id: z.string() })).submission_id
  }

  /** The state of a job; undefined if the cluster does not know the id. */
  async job(id: string): Promise<RayJob | undefined> {
    const answer = await callRay(this.#access, 'GET', jobPath(id))
    if (answer.status === 404) return undefined
    const { status, message, driver_exit_code: code } = this.#read(answer, jobSchema)
    return { status, message: message ?? '', exitCode: code ?? null }
  }

  /** Everything that a job has printed. */
  async logs(id: string): Promise<string> {
    const answer = await callRay(this.#access, 'GET', `${jobPath(id)}/logs`)
    return this.#read(answer, z.object({ logs: z.string().nullable() })).logs ?? ''
  }

  /** Asks a job to end: TERM first, KILL some seconds later. Returns whether it was running. */
  async stop(id: string): Promise<boolean> {
    const answer = await callRay(this.#access, 'POST', `${jobPath(id)}/stop`)
    return this.#read(answer, z.object({ stopped: z.boolean() })).stopped
  }

  /**
   * Passes on a job's output until it ends or the signal aborts. If the connection closes earlier,
   * it reconnects and skips what it has already passed on.
   *
   * @throws RayError if the cluster can no longer be reached
   */
  async tail(id: string, write: (text: string) => void, signal?: AbortSignal): Promise<void> {
    const isAborted = (): boolean => signal?.aborted === true
    let seenLength = 0
    const writeFrom = (position: number, text: string): void => {
      const skip = Math.max(0, Math.min(text.length, seenLength - position))
      seenLength = Math.max(seenLength, position + text.length)
      if (skip < text.length) write(text.slice(skip))
    }
    let isStreamed = true
    while (!isAborted()) {
      if (isStreamed) isStreamed = !(await this.#tailOnce(id, signal, writeFrom))
      const job = isAborted() ? undefined : await this.job(id)
      if (job === undefined || isOver(job)) break
      // The head may end a stream normally long before the job. The remaining output is requested
      // then.
      if (!isStreamed) writeFrom(0, await this.logs(id))
      await new Promise((resolve) => setTimeout(resolve, isStreamed ? 1_000 : 2_000))
    }
    // The last lines may arrive after the socket closed.
    if (!isAborted()) writeFrom(0, await this.logs(id))
  }

  /** True if the stream ended normally, false if the connection broke. */
  #tailOnce(
    id: string,
    signal: AbortSignal | undefined,
    write: (position: number, text: string) => void,
  ): Promise<boolean> {
    const { address, token } = this.#access
    const url = new URL(`${address.replace(/\/+$/, '')}${jobPath(id)}/logs/tail`)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return new Promise((resolve) => {
      const socket = new WebSocket(url, { headers, handshakeTimeout: 30_000 })
      const abort = (): void => socket.terminate()
      let position = 0
      signal?.addEventListener('abort', abort, { once: true })
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8')
        write(position, text)
        position += text.length
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', (code) => {
        signal?.removeEventListener('abort', abort)
        resolve(code === 1000)
      })
    })
  }

  #check(answer: RayAnswer): void {
    if (answer.status < 400) return
    const last = answer.text.trim().split('\n').at(-1) ?? ''
    throw new RayError(
      `Ray at ${this.#access.address} answered ${answer.status}: ${last.slice(0, 300)}`,
      'Look at the logs of the head, in /tmp/ray/session_latest/logs.',
      answer.status,
    )
  }

  #read<Schema extends z.ZodType>(answer: RayAnswer, schema: Schema): z.output<Schema> {
    this.#check(answer)
    try {
      return schema.parse(JSON.parse(answer.text))
    } catch {
      throw new RayError(
        `${this.#access.address} does not answer like Ray's dashboard`,
        'Check launch.address: it is the dashboard, port 8265 unless told otherwise.',
        answer.status,
      )
    }
  }
}

const jobPath = (id: string): string => `/api/jobs/${encodeURIComponent(id)}`
