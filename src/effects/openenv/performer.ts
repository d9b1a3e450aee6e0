import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson, type Json, type JsonObject } from '../../sim/json.ts'
import { getChecker } from '../../tools/checker.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import { jsonObject } from '../../tools/json-object.ts'
import { complaints, failedAnswer, type Performer } from '../performer.ts'
import type { ForeignServer } from './options.ts'
import { ForeignTrouble, type Observed, Talk } from './talk.ts'

const requestSchema = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('reset'), reset: jsonObject }),
  z.strictObject({
    call: z.literal('step'),
    session: z.string(),
    step: z.int().min(1),
    action: jsonObject,
  }),
])
type StepRequest = Extract<z.infer<typeof requestSchema>, { readonly call: 'step' }>
const pastSchema = z.strictObject({
  reset: jsonObject,
  actions: z.array(jsonObject),
  digests: z.array(z.string()),
})
type PastActions = z.infer<typeof pastSchema>

/** A session at a foreign server, with its number of played actions. */
interface Session {
  readonly id: string
  readonly talk: Talk
  played: number
  isBusy: boolean
  usedMs: number
}

/** Plays steps of foreign environments. An invalid response becomes a failed answer. */
export function foreignPerformer(servers: readonly ForeignServer[]): Performer & {
  close(): void
} {
  const upstreams = new Map(servers.map((server) => [server.id, new Upstream(server)]))
  const longestMs = Math.max(0, ...servers.map(({ deadlineMs }) => deadlineMs))
  return {
    kind: 'openenv',
    // A reset, plus all earlier steps if they must be replayed.
    deadlineMs: Math.max(1, longestMs * 4),
    concurrency: Number.POSITIVE_INFINITY,
    perform: async (request, signal) => {
      const upstream = upstreams.get(request.profile ?? '')
      if (upstream === undefined) {
        return failedAnswer('refused', `The config names no environment ${request.profile}.`)
      }
      return upstream.perform(request, signal)
    },
    close() {
      for (const upstream of upstreams.values()) upstream.close()
    },
  }
}

class Upstream {
  readonly #server: ForeignServer
  readonly #sessions = new Map<string, Session>()
  /** Sockets that are being opened; their sessions are not in the map yet. */
  #opening = 0
  readonly #sweeper: NodeJS.Timeout

