import { type Playthrough, playResult, setupIn } from '../playthrough.ts'
import { type AnyTask, type Arena, playActions } from './arena.ts'
import { upperBound } from './bound.ts'
import { constantsIn } from './constants.ts'
import { type EdgeWay, edgeWays } from './edge-shortcuts.ts'
import { EXPLOITABILITY_MAX } from './exploitability.ts'
import { winsAfterLeak } from './leaked-answer.ts'
import {
  type OracleMove,
  type OraclePlay,
  oracleMoves,
  playMoves,
  SUBMITTED_ANSWER,
  submittedTexts,
  toAction,
} from './moves.ts'
import { paidForGarbage, paidForRepeating } from './paid-for-nothing.ts'
import { repeatsIn } from './repeats.ts'
import { spoiltMoves } from './spoilt-moves.ts'
import { HALVES, makeDecoys, SUBSTITUTES, type Substitute } from './substitutes.ts'

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
/** The number of tasks for each shortcut, and the number if one of them pays. */
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
  const honestPlays = tasks.flatMap((task): HonestPlay[] => {
    const moves = oracleMoves(arena, task)
    if (moves === undefined) return []
    const isRevealed = revealedBeforeEnd(arena, task)
    const play = playMoves(arena, task, moves)
    const { total } = playResult(setupIn(arena, task), play)
    const looks = skippableTools(arena, { task, moves, total })
    return [{ task, moves, total, isRevealed, wasOracleRevealed: isRevealed(play), looks }]
  })
  const textNames = new Set(
    honestPlays.flatMap(({ moves }) => submittedTexts(moves).map(({ name }) => name)),
  )
  const constants = constantsIn(arena, []).slice(0, CONSTANTS_TRIED)
  const edges = edgeWays(
    arena,
    honestPlays.map(({ moves }) => moves),
    constants,
  )
  const ways = [
    ...[...textNames].flatMap((textName) => waysAt(arena, textName)),
    ...waysToStop(arena),
    ...edges.map((way) => edgeWay(arena, way)),
    ...repeatsIn(arena, honestPlays).map(
      ({ name, isPaid }): Way => ({ name: `repeating ${name}`, winsIn: isPaid, isRare: true }),
    ),
  ]
  const results = ways.map((way, index) => {
    onProgress(index, ways.length)
    return tryShortcut(way, honestPlays)
  })
  const share = ({ wins, tries }: Shortcut): number => wins / tries
  return results.filter(({ tries }) => tries > 0).sort((left, right) => share(right) - share(left))
}

/** A shortcut; undefined for tasks to which it does not apply. */
interface Way {
  readonly name: string
  readonly winsIn: (
    honestPlay: HonestPlay,
    playIndex: number,
    honestPlays: readonly HonestPlay[],
  ) => boolean | undefined
  /** Stops after a few tasks unless one of them pays. For shortcuts that exist in large numbers. */
  readonly isRare?: true
}

/** Replaces the text at one position in every way. */
function waysAt(arena: Arena, textName: string): readonly Way[] {
  const [tool = ''] = textName.split('.', 1)
  const way = (name: string, winsIn: Way['winsIn']): Way => ({
    name: `${textName}: ${name}`,
    winsIn: (honestPlay, ...others) =>
      honestPlay.looks.has(tool) ? undefined : winsIn(honestPlay, ...others),
  })
  const substitutes = Object.entries(textName === SUBMITTED_ANSWER ? HALVES : SUBSTITUTES)
  return [
    ...substitutes.map(([name, substitute]) =>
      way(name, (honestPlay) => {
        const spoilt = spoiltMoves(honestPlay.moves, textName, substitute)
        return spoilt && winsWith(arena, honestPlay, spoilt)
      }),
    ),
    way('among others', (honestPlay, index, honestPlays) => {
      const otherTexts = otherTextsAt(honestPlays, index, textName)
      return winsAmongOthers(arena, honestPlay, textName, otherTexts)
    }),
    way('told after a wrong one', (honestPlay, index, honestPlays) => {
      const [otherTexts = []] = otherTextsAt(honestPlays, index, textName)
      return winsAfterLeak(arena, honestPlay, textName, otherTexts)
    }),
  ]
}

/** An argument with an edge value, if an ordinary wrong value is not paid. */
const edgeWay = (arena: Arena, { name, tool, spoil, decoy }: EdgeWay): Way => ({
  name,
  isRare: true,
  winsIn(honestPlay) {
    if (honestPlay.looks.has(tool)) return undefined
    const [spoilt, decoyMoves] = [spoil(honestPlay.moves), decoy(honestPlay.moves)]
    if (spoilt === undefined || decoyMoves === undefined) return undefined
    return (
      winsWith(arena, honestPlay, spoilt) === true &&
      winsWith(arena, honestPlay, decoyMoves) !== true
    )
  },
})

