import type { Episode } from '../../client/episode.ts'
import { BackchannelError } from '../../client/errors.ts'
import type { Action, Message } from '../../client/types.ts'
import type { ChatMessage } from '../../env/message.ts'
import type { Conversation } from '../../env/public-event.ts'
import { sampledTurns } from '../../env/usual-players.ts'
import { stream } from '../../sim/random.ts'
import { findEnvironment } from '../environments.ts'
import { messageText } from '../logs/transcript.ts'
import {
  aboutTool,
  actionText,
  type CommandName,
  INPUT_HELP,
  readInput,
  toolUsage,
} from './input.ts'

const HINTS_MAX = 6

/** A game in a terminal: lines go in, text comes out. */
export class Game {
  #episode: Episode
  readonly #say: (text: string) => void
  readonly #asksFirst: boolean
  /** A final answer that waits for `:send`. */
  #answer: Action | undefined

  /**
   * @param say prints one or several lines
   * @param asksFirst whether a message without a call needs `:send`, because it may end the episode
   */
  constructor(episode: Episode, say: (text: string) => void, asksFirst = false) {
    this.#episode = episode
    this.#say = say
    this.#asksFirst = asksFirst
  }

  get episode(): Episode {
    return this.#episode
  }

  /** Prints the state at the beginning. */
  begin(): void {
    const { env, task, id } = this.#episode
    this.#say(`${env}, task ${String(task.id)}, episode ${id}`)
    this.#showMessages(this.#episode.transcript)
    this.#showTools()
    this.#say(INPUT_HELP)
  }

  /**
   * Plays a line.
   *
   * @returns whether the game continues
   * @throws BackchannelError for an error that no other line would fix
   */
  async play(line: string): Promise<boolean> {
    const input = readInput(line, this.#episode.tools)
    switch (input.kind) {
      case 'nothing':
        return true
      case 'mistake':
        this.#say(input.message)
        return true
      case 'command':
        return this.#command(input.name)
      default:
        if (!this.#asksFirst || !isMessage(input.action)) return this.#act(input.action)
        this.#answer = input.action
        this.#say('This message is a final answer, which may end the episode. Send it with :send.')
        return true
    }
  }

  async #command(name: CommandName): Promise<boolean> {
    if (name === 'quit') return false
    if (name === 'help') this.#say(INPUT_HELP)
    if (name === 'tools') this.#showTools()
    if (name === 'hint') this.#hint()
    if (name === 'undo') await this.#undo()
    return name === 'send' ? this.#send() : true
  }

  #send(): Promise<boolean> | boolean {
    if (this.#answer !== undefined) return this.#act(this.#answer)
    this.#say('No message waits to be sent.')
    return true
  }

  async #act(action: Action): Promise<boolean> {
    this.#answer = undefined
    const scoreBefore = this.#episode.info.score
    try {
      await this.#episode.step(action)
    } catch (error) {
      if (!(error instanceof BackchannelError) || !error.code.startsWith('action/')) throw error
      this.#say(`${error.message}\n${error.hint}`)
      return true
    }
    this.#showMessages(this.#episode.messages)
    const change = Math.round(1000 * (this.#episode.info.score - scoreBefore)) / 1000
    if (change !== 0) this.#say(`  (reward ${change}, score ${this.#episode.info.score})`)
    if (!this.#episode.over) return true
    this.#showEnd()
    return false
  }

  /** Continues with a fork that lacks the last turn. The original episode keeps it. */
  async #undo(): Promise<void> {
    const steps = this.#episode.nextSeq - 1
    if (steps === 0) {
      this.#say('There is no turn to undo.')
      return
    }
    const original = this.#episode
    this.#episode = await original.fork(steps - 1)
    if (!original.over) await original.close()
    this.#say(`Undid turn ${steps}; the episode is now ${this.#episode.id}.`)
    this.#showMessages(this.#episode.messages)
  }

  #hint(): void {
    const environment = findEnvironment(this.#episode.env)
    if (environment === undefined) {
      this.#say(`This build has no hints, because it does not include ${this.#episode.env}.`)
      return
    }
    const random = stream(0, this.#episode.nextSeq, 'hint')
    const conversation = this.#episode as unknown as Conversation
    const actions = sampledTurns(environment, conversation, random).slice(0, HINTS_MAX)
    this.#say('Possible turns:')
    for (const action of new Set(actions.map(actionText))) {
      this.#say(`  ${action.replaceAll('\n', '\n  ')}`)
    }
  }

  #showTools(): void {
    this.#say('Tools:')
    for (const tool of this.#episode.tools) {
      this.#say([`  ${toolUsage(tool)}`, ...aboutTool(tool)].join('\n      '))
    }
  }

  #showMessages(messages: readonly Message[]): void {
    for (const message of messages) this.#say(messageText(message as ChatMessage))
  }

  #showEnd(): void {
    const { score, end_reason: reason, metrics = {} } = this.#episode.info
    const outcome = metrics.success === 1 ? 'You did it' : 'That was it'
    this.#say(`${outcome}: ${reason}, score ${score}.`)
  }
}

const isMessage = (action: Action): boolean =>
  'content' in action && (action.tool_calls ?? []).length === 0
