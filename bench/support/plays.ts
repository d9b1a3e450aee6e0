import { loadDataSets } from '../../src/datasets/load.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { studentPlayer } from '../../src/env/math-feedback/players/student.ts'
import type { Action } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { habitPlayer } from '../../src/env/phone-call/players/habit.ts'
import type { Player } from '../../src/env/player.ts'
import { playthrough, setupIn } from '../../src/env/playthrough.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { stream } from '../../src/sim/random.ts'
import {
  companyDirectory,
  type DirectoryArguments,
} from '../../src/tools/phone/company-directory.ts'
import { toolSchema } from '../../src/tools/tool.ts'

/** An episode that is known from beginning to end, for load generators without a policy. */
export interface Play {
  readonly env: string
  readonly split: string
  readonly index: number
  /** The JSON text of each action. */
  readonly actions: readonly string[]
}

/** A source of plays, and the mix of tools in their turns. */
export interface PlayBook {
  /** The play with this number. Numbers beyond the book start again from its beginning. */
  play(number: number): Play
  readonly mix: string
}

const TASKS = 200
/** Number of words from the request that each search adds, so that searches rarely repeat. */
const OWN_WORDS = 3

/**
 * Phone calls as a trained agent plays them: search the directory, fill the form, call, react. The
 * habit player sees only the conversation, so its episodes are as long as real rollouts.
 */
export const phonePlays = (): PlayBook => createBook(phoneCallEnvironment, 'habit', habitPlayer())

/**
 * As `phonePlays`, but each search adds other words of the customer's request, as a model does. So
 * the server's cache of searches helps as little as under a real policy.
 */
export function freshPhonePlays(): PlayBook & { share(): number } {
  const earlierQueries = new Set<string>()
  let searches = 0
  const rephrase: Rephrase = (action, words, number, turn) =>
    withQuery(action, (query) => {
      const random = stream(number, turn, 'bench-words')
      const addedWords = Array.from({ length: OWN_WORDS }, () => random.pick(words))
      const newQuery = [query, ...addedWords].join(' ')
      searches += 1
      earlierQueries.add(newQuery)
      return newQuery
    })
  const book = createBook(phoneCallEnvironment, 'habit', habitPlayer(), rephrase)
  return { ...book, share: () => earlierQueries.size / searches }
}

/** Problems as a student works on them: shows an answer to the rule-based tutor, and revises it. */
export const mathPlays = (): PlayBook =>
  createBook(
    mathFeedbackEnvironment,
    'student',
    studentPlayer({ slips: 0.6, asks: 1, follows: 0.7 }),
  )

/**
 * Rewords an action.
 * @param words words of the user's request
 */
type Rephrase = (action: Action, words: readonly string[], number: number, turn: number) => Action

const asItIs: Rephrase = (action) => action

/** The action with another query, if all it does is one search of the directory. */
function withQuery(action: Action, queryOf: (query: string) => string): Action {
  const [call, more] = 'tool_calls' in action ? (action.tool_calls ?? []) : []
  if (call?.function.name !== companyDirectory.name || more !== undefined) return action
  const { arguments: argumentsValue } = call.function
  const args = (
    typeof argumentsValue === 'string' ? JSON.parse(argumentsValue) : argumentsValue
  ) as DirectoryArguments
  const changedArguments = JSON.stringify({ ...args, query: queryOf(args.query) })
  return {
    ...action,
    tool_calls: [{ ...call, function: { ...call.function, arguments: changedArguments } }],
  }
}

interface KnownPlay extends Omit<Play, 'actions'> {
  readonly actions: readonly Action[]
  readonly words: readonly string[]
}

function createBook(
  environment: AnyEnvironment,
  name: string,
  player: Player,
  rephrase: Rephrase = asItIs,
): PlayBook {
  const dataSet = loadDataSets('data').find((set) => set.environment === environment.id)
  if (dataSet === undefined) throw new Error(`there is no data of ${environment.id} in data/`)
  const { world } = dataSet
  const settings = environment.settings.schema.parse({})
  const tools = environment.tools.map((tool) => toolSchema(tool))
  const counts = new Map<string, number>()
  const plays = Array.from({ length: TASKS }, (_, index): KnownPlay => {
    const task = dataSet.task('train', index)
    if (task === undefined) throw new Error(`there is no train task ${index}`)
    const actions: Action[] = []
    const setup = setupIn({ environment, world, settings }, task)
    const hidden = { task, world: world as JsonObject }
    const { opening } = playthrough(setup, (conversation, { step }) => {
      const random = stream(index, step, 'bench-play')
      const action = player.act({
        environment: environment.id,
        ...conversation,
        tools,
        random,
        hidden,
      })
      actions.push(action)
      for (const tool of toolNames(action)) counts.set(tool, (counts.get(tool) ?? 0) + 1)
      return action
    })
    const words = /\p{L}{4,}/gu
    const userTexts = opening.filter(({ role }) => role === 'user').map(({ content }) => content)
    const requestWords = userTexts.join(' ').match(words) ?? ['help']
    return { env: environment.id, split: 'train', index, actions, words: requestWords }
  })
  const mix = `${environment.id}, ${name}, ${mixText(plays, counts)}`
  const play = (number: number): Play => {
    const { actions, words, ...known } = plays[number % TASKS] as KnownPlay
    const rewordedActions = actions.map((action, turn) => rephrase(action, words, number, turn))
    return { ...known, actions: rewordedActions.map((action) => JSON.stringify(action)) }
  }
  return { play, mix }
}

function toolNames(action: Action): string[] {
  const calls = 'tool_calls' in action ? action.tool_calls : undefined
  return calls?.map((call) => call.function.name) ?? ['words only']
}

function mixText(plays: readonly KnownPlay[], counts: ReadonlyMap<string, number>): string {
  const steps = plays.reduce((sum, { actions }) => sum + actions.length, 0)
  const calls = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shares = [...counts].map(
    ([name, count]) => `${name} ${Math.round((100 * count) / calls)} %`,
  )
  return `${(steps / plays.length).toFixed(1)} turns: ${shares.join(', ')}`
}
