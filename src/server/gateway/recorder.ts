import type { GatewayLimits } from '../../effects/chat-profile.ts'
import { nextCall } from '../../store/call-log.ts'
import type { CallLog, CallRow, EventStore } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import { readStore } from '../operations/store-reads.ts'
import { type CallRecord, type ModelCallTokens, packCall, unpackCall } from './call-body.ts'
import { CallTree } from './call-tree.ts'
import { conversationName } from './conversation-names.ts'
import type { ChatRequest, TextMessage } from './formats/chat-form.ts'
import { spentTokens } from './spent-tokens.ts'
import { TokenBudget } from './token-budget.ts'

/** A call before its prompt is compared with earlier ones. */
type NewCall = Omit<CallRecord, 'parent' | 'kept' | 'messages' | 'tools' | 'prompt_kept'> & {
  readonly request: Pick<ChatRequest, 'messages' | 'options'>
}

type EpisodeLimits = Pick<GatewayLimits, 'calls_max' | 'tokens_max'>

/** A call that the budget of its episode permitted. */
export interface BegunCall {
  /** Its number. */
  readonly call: number
  /** How many tokens it may sample. */
  readonly tokensMax: number
  /** Releases its reservation, whether the call was stored or not. */
  end(): void
}

/** A stored call with its complete prompt. */
interface StoredConversation {
  readonly prompt: readonly TextMessage[]
  readonly record: CallRecord
}

const answerOf = ({ answer }: CallRecord): readonly TextMessage[] =>
  answer === null ? [] : [answer]

const TRIES_MAX = 3

/** The model calls of one episode: the stored ones, and those under way. */
export class EpisodeCalls {
  readonly #log: CallLog
  readonly #episode: string
  /** The stored calls as conversations. */
  readonly tree = new CallTree()
  #last: Pick<CallRow, 'call' | 'hash'> | undefined
  /** The last call of each turn of an agent, by the name of the message that the agent saw. */
  readonly #shown = new Map<string, number>()
  /** The last call of each turn, answered or not, by the name of the agent's message. */
  readonly #turns = new Map<string, number>()
  /** The calls of a copied episode whose answers this episode has repeated, or is repeating. */
  readonly repeated = new Set<number>()
  #stored = 0
  readonly #budget = new TokenBudget()
  #underWay = 0
  #queue: Promise<unknown> = Promise.resolve()
  #turnQueue: Promise<unknown> = Promise.resolve()
  #turnsWaiting = 0

  readonly #onGrow: (bytes: number) => void

  /** @param onGrow called with the approximate memory of each stored call, in bytes */
  constructor(log: CallLog, episode: string, onGrow: (bytes: number) => void = () => undefined) {
    this.#log = log
    this.#episode = episode
    this.#onGrow = onGrow
  }

