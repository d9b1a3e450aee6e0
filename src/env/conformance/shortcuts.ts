import { byName } from '../../sim/by-name.ts'
import type { Action } from '../message.ts'
import { type Playthrough, playthrough } from '../playthrough.ts'
import { type AnyTask, type Arena, type Result, resultOf, setupIn } from './arena.ts'
import { callOf, filledWith } from './arguments.ts'
import { upperBound } from './bound.ts'
import { EXPLOITABILITY_MAX } from './exploitability.ts'
import { ANSWER, type Move, movesOf, textsOf, withTexts } from './moves.ts'
import { spansOf } from './spans.ts'

/**
 * Ways to spare a piece of the work while the rest is done right. The search cannot see such a
 * hole where another part of the task stops it, so here the oracle does that other part.
 */
export interface Shortcut {
  /** `phone_call.request: its last word`. */
  readonly name: string
  readonly wins: number
  /** Tasks in which it could be tried. */
  readonly tries: number
  readonly bound: number
}

/** What a text is replaced by, given what was answered to it; undefined where that is nothing. */
type Substitute = (text: string, answers: string, occurrence: number) => string | undefined

const GARBAGE = 'asdf qwer 0'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')
const longest = (text: string): string | undefined =>
  [...words(text)].sort((one, other) => other.length - one.length)[0]

/** For arguments. An answer may well be one word: there only `among others` is no work. */
const SUBSTITUTES: Readonly<Record<string, Substitute>> = byName({
  'its first word': (text) => words(text)[0],
  'its last word': (text) =>
    words(text)
      .at(-1)
      ?.replace(/[.?!]$/, ''),
  'its longest word': longest,
  'a name in it': (text) => spansOf('name', text).at(-1),
  'the first name in the answer': (_, answers) => spansOf('name', answers)[0],
  'the second name in the answer': (_, answers) => spansOf('name', answers)[1],
  'every name in the answer': (_, answers) => spansOf('name', answers).join(', '),
  'other digits': (text) => otherDigits(text, 1),
  garbage: () => GARBAGE,
})
/** For answers: of several values, the first or the last alone. */
const HALVES: Readonly<Record<string, Substitute>> = byName({
  'its first value alone': (text) => valueIn(text, 0),
  'its last value alone': (text) => valueIn(text, -1),
})

/** An answer of several values with one of them; undefined where it is none, or a program. */
function valueIn(text: string, at: number): string | undefined {
  const [listed] = text.includes('```') ? [] : (LISTED.exec(text) ?? [])
  return listed === undefined ? undefined : text.replace(listed, listed.split(',').at(at) ?? '')
}

const LISTED = /[^,{}()[\]\n]+(?:,[^,{}()[\]\n]+)+/
const AMONG_OTHERS = 'among others'
/** Tasks that each shortcut is tried on, and on how many more where it is paid in one of them. */
const TRIES = 100
const TRIES_MORE = 400

/** Plays every shortcut on tasks of one level, and says how often it was paid like the work. */
export function shortcutsIn(arena: Arena, tasks: readonly AnyTask[]): Shortcut[] {
  const known = tasks.flatMap((task): Known[] => {
    const moves = movesOf(arena, task)
    if (moves === undefined) return []
    const isTold = toldBeforeTheEnd(arena, task)
    return [{ task, moves, isTold, wasTold: isTold(playOf(arena, task, moves)) }]
  })
  const places = new Set(known.flatMap(({ moves }) => textsOf(moves).map(({ name }) => name)))
  const found = [...places].flatMap((place) => {
    const substitutes = place === ANSWER ? HALVES : SUBSTITUTES
    return [
      ...Object.entries(substitutes).map(([name, substitute]) =>
        tried(`${place}: ${name}`, known, (one) => {
          const spoilt = spoiltMoves(one.moves, place, unlessAsMuch(arena, place, substitute))
          return spoilt === undefined ? undefined : winsWith(arena, one, spoilt)
        }),
      ),
      tried(`${place}: ${AMONG_OTHERS}`, known, (one, at) =>
        winsAmongOthers(arena, one, place, othersAt(known, at, place)),
      ),
    ]
  })
  const share = ({ wins, tries }: Shortcut): number => wins / tries
  return found.filter(({ tries }) => tries > 0).sort((one, other) => share(other) - share(one))
}

/**
 * Leaves a text alone whose substitute says as much: it is the same in other words, and spares
 * nothing. A world that takes garbage for a text has no say in what says as much as it.
 */
