import { Fault, shown } from '../../wire/faults.ts'
import { accessTo } from '../access.ts'
import type { Adapter, AdapterAnswer, AdapterCall } from '../adapters/adapter.ts'
import { GATEWAY_ROOT, type GatewayGrant } from '../connect-keys.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import { findSession } from '../operations/load.ts'
import { readStore } from '../operations/store-reads.ts'
import { refusedKey } from '../refused-key.ts'
import type { Session } from '../session.ts'
import { type Answered, answerAfterEnd, answerAgent } from './answer.ts'
import { agentGoneFault } from './call-faults.ts'
import type { Capability } from './capability.ts'
import { promptTokens } from './count-tokens.ts'
import { FORMATS, type FormatName } from './formats/index.ts'
import { toCountedChat } from './formats/messages-request.ts'
import type { GatewayProfile } from './profiles.ts'
import { Recorder } from './recorder.ts'
import type { Replay } from './replay.ts'
import { AgentGone } from './sink.ts'

/** The format of each endpoint, by its path after the base path. */
const ENDPOINTS: ReadonlyMap<string, FormatName> = new Map([
  ['v1/chat/completions', 'chat'],
  ['v1/responses', 'responses'],
  ['v1/messages', 'messages'],
  ['v1/messages/count_tokens', 'messages'],
])
const COUNT = 'v1/messages/count_tokens'
const MODELS = 'v1/models'
/** For how long after the episode's end, and how often, a program may ask for a last answer. */
const LAST_WORDS = { withinMs: 60_000, countMax: 16 }
const PATHS = [...ENDPOINTS.keys(), MODELS]

/** The format for a path, also if nothing is served there. */
const pathFormat = (path: readonly string[]): FormatName =>
  ENDPOINTS.get(path.join('/')) ?? (path.includes('messages') ? 'messages' : 'chat')

/**
 * The model gateway. Agent programs call a model here with the key of their episode. Every answered
 * call is stored before its last byte is sent.
 */
export class GatewayAdapter implements Adapter {
  readonly root = GATEWAY_ROOT
  readonly checksKeys = true
  readonly #host: Host
  readonly #log: HostLog
  readonly #profiles: ReadonlyMap<string, GatewayProfile>
  readonly #recorder: Recorder
  /** How often a program has called after its episode's end. */
  readonly #lastWords = new WeakMap<Session, number>()
  /** Calls under way, by the controller that aborts them. */
  readonly #underWay = new Map<AbortController, Promise<unknown>>()

  constructor(host: Host, profiles: ReadonlyMap<string, GatewayProfile>, log: HostLog) {
    this.#host = host
    this.#log = log
    this.#profiles = profiles
    this.#recorder = new Recorder(host.core.store)
    for (const profile of profiles.values()) void profile.probe.capability(profile)
  }

