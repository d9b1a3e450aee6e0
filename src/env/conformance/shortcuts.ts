import { type Playthrough, resultOf, setupIn } from '../playthrough.ts'
import { type AnyTask, type Arena, playActions } from './arena.ts'
import { upperBound } from './bound.ts'
import { constantsIn } from './constants.ts'
import { type EdgeWay, edgeWays } from './edge-shortcuts.ts'
import { EXPLOITABILITY_MAX } from './exploitability.ts'
import { winsAfterLeak } from './leaked-answer.ts'
import { ANSWER, actionOf, type Move, movesOf, playOf, textsOf, withTexts } from './moves.ts'
import { paidForGarbage, paidForRepeating } from './paid-for-nothing.ts'
import { repeatsIn } from './repeats.ts'
import { decoysOf, HALVES, SUBSTITUTES, type Substitute } from './substitutes.ts'

/**
 * Ways to skip a part of the work while the oracle does the rest. The search cannot find such a
 * defect, because another part of the task stops it.
 */
interface Shortcut {
  /** `phone_call.request: its last word`. */
  readonly name: string
  /** Tasks that it won, or in which it earned as much as the work. */
  readonly wins: number
  /** Tasks in which it was applicable. */
  readonly tries: number
  readonly bound: number
}

/** Maximum number of final turns to omit. */
const LEFT_OUT_MAX = 4
const AMONG_OTHERS = 'among others'
/** The number of tasks for each shortcut, and of further tasks if one of them pays it. */
const TRIES = 100
const TRIES_MORE = 400
const TRIES_RARE = 3
/** Constants that each text is replaced by. */
const CONSTANTS_TRIED = 6

/** Plays every shortcut on tasks of one level, and counts how often it earned the full reward. */
function shortcutsIn(
  arena: Arena,
  tasks: readonly AnyTask[],
  onProgress: (done: number, total: number) => void = () => undefined,
): Shortcut[] {
  const known = tasks.flatMap((task): Known[] => {
    const moves = movesOf(arena, task)
    if (moves === undefined) return []
    const isRevealed = revealedBeforeEnd(arena, task)
    const play = playOf(arena, task, moves)
    const { total } = resultOf(setupIn(arena, task), play)
    const looks = looksIn(arena, { task, moves, total })
    return [{ task, moves, total, isRevealed, wasOracleRevealed: isRevealed(play), looks }]
  })
  const textNames = new Set(known.flatMap(({ moves }) => textsOf(moves).map(({ name }) => name)))
  const constants = constantsIn(arena, []).slice(0, CONSTANTS_TRIED)
  const edges = edgeWays(
    arena,
    known.map(({ moves }) => moves),
    constants,
  )
  const ways = [
    ...[...textNames].flatMap((textName) => waysAt(arena, textName)),
    ...waysToStop(arena),
    ...edges.map((way) => edgeWay(arena, way)),
    ...repeatsIn(arena, known).map(
      ({ name, isPaid }): Way => ({ name: `repeating ${name}`, winsIn: isPaid, isRare: true }),
    ),
  ]
  const found = ways.map((way, at) => {
    onProgress(at, ways.length)
    return tried(way, known)
  })
  const share = ({ wins, tries }: Shortcut): number => wins / tries
  return found.filter(({ tries }) => tries > 0).sort((one, other) => share(other) - share(one))
}

/** A shortcut; undefined for tasks to which it does not apply. */
interface Way {
  readonly name: string
  readonly winsIn: (one: Known, at: number, known: readonly Known[]) => boolean | undefined
  /** One of many, which few tasks must show to be worth more of them. */
  readonly isRare?: true
}