function unlessAsMuch({ environment }: Arena, place: string, substitute: Substitute): Substitute {
  return (text, answers, occurrence) => {
    const instead = substitute(text, answers, occurrence)
    const isAsMuch = (said: string): boolean =>
      environment.audit.isEquivalentText?.(place, said, text) === true
    return instead !== undefined && isAsMuch(instead) && !isAsMuch(GARBAGE) ? text : instead
  }
}

/** Tries one shortcut; `wins` is undefined for tasks in which it is none. */
function tried(
  name: string,
  known: readonly Known[],
  winsIn: (one: Known, at: number) => boolean | undefined,
): Shortcut {
  let [tries, wins] = [0, 0]
  for (const [at, one] of known.entries()) {
    if (tries >= (wins === 0 ? TRIES : TRIES_MORE)) break
    const won = winsIn(one, at)
    if (won === undefined) continue
    tries += 1
    if (won) wins += 1
  }
  return { name, wins, tries, bound: upperBound({ onlyFirst: wins, onlySecond: 0, tasks: tries }) }
}

/**
 * Whether the right text is paid that stands between two wrong ones: such a reader takes any of
 * many. The wrong ones are those of other tasks, or the right one with other digits.
 */
function winsAmongOthers(
  arena: Arena,
  one: Known,
  place: string,
  others: readonly (readonly string[])[],
): boolean | undefined {
  const play = (substitute: Substitute): boolean | undefined => {
    const spoilt = spoiltMoves(one.moves, place, substitute)
    return spoilt === undefined ? undefined : winsWith(arena, one, spoilt)
  }
  const decoys = [0, 1].map(
    (at): Substitute =>
      (text, _, occurrence) =>
        decoysOf(text, others[occurrence] ?? [])[at],
  )
  if (decoys.some((decoy) => play(decoy) !== false)) return undefined
  const among: Substitute = (text, _, occurrence) => {
    const [before, after] = decoysOf(text, others[occurrence] ?? [])
    return `${before}, ${text}, ${after}`
  }
  return play(unlessAsMuch(arena, place, among))
}

const otherDigits = (text: string, by: number): string =>
  text.replace(/\d/g, (digit) => String((Number(digit) + by) % 10))

function decoysOf(text: string, others: readonly string[]): readonly string[] {
  const similar = [1, 2].map((by) => otherDigits(text, by))
  return [...new Set([...similar, ...others])].filter((other) => other !== text)
}

interface Known {
  readonly task: AnyTask
  readonly moves: readonly Move[]
  /** Whether a play was told the hidden fact before its last turn, and whether the oracle was. */
  readonly isTold: (play: Playthrough) => boolean
  readonly wasTold: boolean
}

function toldBeforeTheEnd({ environment, world }: Arena, task: AnyTask): Known['isTold'] {
  const variant = environment.audit.hiddenVariant?.(task, world, VARIANT_SEED)
  return ({ states }) => {
    const before = states.at(-2)
    return before !== undefined && variant?.revealed(before.worldState) === true
  }
}

const VARIANT_SEED = 1

/**
 * Whether spoilt moves win. Undefined where they kept the hidden fact from being told: the oracle
 * goes on with what it knows, and a player could not.
 */
function winsWith(
  arena: Arena,
  { task, isTold, wasTold }: Known,
  spoilt: readonly Move[],
): boolean | undefined {
  const play = playOf(arena, task, spoilt)
  const { success } = resultOf(setupIn(arena, task), play)
  return success && wasTold && !isTold(play) ? undefined : success
}

const OTHERS = 6

/** What stands at the same place in the tasks that follow, for each time that it occurs. */
function othersAt(known: readonly Known[], at: number, place: string): string[][] {
  const textsAt = ({ moves }: Known): string[] =>
    textsOf(moves).flatMap(({ name, text }) => (name === place && text !== '' ? [text] : []))
  const following = Array.from(
    { length: Math.min(OTHERS, known.length - 1) },
    (_, ahead) => known[(at + ahead + 1) % known.length] as Known,
  ).map(textsAt)
  return textsAt(known[at] as Known).map((_, occurrence) =>
    following.flatMap((texts) => texts.slice(occurrence, occurrence + 1)),
  )
}

/**
 * The moves with every text of one place replaced; undefined where nothing changes. A text stays
 * whose lost words are said again later, elsewhere: there the piece is not spared but told late.
 */
function spoiltMoves(
  moves: readonly Move[],
  place: string,
  substitute: Substitute,
): readonly Move[] | undefined {
  let changes = 0
  let occurrence = 0
  let isPossible = true
  const spoilt = moves.map((move, at) => {
    const said = new Set(
      textsOf(moves.slice(at + 1)).flatMap(({ name, text }) =>
        name === place ? [] : wordsIn(text),
      ),
    )
    const answers = move.answers.map(({ content }) => content).join('\n')
    return withTexts(move, (name, text) => {
      if (name !== place) return text
      const instead = substitute(text, answers, occurrence++)
      if (instead === undefined) isPossible = false
      if (instead === undefined || instead === text || isToldLate(text, instead, said)) return text
      changes += 1
      return instead
    })
  })
  return isPossible && changes > 0 ? spoilt : undefined
}