  /** The number of calls that were begun, and of tokens that were sampled. */
  get spent(): { readonly calls: number; readonly tokens: number } {
    return { calls: this.#stored + this.#underWay, tokens: this.#budget.spent }
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#turnsWaiting === 0
  }

  /**
   * Runs a turn whose steps the gateway plays, after all earlier ones, because it continues from
   * the last step. A turn whose agent is gone does not begin.
   *
   * @throws the signal's reason, and the errors of the turn
   */
  async inTurn<Result>(turn: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    this.#turnsWaiting += 1
    const result = this.#turnQueue.then(() => {
      signal.throwIfAborted()
      return turn()
    })
    this.#turnQueue = result.catch(() => undefined)
    return result.finally(() => {
      this.#turnsWaiting -= 1
    })
  }

  /**
   * Begins a call. It waits while calls under way have reserved the tokens that it may need.
   *
   * @param wanted the most tokens that it may sample; 0 for a replayed answer
   * @throws Fault `gateway/budget`, and the signal's reason
   */
  async begin(
    { calls_max: callsMax, tokens_max: tokensMax }: EpisodeLimits,
    wanted: number,
    signal: AbortSignal,
  ): Promise<BegunCall> {
    const call = this.#stored + this.#underWay
    if (call >= callsMax) throw usedUp(`all ${callsMax} model calls`)
    this.#underWay += 1
    let granted = 0
    try {
      if (wanted > 0) granted = await this.#budget.reserve(wanted, tokensMax, signal)
      if (wanted > 0 && granted === 0) throw usedUp(`all ${tokensMax} tokens`)
    } catch (error) {
      this.#underWay -= 1
      throw error
    }
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      this.#underWay -= 1
      this.#budget.settle(granted)
    }
    return { call, tokensMax: granted, end }
  }

  /** Reads the calls that this server or another has stored since. */
  async load(): Promise<void> {
    for (const row of await this.#log.load(this.#episode, this.#stored)) {
      const { record, tokens } = unpackCall(row.body)
      this.#take(row, record, tokens)
    }
  }

  /**
   * Reads the calls that other servers have stored, so that budgets and conversations include them.
   */
  refresh(): Promise<void> {
    if (!this.#log.isShared) return Promise.resolve()
    return this.#inOrder(() => this.load())
  }

  /** Computes the digests by which `store` compares a request with earlier calls. */
  prepare({ messages, options }: ChatRequest): void {
    this.tree.continuationOf(messages)
    this.tree.hasTools(0, options.tools ?? [])
  }

  /**
   * The messages of an agent, with the turns that the gateway played and did not show it. Returns
   * the messages unchanged if there are none.
   */
  async wholeConversation(messages: readonly TextMessage[]): Promise<readonly TextMessage[]> {
    const names = this.tree.names(messages)
    for (let count = names.length; count > 0; count--) {
      const call = this.#shown.get(names[count - 1] as string)
      if (call === undefined) continue
      const { prompt, record } = await this.#conversation(call)
      return [...prompt, ...answerOf(record), ...messages.slice(count)]
    }
    return messages
  }

  /**
   * The last call of the turn that an agent's message began, with its complete prompt. Undefined if
   * no call of the turn is stored.
   */
  async lastOfTurn(name: string): Promise<StoredConversation | undefined> {
    const call = this.#turns.get(name)
    return call === undefined ? undefined : this.#conversation(call)
  }

  async #conversation(call: number): Promise<StoredConversation> {
    const { record } = await this.read(call)
    const { parent, kept, messages } = record
    if (parent === null) return { prompt: messages, record }
    const earlier = await this.#conversation(parent)
    const parentMessages = [...earlier.prompt, ...answerOf(earlier.record)].slice(0, kept)
    return { prompt: [...parentMessages, ...messages], record }
  }

  /** A stored call with the ids of its complete prompt. */
  async read(call: number): Promise<{ record: CallRecord; tokens: ModelCallTokens | null }> {
    const [row] = await this.#log.load(this.#episode, call, 1)
    if (row === undefined) throw new Fault('store/unavailable', `model call ${call} is gone`)
    const { record, tokens } = unpackCall(row.body)
    return { record, tokens: tokens && { ...tokens, prompt: this.tree.promptIds(call) } }
  }

  /** Stores a call. Rejects with a `StoreError` if that fails. */
  store(call: NewCall, tokens: ModelCallTokens | null): Promise<void> {
    return this.#inOrder(() => this.#store(call, tokens))
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const finished = this.#queue.then(work)
    this.#queue = finished.catch(() => undefined)
    return finished
  }

  async #store(call: NewCall, tokens: ModelCallTokens | null): Promise<void> {
    for (let tries = 1; ; tries++) {
      const { record, own } = this.#compared(call, tokens)
      const row = nextCall(this.#episode, this.#last, await packCall(record, own))
      const outcome = await this.#log.append(row)
      if (outcome === 'stored') {
        this.#take(row, record, own)
        this.#onGrow(this.tree.keep(call.request.messages))
        return
      }
      if (tries >= TRIES_MAX) {
        throw new Fault('store/unavailable', 'another server stores calls of the episode')
      }
      await this.load()
    }
  }

  /** The record of a call and its tokens, reduced to what they add to an earlier call. */
  #compared({ request, ...call }: NewCall, tokens: ModelCallTokens | null) {
    const { messages } = request
    const { tools = [] } = request.options
    const { parent, kept } = this.tree.continuationOf(messages)
    const promptKept = tokens === null ? 0 : this.tree.sharedIdCount(parent, tokens.prompt)
    const record: CallRecord = {
      ...call,
      ...{ parent, kept, messages: messages.slice(kept), prompt_kept: promptKept },
      ...(this.tree.hasTools(parent, tools) ? {} : { tools }),
    }
    const storedTokens = tokens && { ...tokens, prompt: tokens.prompt.slice(promptKept) }
    return { record, own: storedTokens }
  }

  #take(row: CallRow, record: CallRecord, tokens: ModelCallTokens | null): void {
    this.#onGrow(this.tree.add(record, tokens))
    this.#last = { call: row.call, hash: row.hash }
    const { shown, answer, replayed } = record
    if (replayed !== undefined) this.repeated.add(replayed.call)
    if (shown !== undefined) this.#turns.set(shown, row.call)
    if (shown !== undefined && answer !== null && answer.tool_calls === undefined) {
      this.#shown.set(conversationName([answer], shown), row.call)
    }
    this.#stored += 1
    this.#budget.spend(spentTokens(record, tokens))
  }
}

