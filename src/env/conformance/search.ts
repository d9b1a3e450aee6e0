import { childSeed, type RandomStream, stream } from '../../sim/random.ts'
import { playthrough } from '../playthrough.ts'
import { sampledTurns } from '../usual-players.ts'
import { type AnyTask, type Arena, type Player, playIn, samplesIn, setupIn } from './arena.ts'
import { CHEATER_NAMES, cheater } from './cheaters.ts'
import { crossed, mutated } from './mutate.ts'
import { type Plan, planned, planText } from './plan.ts'
import { anyTurn, firstPlans, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** What the search is run with. */
export interface SearchOptions {
  readonly arena: Arena
  readonly tasks: readonly AnyTask[]
  /** Episodes that it may play. */
  readonly episodesMax: number
  readonly seed: number
  /** Whether a win counts: wins that luck alone explains may be left out. */
  readonly counts?: (task: AnyTask) => boolean
  readonly onProgress?: (episodes: number) => void
}

/** Somebody who tries to be paid without the work, and how that went on the tuning tasks. */
export interface Candidate {
  readonly name: string
  readonly player: Player
  /** Null for cheaters, who look at what they are told. */
  readonly plan: Plan | null
  fitness: number
  episodes: number
}

/** Tasks that a newcomer plays first, and how many times as many in each further round. */
const FIRST_TASKS = 24
const GROWTH = 4
const ELITE = 12
const CHEATER_TASKS = 100
/** Rounds after which a member of the elite is looked at more closely. */
const DOUBT_EVERY = 4
const RANDOM_SHARE = 0.25
const CROSSED_SHARE = 0.2
/** What the reward counts beside success: it shows the way where nothing is won yet. */
const REWARD_WEIGHT = 0.1
const TRANSCRIPTS = 12

/**
 * Looks for the plan that wins most tasks. An evolutionary search that knows the contract alone:
 * it begins with the generic cheaters and the plainest plans, changes the best ones, and lets those
 * play more tasks that did well on few. The same seed finds the same plan.
 *
 * @returns the best found on all tuning tasks, best first
 */
export function searchExploit(options: SearchOptions): Candidate[] {
  const { arena, tasks, episodesMax, seed, onProgress } = options
  const vocabulary = vocabularyIn(arena, tasks, seed)
  const samples = samplesIn(arena)
  const tried = new Set<string>()
  const elite: Candidate[] = []
  let played = 0
  const race = (candidate: Candidate): void => {
    if (tried.has(candidate.name)) return
    tried.add(candidate.name)
    for (let size = FIRST_TASKS; ; size *= GROWTH) {
      const until = Math.min(size, tasks.length)
      played += until - candidate.episodes
      playUntil(candidate, until, options)
      // Of equals the newcomer stays: where nothing wins yet, the search drifts on.
      if (elite.length === ELITE && candidate.fitness < fitnessAt(elite, -1)) return
      const isGood = candidate.fitness > Math.max(0, fitnessAt(elite, elite.length >> 1))
      if (!isGood || until === tasks.length || played >= episodesMax) break
    }
    if (elite.length === ELITE) elite.pop()
    elite.push(candidate)
    elite.sort((one, other) => other.fitness - one.fitness)
    onProgress?.(played)
  }
  const asCandidate = (plan: Plan): Candidate => ({
    name: planText(plan),
    player: (glimpse) => planned(plan, glimpse, samples),
    plan,
    fitness: 0,
    episodes: 0,
  })
  const cheaters = CHEATER_NAMES.map((name): Candidate => {
    return { name, player: cheater(name), plan: null, fitness: 0, episodes: 0 }
  })
  for (const candidate of cheaters) {
    playUntil(candidate, Math.min(CHEATER_TASKS, tasks.length), options)
    played += candidate.episodes
  }
  for (const plan of firstPlans(vocabulary, stream(seed, 0, 'first-plans'))) race(asCandidate(plan))
  for (let round = 0; played < episodesMax && round < episodesMax; round++) {
    if (round % DOUBT_EVERY === 0) played += doubt(elite, options)
    race(asCandidate(nextPlan(elite, vocabulary, stream(seed, round, 'exploit'))))
  }
  const best = [...cheaters.filter(({ fitness }) => fitness > 0), ...elite]
  for (const candidate of best) playUntil(candidate, tasks.length, options)
  return best.sort((one, other) => other.fitness - one.fitness)
}

/** Lets the best that has played little play more: one that had luck falls back. */
function doubt(elite: Candidate[], options: SearchOptions): number {
  const most = options.tasks.length
  const [lucky] = elite
    .filter(({ episodes, fitness }) => episodes < most && fitness > 0)
    .sort((one, other) => one.episodes - other.episodes)
  if (lucky === undefined) return 0
  const before = lucky.episodes
  playUntil(lucky, Math.min(most, before * GROWTH), options)
  elite.sort((one, other) => other.fitness - one.fitness)
  return lucky.episodes - before
}

const fitnessAt = (elite: readonly Candidate[], at: number): number =>
  elite.at(at)?.fitness ?? -Infinity

function nextPlan(elite: readonly Candidate[], vocabulary: Vocabulary, random: RandomStream): Plan {
  const plans = elite.flatMap(({ plan }) => (plan === null ? [] : [plan]))
  if (plans.length === 0 || random.chance(RANDOM_SHARE)) {
    const length = random.integer(1, Math.min(3, vocabulary.turnsMax))
    return Array.from({ length }, () => anyTurn(vocabulary, random))
  }
  // The better a plan, the earlier it stands and the oftener it is changed.
  const parent =
    plans[Math.min(random.integer(0, plans.length - 1), random.integer(0, plans.length - 1))]
  if (random.chance(CROSSED_SHARE)) return crossed(parent as Plan, random.pick(plans), random)
  const once = mutated(parent as Plan, vocabulary, random)
  return random.chance(0.3) ? mutated(once, vocabulary, random) : once
}

/** Lets a candidate play until it has played so many tasks, and says how it fares. */
function playUntil(candidate: Candidate, until: number, options: SearchOptions): void {
  const { arena, tasks, counts } = options
  const most = Math.max(1, arena.environment.reward.maximum)
  let sum = candidate.fitness * candidate.episodes
  for (let at = candidate.episodes; at < until; at++) {
    const task = tasks[at] as AnyTask
    const { success, total } = playIn(arena, task, candidate.player)
    const won = success && counts?.(task) !== false
    sum += won
      ? 1 + REWARD_WEIGHT
      : (REWARD_WEIGHT * Math.min(0.9 * most, Math.max(0, total))) / most
  }
  candidate.episodes = Math.max(candidate.episodes, until)
  candidate.fitness = sum / candidate.episodes
}

/** What anybody may hear and say here: a few conversations of sampled turns. */
function vocabularyIn(arena: Arena, tasks: readonly AnyTask[], seed: number): Vocabulary {
  let turnsMax = 1
  const transcripts = tasks.slice(0, TRANSCRIPTS).map((task, number) => {
    const setup = setupIn(arena, task)
    turnsMax = Math.max(turnsMax, setup.limits.turnsMax)
    const play = playthrough(
      setup,
      (transcript, { step }) => {
        const random = stream(childSeed(seed, `vocabulary-${number}`), step, 'choice')
        return random.pick(sampledTurns(arena.environment, transcript, random))
      },
      arena.effects,
    )
    return play.transcript
  })
  return vocabularyOf(arena.tools, transcripts, turnsMax)
}