/** Omits the last turns, one more each time. */
const waysToStop = (arena: Arena): readonly Way[] =>
  Array.from({ length: LEFT_OUT_MAX }, (_, index) => ({
    name: `the last turns left out: ${index + 1}`,
    winsIn: (honestPlay) =>
      honestPlay.moves.length > index + 1
        ? winsWith(arena, honestPlay, honestPlay.moves.slice(0, -1 - index))
        : undefined,
  }))

/** Plays one shortcut on few tasks, and on more if one of them pays it. */
function tryShortcut({ name, winsIn, isRare }: Way, honestPlays: readonly HonestPlay[]): Shortcut {
  let [tries, wins] = [0, 0]
  for (const [index, honestPlay] of honestPlays.entries()) {
    const triesMin = isRare === true ? TRIES_RARE : TRIES
    if (tries >= (wins === 0 ? triesMin : TRIES_MORE)) break
    const won = winsIn(honestPlay, index, honestPlays)
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
  honestPlay: HonestPlay,
  textName: string,
  otherTexts: readonly (readonly string[])[],
): boolean | undefined {
  const play = (substitute: Substitute): boolean | undefined => {
    const spoilt = spoiltMoves(honestPlay.moves, textName, substitute)
    return spoilt === undefined ? undefined : winsWith(arena, honestPlay, spoilt)
  }
  const decoys = [0, 1].map(
    (decoyIndex): Substitute =>
      (text, _, occurrence) =>
        makeDecoys(text, otherTexts[occurrence] ?? [])[decoyIndex],
  )
  if (decoys.some((decoy) => play(decoy) !== false)) return undefined
  const amongOthers: Substitute = (text, _, occurrence) => {
    const [firstDecoy, secondDecoy] = makeDecoys(text, otherTexts[occurrence] ?? [])
    return `${firstDecoy}, ${text}, ${secondDecoy}`
  }
  return play(amongOthers)
}

interface HonestPlay extends OraclePlay {
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
function skippableTools(arena: Arena, { task, moves, total }: OraclePlay): ReadonlySet<string> {
  const { environment, world } = arena
  if (environment.audit.hiddenVariant?.(task, world, VARIANT_SEED) !== undefined) return new Set()
  const tools = new Set(moves.flatMap(({ calls }) => calls.map((call) => call.function.name)))
  const isSkippable = (tool: string): boolean => {
    const remainingMoves = moves.filter(({ calls }) =>
      calls.every((call) => call.function.name !== tool),
    )
    const result = playActions(arena, task, remainingMoves.map(toAction))
    return result.success || result.total >= total
  }
  return new Set([...tools].filter(isSkippable))
}

function revealedBeforeEnd({ environment, world }: Arena, task: AnyTask): HonestPlay['isRevealed'] {
  const variant = environment.audit.hiddenVariant?.(task, world, VARIANT_SEED)
  return ({ states }) => {
    const stateBefore = states.at(-2)
    return stateBefore !== undefined && variant?.revealed(stateBefore.worldState) === true
  }
}

const VARIANT_SEED = 1

/**
 * Whether changed moves win, or earn as much as the right ones. Undefined if they prevented the
 * disclosure of the hidden fact: the oracle knows the fact, but a player would not.
 */
function winsWith(
  arena: Arena,
  { task, total: honestTotal, isRevealed, wasOracleRevealed }: HonestPlay,
  spoilt: readonly OracleMove[],
): boolean | undefined {
  const play = playMoves(arena, task, spoilt)
  const { success, total } = playResult(setupIn(arena, task), play)
  const isPaid = success || total >= honestTotal
  return isPaid && wasOracleRevealed && !isRevealed(play) ? undefined : isPaid
}

const OTHER_TASKS_MAX = 6

/** The text at the same position in later tasks, for each occurrence. */
function otherTextsAt(
  honestPlays: readonly HonestPlay[],
  playIndex: number,
  textName: string,
): string[][] {
  const textsAt = ({ moves }: HonestPlay): string[] =>
    submittedTexts(moves).flatMap(({ name, text }) =>
      name === textName && text !== '' ? [text] : [],
    )
  const following = Array.from(
    { length: Math.min(OTHER_TASKS_MAX, honestPlays.length - 1) },
    (_, ahead) => honestPlays[(playIndex + ahead + 1) % honestPlays.length] as HonestPlay,
  ).map(textsAt)
  return textsAt(honestPlays[playIndex] as HonestPlay).map((_, occurrence) =>
    following.flatMap((texts) => texts.slice(occurrence, occurrence + 1)),
  )
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
  const results = shortcutsIn(arena, tasks, onProgress)
  const sampleTasks = tasks.slice(0, TRIES)
  const paid = [...paidForGarbage(arena, sampleTasks), ...paidForRepeating(arena, sampleTasks)]
  const exploited = results.filter(({ wins, bound }) => wins > 0 && bound > EXPLOITABILITY_MAX)
  const failures = [
    ...exploited.map(({ name, wins, tries }) => `paid in ${wins} of ${tries} tasks with ${name}`),
    ...paid,
  ]
  return {
    level,
    tried: results.length,
    best: results[0] ?? null,
    failures: failures.map((failure) => `level ${level}: ${failure}`),
  }
}