  refusal(fault: Fault, path: readonly string[]): AdapterAnswer {
    const format = FORMATS[pathFormat(path)]
    const { retry_after_s: seconds } = fault.details
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      // Clients of OpenAI and Anthropic retry a request unless they get this header.
      ...(fault.retryable ? {} : { 'x-should-retry': 'false' }),
      ...(typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}),
    }
    return { status: fault.status, body: format.faultBody(fault), headers }
  }

  async answer(call: AdapterCall): Promise<AdapterAnswer> {
    const endpoint = call.path.join('/')
    const format = ENDPOINTS.get(endpoint)
    const isModels = endpoint === MODELS || endpoint.startsWith(`${MODELS}/`)
    if (format === undefined && !isModels) {
      throw new Fault('request/not_found', `there is nothing at ${shown(endpoint)}`, {
        hint: `Behind ${GATEWAY_ROOT} or ${GATEWAY_ROOT}/KEY there are ${PATHS.join(', ')}.`,
      })
    }
    const allow = format === undefined ? ['GET', 'HEAD'] : ['POST']
    if (!allow.includes(call.method)) {
      const message = `${call.method} is not served here`
      throw new Fault('request/method_not_allowed', message, { details: { allow } })
    }
    if (this.#host.draining) throw new Fault('server/draining', 'the server is shutting down')
    // This checks the key, because `checksKeys` leaves it to this adapter.
    const { session, profile, grant, keyId } = await this.#playing(call)
    const isOver = this.#isOver(session, format !== undefined && endpoint !== COUNT)
    const capability = await profile.probe.capability(profile)
    if (format === undefined) return models(profile, capability, endpoint.slice(MODELS.length + 1))
    const { core } = this.#host
    const { principal } = session.index
    const isCount = endpoint === COUNT
    const request = await core.scheduler.begin(principal, () =>
      isCount ? toCountedChat(withoutAnswer(call.body())) : FORMATS[format].toChat(call.body()),
    )
    if (isOver !== undefined)
      return answerAfterEnd(format, request, { model: profile.model, ...isOver })
    const calls = await this.#recorder.of(session.id)
    await readStore(() => calls.refresh())
    if (isCount) {
      const leave = enter(profile, keyId, principal)
      const messages = calls.tree.asWritten(request.messages)
      return this.#withSignal(call, leave, async ({ signal }) => {
        const count = await promptTokens(profile, { ...request, messages }, signal)
        return { answer: { status: 200, body: { input_tokens: count } } }
      })
    }
    // A model call shows that the rollout is alive.
    if (session.index.group !== null) core.rollouts.messageReceived(session, undefined)
    const agentCall = {
      ...{ call, format, request, session },
      ...{ tools: grant.tools, replay: await this.#replayOf(grant) },
      ...{ core, profile, principal, episode: session.id },
      capability,
      calls,
      ...{ host: this.#host, log: this.#log },
    }
    const leave = enter(profile, keyId, principal)
    return this.#withSignal(call, leave, (controller) => answerAgent(agentCall, controller))
  }

  /** Waits this long for calls under way and then aborts them. Their rows are stored. */
  async close(deadlineMs: number): Promise<void> {
    for (const { probe } of this.#profiles.values()) probe.stop()
    const everyCall = Promise.all(this.#underWay.values())
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, deadlineMs)
    })
    await Promise.race([everyCall, timeout])
    clearTimeout(timer)
    for (const controller of this.#underWay.keys()) {
      controller.abort(new Fault('server/draining', 'the server is shutting down'))
    }
    await Promise.all(this.#underWay.values())
  }

  async #replayOf({ replay }: GatewayGrant): Promise<Replay | undefined> {
    if (replay === undefined || replay.calls === 0) return undefined
    return { ...replay, original: await this.#recorder.of(replay.episode) }
  }

  /**
   * Answers with a signal that aborts if the agent disconnects, on a timeout, and when the server
   * stops.
   */
  async #withSignal(
    call: AdapterCall,
    leave: () => void,
    work: (controller: AbortController) => Promise<Answered>,
  ): Promise<AdapterAnswer> {
    const controller = new AbortController()
    const stop = call.caller.request?.onClose(() => controller.abort(new AgentGone()))
    let resolve: () => void = () => undefined
    const finished = new Promise<void>((settle) => {
      resolve = settle
    })
    this.#underWay.set(controller, finished)
    const end = (): void => {
      stop?.()
      leave()
      this.#underWay.delete(controller)
      resolve()
    }
    try {
      const { answer, rest } = await work(controller)
      if (rest === undefined) end()
      else call.goesOn(rest.finally(end))
      return answer
    } catch (error) {
      end()
      // Nobody reads this fault, and it is no failure of the server.
      throw error instanceof AgentGone ? agentGoneFault() : error
    }
  }

  /**
   * Why an episode ended, for a program that asks once more shortly after it.
   *
   * @throws Fault `auth/denied` if the episode ended too long ago, the program has asked too often,
   *   or this is no model call
   */
  #isOver(session: Session, isCall: boolean): { reason: string } | undefined {
    const { state, endedMs = 0 } = session
    if (state.end === undefined) return undefined
    const { reason } = state.end
    const isRecent = this.#host.core.store.nowMs() - endedMs < LAST_WORDS.withinMs
    const count = this.#lastWords.get(session) ?? 0
    if (isCall && isRecent && count < LAST_WORDS.countMax) {
      this.#lastWords.set(session, count + 1)
      return { reason }
    }
    throw new Fault('auth/denied', 'the episode of this key is over, and the key with it', {
      hint: 'Open another episode.',
    })
  }

  /** @throws Fault `auth/denied` for every key that does not belong to an agent program */
  async #playing({ caller }: AdapterCall) {
    const key = caller.kind === 'connect' ? caller.key : undefined
    const profile = this.#profiles.get(key?.gateway?.profile ?? '')
    if (caller.kind !== 'connect' || key?.gateway === undefined || key.episode === null) {
      throw refusedKey('gateway')
    }
    if (profile === undefined) {
      const message = `the profile ${shown(key.gateway.profile)} is not offered any more`
      throw new Fault('auth/denied', message)
    }
    const access = accessTo('episode.step', caller, undefined)
    const session: Session = await findSession(this.#host.core, key.episode, access)
    return { session, profile, grant: key.gateway, keyId: key.id }
  }
}

/** A request for a token count has no options for the answer. */
const withoutAnswer = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? { ...body, max_tokens: 1 } : body

/** @throws Fault `capacity/in_flight` */
function enter({ perKey, perPrincipal }: GatewayProfile, key: string, owner: string): () => void {
  perKey.enter(key)
  try {
    perPrincipal.enter(owner)
  } catch (error) {
    perKey.leave(key)
    throw error
  }
  return () => {
    perKey.leave(key)
    perPrincipal.leave(owner)
  }
}

/** @param name the name of one model; empty for the list */
function models(
  { model: id }: GatewayProfile,
  { asksForTokens }: Capability,
  name: string,
): AdapterAnswer {
  if (name !== '' && name !== id) {
    throw new Fault('request/not_found', `there is no model ${shown(name)}`, {
      hint: `Ask for ${shown(id)}, which answers requests that name any model.`,
    })
  }
  const about = { object: 'model', created: 0, owned_by: 'backchannel', token_ids: asksForTokens }
  const model = { id, ...about }
  return { status: 200, body: name === '' ? { object: 'list', data: [model] } : model }
}