  constructor(server: ForeignServer) {
    this.#server = server
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(30_000, server.idleMs))
    this.#sweeper.unref()
  }

  async perform({ input, attached }: EffectRequest, signal: AbortSignal): Promise<EffectAnswer> {
    const checked = getChecker(requestSchema).safeParse(input)
    if (!checked.success) return failedAnswer('refused', `openenv: ${complaints(checked.error)}.`)
    const request = checked.data
    try {
      if (request.call === 'step') return await this.#step(request, attached, signal)
      const { session, answer } = await this.#open(request.reset, signal)
      return this.#answer(session, answer)
    } catch (error) {
      if (!(error instanceof ForeignTrouble)) throw error
      return this.#failure(error, request.call)
    }
  }

  close(): void {
    clearInterval(this.#sweeper)
    for (const session of this.#sessions.values()) this.#drop(session)
  }

  /** Plays an action in its episode's session, or in a new session if the old one broke. */
  async #step(
    request: StepRequest,
    lastObservation: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<EffectAnswer> {
    const current = this.#currentSession(request)
    if (current !== undefined) {
      try {
        return await this.#act(current, request.action, signal)
      } catch (error) {
        // Idle connections get closed, so replay the stored steps.
        const isGone = error instanceof ForeignTrouble && error.kind === 'gone'
        if (!isGone || signal.aborted) throw error
      }
    }
    // The list grows with every step, so scan it only when needed.
    const session = await this.#replay(pastSchema.parse(lastObservation), signal)
    return this.#act(session, request.action, signal)
  }

  /** Returns the episode's session if it is idle and at the same step. */
  #currentSession({ session: id, step }: StepRequest): Session | undefined {
    const session = this.#sessions.get(id)
    if (!session?.talk.isOpen || session.isBusy || session.played !== step - 1) return undefined
    session.isBusy = true
    session.usedMs = performance.now()
    return session
  }

  /** Plays an action in a session at the right step. Any failure ends the session. */
  async #act(session: Session, action: JsonObject, signal: AbortSignal): Promise<EffectAnswer> {
    try {
      const answer = await askUntil(signal, session, 'step', action)
      session.played += 1
      return this.#answer(session, answer)
    } catch (error) {
      if (error instanceof ForeignTrouble && error.kind === 'refused') {
        return this.#refusal(session, error)
      }
      this.#drop(session)
      throw error
    }
  }

  /** Opens a new session and replays the episode. Its answers must equal the stored ones. */
  async #replay(past: PastActions, signal: AbortSignal): Promise<Session> {
    const { session, answer } = await this.#open(past.reset, signal)
    try {
      compare(this.#digest(answer), past.digests[0], 'reset')
      for (const [index, action] of past.actions.entries()) {
        const replayed = await askUntil(signal, session, 'step', action)
        compare(this.#digest(replayed), past.digests[index + 1], `step ${index + 1}`)
        session.played += 1
      }
      return session
    } catch (error) {
      this.#drop(session)
      throw error
    }
  }

  async #open(reset: JsonObject, signal: AbortSignal) {
    this.#makeRoom()
    this.#opening += 1
    const talk = await Talk.open(this.#server, signal).finally(() => {
      this.#opening -= 1
    })
    const session: Session = {
      id: randomUUID(),
      talk,
      played: 0,
      isBusy: true,
      usedMs: performance.now(),
    }
    this.#sessions.set(session.id, session)
    try {
      return { session, answer: await askUntil(signal, session, 'reset', reset) }
    } catch (error) {
      this.#drop(session)
      throw error
    }
  }

  /** Closes the least recently used session if there are too many. */
  #makeRoom(): void {
    if (this.#sessions.size + this.#opening < this.#server.sessionsMax) return
    const idle = [...this.#sessions.values()].filter(({ isBusy }) => !isBusy)
    const [oldest] = idle.sort((left, right) => left.usedMs - right.usedMs)
    if (oldest === undefined) throw new ForeignTrouble('gone', 'all its sessions are in use')
    this.#drop(oldest)
  }

  /** Converts an answer for the log, and frees the session for the next action. */
  #answer(session: Session, answer: Observed): EffectAnswer {
    session.isBusy = false
    if (answer.done) this.#drop(session)
    const { observation, reward, done } = answer
    const digest = this.#digest(answer)
    const snapshot = { session: session.id, digest, observation, reward: reward ?? null, done }
    return { status: 'answered', output: { ...snapshot, refused: null } }
  }

  /** Digests an observation without the members that may differ between plays. */
  #digest({ observation, reward, done }: Observed): string {
    const { metadata: _, ...shown } = observation
    const stable = without(shown, new Set(this.#server.volatile))
    const text = canonicalJson({ observation: stable, reward: reward ?? null, done })
    return createHash('sha256').update(text).digest('hex')
  }

  /** Converts a refused action to an answer that the model can read. */
  #refusal(session: Session, { code }: ForeignTrouble): EffectAnswer {
    session.isBusy = false
    // A partly executed action may have changed state, so the next one uses a new session.
    if (code !== 'VALIDATION_ERROR') this.#drop(session)
    const nothing = { digest: '', observation: {}, reward: null, done: false }
    return { status: 'answered', output: { session: session.id, ...nothing, refused: code } }
  }

  #failure({ kind, message }: ForeignTrouble, call: string): EffectAnswer {
    if (kind === 'gone') {
      return failedAnswer('unavailable', `The environment ${this.#server.id}: ${message}.`)
    }
    if (kind === 'late') return failedAnswer('timeout', message)
    return failedAnswer('invalid', `openenv/${CODES[kind]} in ${call}: ${message}`)
  }

  #drop(session: Session): void {
    this.#sessions.delete(session.id)
    session.talk.close()
  }

  #sweep(): void {
    const since = performance.now() - this.#server.idleMs
    for (const session of this.#sessions.values()) {
      if (!session.isBusy && session.usedMs < since) this.#drop(session)
    }
  }
}

const CODES = {
  garbage: 'answer',
  refused: 'refused',
  differs: 'differs',
} as const

/** Sends a request in a session. Abort ends the session, because its reply would be lost. */
async function askUntil(
  signal: AbortSignal,
  { talk }: Session,
  type: 'reset' | 'step',
  data: JsonObject,
): Promise<Observed> {
  const stop = (): void => talk.close()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await talk.ask(type, data)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function compare(now: string, recorded: string | undefined, part: string): void {
  if (now === recorded) return
  throw new ForeignTrouble('differs', `it answered the ${part} differently when played again`)
}

function without(value: Json, names: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((element: Json) => without(element, names))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(
    members.map(([name, element]) => [name, without(element ?? null, names)]),
  )
}