/** Replaces the text at one position in every way. */
function waysAt(arena: Arena, textName: string): readonly Way[] {
  const substitutes = Object.entries(textName === ANSWER ? HALVES : SUBSTITUTES)
  return [
    ...substitutes.map(
      ([name, substitute]): Way => ({
        name: `${textName}: ${name}`,
        winsIn: (one) => {
          if (one.looks.has(toolOf(textName))) return undefined
          const spoilt = spoiltMoves(one.moves, textName, substitute)
          return spoilt === undefined ? undefined : winsWith(arena, one, spoilt)
        },
      }),
    ),
    {
      name: `${textName}: ${AMONG_OTHERS}`,
      winsIn: (one, at, known) =>
        one.looks.has(toolOf(textName))
          ? undefined
          : winsAmongOthers(arena, one, textName, othersAt(known, at, textName)),
    },
    {
      name: `${textName}: told after a wrong one`,
      winsIn: (one, at, known) =>
        one.looks.has(toolOf(textName))
          ? undefined
          : winsAfterLeak(arena, one, textName, othersAt(known, at, textName)[0] ?? []),
    },
  ]
}

const toolOf = (textName: string): string => textName.split('.', 1)[0] ?? ''

/** An argument with an edge value, if an ordinary wrong value is not paid. */
const edgeWay = (arena: Arena, { name, tool, spoil, decoy }: EdgeWay): Way => ({
  name,
  isRare: true,
  winsIn(one) {
    if (one.looks.has(tool)) return undefined
    const [spoilt, wrong] = [spoil(one.moves), decoy(one.moves)]
    if (spoilt === undefined || wrong === undefined) return undefined
    return winsWith(arena, one, spoilt) === true && winsWith(arena, one, wrong) !== true
  },
})

/** Omits the last turns, one more each time. */
const waysToStop = (arena: Arena): readonly Way[] =>
  Array.from({ length: LEFT_OUT_MAX }, (_, at) => ({
    name: `the last turns left out: ${at + 1}`,
    winsIn: (one) =>
      one.moves.length > at + 1 ? winsWith(arena, one, one.moves.slice(0, -1 - at)) : undefined,
  }))

/** Plays one shortcut on as many tasks as it takes. */
function tried({ name, winsIn, isRare }: Way, known: readonly Known[]): Shortcut {
  let [tries, wins] = [0, 0]
  for (const [at, one] of known.entries()) {
    const enough = isRare === true ? TRIES_RARE : TRIES
    if (tries >= (wins === 0 ? enough : TRIES_MORE)) break
    const won = winsIn(one, at, known)
    if (won === undefined) continue
    tries += 1
    if (won) wins += 1
  }
  return { name, wins, tries, bound: upperBound({ onlyFirst: wins, onlySecond: 0, tasks: tries }) }
}

/**
 * Whether the right text between two wrong ones is paid. A world that accepts it accepts any of
 * many texts. The wrong ones are those of other tasks, or the right one with other digits.
 */