const wordsIn = (text: string): string[] => text.match(/[a-z0-9]+/gi) ?? []

function isToldLate(text: string, instead: string, later: ReadonlySet<string>): boolean {
  const kept = new Set(wordsIn(instead))
  const lost = wordsIn(text).filter((word) => !kept.has(word))
  return lost.length > 0 && lost.every((word) => later.has(word))
}

const actionOf = ({ content, calls }: Move): Action =>
  calls.length === 0 ? { content } : { content, tool_calls: calls }

function playOf(
  arena: Arena,
  task: AnyTask,
  moves: readonly Move[],
  before: readonly Action[] = [],
): Playthrough {
  const actions = [...before, ...moves.map(actionOf)]
  return playthrough(setupIn(arena, task), (_, { step }) => actions[step], arena.effects)
}

const playMoves = (arena: Arena, task: AnyTask, moves: readonly Move[], before: Action): Result =>
  resultOf(setupIn(arena, task), playOf(arena, task, moves, [before]))

/**
 * Tasks in which showing garbage to a tool before the answer is paid more than showing the answer:
 * one line each.
 */
export function paidForGarbage(arena: Arena, tasks: readonly AnyTask[]): string[] {
  return tasks.flatMap((task) => {
    const moves = movesOf(arena, task)
    const answer = moves?.find(({ calls }) => calls.length === 0)?.content
    if (moves === undefined || answer === undefined) return []
    return arena.tools.flatMap((tool) => {
      const { name } = tool.function
      const shown = (text: string): Action => ({
        content: text,
        tool_calls: [callOf(name, filledWith(tool, text, []), 0, 9)],
      })
      const [wrong, right] = [GARBAGE, answer].map((text) =>
        playMoves(arena, task, moves, shown(text)),
      )
      if (wrong === undefined || right === undefined || wrong.total <= right.total) return []
      return [`${task.id}: ${name} with garbage first is paid ${wrong.total}, not ${right.total}`]
    })
  })
}

/** How often a call is repeated, in a short play and in a long one. */
const REPEATS = [2, 6] as const

/** Tasks in which the same call again, answered in the same words, is paid: one line each. */
export function paidForRepeating(arena: Arena, tasks: readonly AnyTask[]): string[] {
  return tasks.flatMap((task) =>
    arena.tools.flatMap((tool) => {
      const { name } = tool.function
      const setup = setupIn(arena, task)
      const plays = REPEATS.map((times) => {
        const call = (step: number): Action => ({
          content: '',
          tool_calls: [callOf(name, filledWith(tool, '1', []), step)],
        })
        const choose = (_: unknown, { step }: { step: number }): Action | undefined =>
          step < times ? call(step) : undefined
        return playthrough(setup, choose, arena.effects)
      })
      const [few = 0, many = 0] = plays.map((play) => resultOf(setup, play).total)
      const answers = plays[1]?.answers.slice(1).map(({ messages }) => wordsOf(messages)) ?? []
      const isSame = new Set(answers).size === 1
      return isSame && many > few
        ? [`${task.id}: ${name} again and again is paid ${many}, not ${few}`]
        : []
    }),
  )
}

const wordsOf = (messages: readonly { readonly content: string }[]): string =>
  messages.map(({ content }) => content).join('\n')

/** What can be spared at one level, or is paid though it is no work. */
export interface Shortcuts {
  readonly level: number
  /** How many ways were tried, and the one that was paid most often. */
  readonly tried: number
  readonly best: Shortcut | null
  readonly failures: readonly string[]
}

/** Tries every way to spare a piece of the work at one level. */
export function shortcutsAt(arena: Arena, level: number, tasks: readonly AnyTask[]): Shortcuts {
  const found = shortcutsIn(arena, tasks)
  const some = tasks.slice(0, TRIES)
  const paid = [...paidForGarbage(arena, some), ...paidForRepeating(arena, some)]
  const spared = found.filter(({ wins, bound }) => wins > 0 && bound > EXPLOITABILITY_MAX)
  const failures = [
    ...spared.map(({ name, wins, tries }) => `paid in ${wins} of ${tries} tasks with ${name}`),
    ...paid,
  ]
  return {
    level,
    tried: found.length,
    best: found[0] ?? null,
    failures: failures.map((failure) => `level ${level}: ${failure}`),
  }
}
