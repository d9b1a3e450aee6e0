import { childSeed, stream } from '../../sim/random.ts'
import type { Transcript } from '../message.ts'
import { type PlayResult, playingThrough, playResult, setupIn } from '../playthrough.ts'
import { madeUpTurn } from '../usual-players.ts'
import { type AnyTask, type Arena, samplesIn, type ViewPlayer } from './arena.ts'
import { CHEATER_NAMES, cheater } from './cheaters.ts'
import { type AskWorld, driven } from './driven.ts'
import { echoPlans, edgePlans } from './edge-plans.ts'
import { percent } from './exploitability.ts'
import { nextAction } from './plan.ts'
import { describePlan } from './plan-text.ts'
import { collectVocabulary, firstPlans } from './vocabulary.ts'

interface ForeignOptions {
  readonly arena: Arena
  readonly tasks: readonly AnyTask[]
  readonly ask: AskWorld
  readonly episodesMax: number
  readonly seed: number
  readonly onProgress: (episodes: number) => void
}

/** A player on that server, and its results so far. */
interface Visitor {
  readonly name: string
  readonly player: ViewPlayer
  episodes: number
  wins: number
  /** Thousandths in all. */
  total: number
}

/** Plays whose conversations supply texts for plans. */
const WATCHED = 2

/**
 * Lets the cheaters and the first plans of the search play on another server. Each plays one task,
 * and those that earn as much as the best so far play the others. Returns a sentence on the player
 * with most wins, and one on the best paid.
 */
export async function adversariesThere(options: ForeignOptions): Promise<readonly string[]> {
  const { arena, tasks, episodesMax, onProgress } = options
  let played = 0
  const play = async (visitor: Visitor): Promise<void> => {
    const task = tasks[visitor.episodes]
    if (task === undefined || played >= episodesMax) return
    const { result } = await playThere(options, task, visitor.player)
    visitor.episodes += 1
    visitor.wins += result.success ? 1 : 0
    visitor.total += result.total
    onProgress(++played)
  }
  const best: Record<'wins' | 'total', Visitor | undefined> = { wins: undefined, total: undefined }
  const meanPerEpisode = (visitor: Visitor | undefined, aim: 'wins' | 'total'): number =>
    visitor === undefined ? 0 : visitor[aim] / Math.max(1, visitor.episodes)
  for await (const visitor of visitorsTo(options)) {
    if (played >= episodesMax) break
    await play(visitor)
    const promises = (aim: 'wins' | 'total'): boolean =>
      meanPerEpisode(visitor, aim) > meanPerEpisode(best[aim], aim)
    while (visitor.episodes < tasks.length && (promises('wins') || promises('total'))) {
      if (played >= episodesMax) break
      await play(visitor)
    }
    for (const aim of ['wins', 'total'] as const) if (promises(aim)) best[aim] = visitor
  }
  const rewardMaximum = Math.max(1, arena.environment.reward.maximum)
  const notes = (['wins', 'total'] as const).flatMap((aim) => {
    const visitor = best[aim]
    if (visitor === undefined) return []
    const { name, episodes, wins, total } = visitor
    const paid = percent(total / episodes / rewardMaximum)
    return [`won ${wins} of ${episodes} tasks, and paid ${paid} of the most: ${name}`]
  })
  return [
    `adversaries played ${played} episodes at its server: ` +
      (notes.length === 0 ? 'none was paid' : [...new Set(notes)].join('; ')),
    'no floor and no oracle are known there, so nothing says what blind play should be paid; so ' +
      `few episodes of ${tasks.length} tasks bound nothing, and plans were not changed by search`,
  ]
}

/** The cheaters, then plans from texts in plays of random turns. */
async function* visitorsTo(options: ForeignOptions): AsyncGenerator<Visitor> {
  const { arena, tasks, seed } = options
  const freshResult = { episodes: 0, wins: 0, total: 0 }
  for (const name of CHEATER_NAMES) yield { name, player: cheater(name), ...freshResult }
  const transcripts: Transcript[] = []
  let turnsMax = 1
  for (const [number, task] of tasks.slice(0, WATCHED).entries()) {
    turnsMax = Math.max(turnsMax, setupIn(arena, task).limits.turnsMax)
    const player: ViewPlayer = ({ transcript }) => {
      const random = stream(childSeed(seed, `watched-${number}`), transcript.length, 'choice')
      return madeUpTurn(arena.environment, transcript.slice(-1), {
        turn: transcript.length,
        random,
      })
    }
    transcripts.push((await playThere(options, task, player)).transcript)
  }
  const vocabulary = collectVocabulary(arena, tasks, transcripts, turnsMax)
  const samples = samplesIn(arena)
  const random = stream(seed, 0, 'first-plans')
  for (const plan of [
    ...firstPlans(vocabulary, random),
    ...echoPlans(vocabulary),
    ...edgePlans(vocabulary),
  ]) {
    const player: ViewPlayer = (glimpse) => nextAction(plan, glimpse, samples)
    yield { name: describePlan(plan), player, ...freshResult }
  }
}

/** Plays an episode there. A player without a next turn closes it. */
async function playThere(
  { arena, ask }: ForeignOptions,
  task: AnyTask,
  player: ViewPlayer,
): Promise<{ readonly result: PlayResult; readonly transcript: Transcript }> {
  const setup = setupIn(arena, task)
  const play = playingThrough(setup, (conversation) =>
    player({ ...conversation, tools: arena.tools }),
  )
  const played = await driven(play, ask)
  return { result: playResult(setup, played), transcript: played.transcript }
}