function winsAmongOthers(
  arena: Arena,
  one: Known,
  textName: string,
  others: readonly (readonly string[])[],
): boolean | undefined {
  const play = (substitute: Substitute): boolean | undefined => {
    const spoilt = spoiltMoves(one.moves, textName, substitute)
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
  return play(among)
}

interface Known {
  readonly task: AnyTask
  readonly moves: readonly Move[]
  /** The oracle's reward, in thousandths. */
  readonly total: number
  /** Whether a play saw the hidden fact before its last turn, and whether the oracle did. */
  readonly isRevealed: (play: Playthrough) => boolean
  readonly wasOracleRevealed: boolean
  /** Tools that the oracle could skip, because it already knows what they reveal. */
  readonly looks: ReadonlySet<string>
}

/**
 * Tools whose calls the oracle could omit, in a task without a variant. They may reveal facts that
 * players need, so the test cannot decide whether omitting them is a defect.
 */
function looksIn(
  arena: Arena,
  { task, moves, total }: Pick<Known, 'task' | 'moves' | 'total'>,
): ReadonlySet<string> {
  const { environment, world } = arena
  if (environment.audit.hiddenVariant?.(task, world, VARIANT_SEED) !== undefined) return new Set()
  const tools = new Set(moves.flatMap(({ calls }) => calls.map((call) => call.function.name)))
  const isSkippable = (tool: string): boolean => {
    const rest = moves.filter(({ calls }) => calls.every((call) => call.function.name !== tool))
    const result = playActions(arena, task, rest.map(actionOf))
    return result.success || result.total >= total
  }
  return new Set([...tools].filter(isSkippable))
}

function revealedBeforeEnd({ environment, world }: Arena, task: AnyTask): Known['isRevealed'] {
  const variant = environment.audit.hiddenVariant?.(task, world, VARIANT_SEED)
  return ({ states }) => {
    const before = states.at(-2)
    return before !== undefined && variant?.revealed(before.worldState) === true
  }
}

const VARIANT_SEED = 1

/**
 * Whether changed moves win, or earn as much as the right ones. Undefined if they prevented the
 * disclosure of the hidden fact: the oracle knows the fact, but a player would not.
 */
function winsWith(
  arena: Arena,
  { task, total: right, isRevealed, wasOracleRevealed }: Known,
  spoilt: readonly Move[],
): boolean | undefined {
  const play = playOf(arena, task, spoilt)
  const { success, total } = resultOf(setupIn(arena, task), play)
  const isPaid = success || total >= right
  return isPaid && wasOracleRevealed && !isRevealed(play) ? undefined : isPaid
}

const OTHERS = 6

/** The text at the same position in later tasks, for each occurrence. */
function othersAt(known: readonly Known[], at: number, textName: string): string[][] {
  const textsAt = ({ moves }: Known): string[] =>
    textsOf(moves).flatMap(({ name, text }) => (name === textName && text !== '' ? [text] : []))
  const following = Array.from(
    { length: Math.min(OTHERS, known.length - 1) },
    (_, ahead) => known[(at + ahead + 1) % known.length] as Known,
  ).map(textsAt)
  return textsAt(known[at] as Known).map((_, occurrence) =>
    following.flatMap((texts) => texts.slice(occurrence, occurrence + 1)),
  )
}

/**
 * The moves with every text at one position replaced; undefined if nothing changes. A text stays if
 * its lost words appear later in another place: that part of the work is only postponed.
 */
function spoiltMoves(
  moves: readonly Move[],
  textName: string,
  substitute: Substitute,
): readonly Move[] | undefined {
  let changes = 0
  let occurrence = 0
  let isPossible = true
  const spoilt = moves.map((move, at) => {
    const laterWords = new Set(
      textsOf(moves.slice(at + 1)).flatMap(({ name, text }) =>
        name === textName ? [] : wordsIn(text),
      ),
    )
    const answers = move.answers.map(({ content }) => content).join('\n')
    return withTexts(move, (name, text) => {
      if (name !== textName) return text
      const instead = substitute(text, answers, occurrence++)
      if (instead === undefined) isPossible = false
      if (instead === undefined || instead === text || appearsLater(text, instead, laterWords))
        return text
      changes += 1
      return instead
    })
  })
  return isPossible && changes > 0 ? spoilt : undefined
}

const wordsIn = (text: string): string[] => text.match(/[a-z0-9]+/gi) ?? []

function appearsLater(text: string, instead: string, later: ReadonlySet<string>): boolean {
  const remaining = new Set(wordsIn(instead))
  const lost = wordsIn(text).filter((word) => !remaining.has(word))
  return lost.length > 0 && lost.every((word) => later.has(word))
}

/** Parts of the work that can be skipped at one level, and pay without work. */
export interface Shortcuts {
  readonly level: number
  /** The number of shortcuts tried, and the one that was paid most often. */
  readonly tried: number
  readonly best: Shortcut | null
  readonly failures: readonly string[]
}

/** Tries every shortcut at one level. */
export function shortcutsAt(
  arena: Arena,
  level: number,
  tasks: readonly AnyTask[],
  onProgress?: (done: number, total: number) => void,
): Shortcuts {
  const found = shortcutsIn(arena, tasks, onProgress)
  const some = tasks.slice(0, TRIES)
  const paid = [...paidForGarbage(arena, some), ...paidForRepeating(arena, some)]
  const exploited = found.filter(({ wins, bound }) => wins > 0 && bound > EXPLOITABILITY_MAX)
  const failures = [
    ...exploited.map(({ name, wins, tries }) => `paid in ${wins} of ${tries} tasks with ${name}`),
    ...paid,
  ]
  return {
    level,
    tried: found.length,
    best: found[0] ?? null,
    failures: failures.map((failure) => `level ${level}: ${failure}`),
  }
}