const usedUp = (resource: string): Fault =>
  new Fault('gateway/budget', `the episode has used ${resource} of its profile`)

/** The memory limit for the calls of all episodes in memory. */
const CACHE_BYTES_MAX = 256 * 1_024 * 1_024
/** The approximate memory of an episode without calls. */
const EPISODE_BYTES = 2_048

/** The calls of one episode in memory. */
interface CachedEpisode {
  readonly calls: EpisodeCalls
  readonly loaded: Promise<void>
  isLoaded: boolean
  bytes: number
}

/**
 * A cache of the model calls of episodes that agents play. The least recently used ones are
 * dropped, unless they have a call under way.
 */
export class Recorder {
  readonly #store: Pick<EventStore, 'calls'>
  readonly #bytesMax: number
  readonly #episodes = new Map<string, CachedEpisode>()
  #bytes = 0

  constructor(store: Pick<EventStore, 'calls'>, bytesMax = CACHE_BYTES_MAX) {
    this.#store = store
    this.#bytesMax = bytesMax
  }

  /** The approximate size of the cache in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** @throws Fault `store/unavailable` */
  async of(episode: string): Promise<EpisodeCalls> {
    const cached = this.#episodes.get(episode) ?? this.#begin(episode)
    this.#episodes.delete(episode)
    this.#episodes.set(episode, cached)
    try {
      await cached.loaded
      return cached.calls
    } catch (error) {
      this.#forget(episode, cached)
      throw error
    } finally {
      this.#makeRoom(episode)
    }
  }

  #begin(episode: string): CachedEpisode {
    const calls = new EpisodeCalls(this.#store.calls, episode, (bytes) => {
      cached.bytes += bytes
      if (this.#episodes.get(episode) === cached) this.#bytes += bytes
    })
    const loaded = readStore(() => calls.load()).then(() => {
      cached.isLoaded = true
    })
    const cached: CachedEpisode = { calls, loaded, isLoaded: false, bytes: EPISODE_BYTES }
    this.#bytes += cached.bytes
    return cached
  }

  #forget(episode: string, cached: CachedEpisode): void {
    if (this.#episodes.get(episode) !== cached) return
    this.#episodes.delete(episode)
    this.#bytes -= cached.bytes
  }

  /** @param wanted the episode that is about to be used */
  #makeRoom(wanted: string): void {
    for (const [episode, cached] of this.#episodes) {
      if (this.#bytes <= this.#bytesMax) return
      if (episode !== wanted && cached.isLoaded && cached.calls.isIdle)
        this.#forget(episode, cached)
    }
  }
}
