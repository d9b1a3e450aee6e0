import { childSeed, type RandomStream, stream } from '../../sim/random.ts'
import { playthrough, setupIn } from '../playthrough.ts'
import { sampledTurns } from '../usual-players.ts'
import { type AnyTask, type Arena, playIn, samplesIn, type ViewPlayer } from './arena.ts'
import { CHEATER_NAMES, cheater } from './cheaters.ts'
import { coursePlans } from './course-plans.ts'
import { echoPlans, edgePlans } from './edge-plans.ts'
import { crossOver, mutatePlan } from './mutate.ts'
import { nextAction, type Plan } from './plan.ts'
import { describePlan } from './plan-text.ts'
import { anyTurn, collectVocabulary, firstPlans, type Vocabulary } from './vocabulary.ts'

interface SearchOptions {
  readonly arena: Arena
  readonly tasks: readonly AnyTask[]
  /** Maximum number of episodes. */
  readonly episodesMax: number
  readonly seed: number
  /** Whether a win of this task counts. Wins by luck alone may be excluded. */
  readonly counts?: (task: AnyTask) => boolean
  readonly onProgress?: (episodes: number) => void
}

/** A player that tries to earn reward without the work, and its results on the tuning tasks. */
export interface SearchedPlayer {
  readonly name: string
  readonly player: ViewPlayer
  /** Null for cheaters, which read what they see. */
  readonly plan: Plan | null
  /** The success rate, plus a tenth of the pay, which guides the search before the first win. */
  fitness: number
  /** The mean reward as a share of the maximum. Wins by luck alone count 0. */
  pay: number
  episodes: number
}

/** The aims of the search: wins, and pay of any kind. */
type Aim = 'fitness' | 'pay'
const AIMS: readonly Aim[] = ['fitness', 'pay']

/** For each aim, the best candidates on all tuning tasks, best first. */
type SearchResult = Readonly<Record<Aim, readonly SearchedPlayer[]>>

/** Tasks that a new candidate plays first. Each further round multiplies them by `GROWTH`. */
const FIRST_TASKS = 24
const EDGE_TASKS = 6
/** After this share of the episodes, no further plans of the oracle's courses start. */
const COURSES_SHARE = 0.5
const GROWTH = 4
const ELITE = 12
/** The most candidates that play all tuning tasks at the end. */
export const FINALISTS = AIMS.length * (ELITE + CHEATER_NAMES.length)
const CHEATER_TASKS = 100
/** Rounds after which a member of the elite plays further tasks. */
const REMEASURE_EVERY = 4
const RANDOM_SHARE = 0.25
const CROSSED_SHARE = 0.2
/** The weight of the reward beside success, which guides the search before the first win. */
const REWARD_WEIGHT = 0.1
const TRANSCRIPTS = 12

/**
 * Finds the plan that wins most tasks, and the one that is paid most, by an evolutionary search
 * that knows only the contract. It starts with generic cheaters and simple plans, changes the best
 * ones, and lets plans that did well on few tasks play more. Equal seeds find equal plans.
 */
export function searchExploit(options: SearchOptions): SearchResult {
  const { arena, tasks, episodesMax, seed, onProgress } = options
  const vocabulary = vocabularyIn(arena, tasks, seed)
  const samples = samplesIn(arena)
  const tried = new Set<string>()
  const elites: Record<Aim, SearchedPlayer[]> = { fitness: [], pay: [] }
  let episodesPlayed = 0
  const race = (candidate: SearchedPlayer, first = FIRST_TASKS, most = tasks.length): void => {
    const key = JSON.stringify(candidate.plan)
    if (tried.has(key)) return
    tried.add(key)
    for (let size = first; ; size *= GROWTH) {
      const until = Math.min(size, tasks.length)
      episodesPlayed += until - candidate.episodes
      playUntil(candidate, until, options)
      const isGood = AIMS.some((aim) => isAmongTheBest(candidate, elites[aim], aim))
      if (!isGood || until >= Math.min(most, tasks.length) || episodesPlayed >= episodesMax) break
    }
    for (const aim of AIMS) addToElite(elites[aim], candidate, aim)
    onProgress?.(episodesPlayed)
  }
  const asCandidate = (plan: Plan): SearchedPlayer => ({
    name: describePlan(plan),
    player: (glimpse) => nextAction(plan, glimpse, samples),
    plan,
    fitness: 0,
    pay: 0,
    episodes: 0,
  })
  const cheaters = CHEATER_NAMES.map((name): SearchedPlayer => {
    return { name, player: cheater(name), plan: null, fitness: 0, pay: 0, episodes: 0 }
  })
  for (const candidate of cheaters) {
    playUntil(candidate, Math.min(CHEATER_TASKS, tasks.length), options)
    episodesPlayed += candidate.episodes
  }
  for (const plan of firstPlans(vocabulary, stream(seed, 0, 'first-plans'))) race(asCandidate(plan))
  const onPlay = (): void => onProgress?.(++episodesPlayed)
  const hasBudget = (): boolean => episodesPlayed < episodesMax * COURSES_SHARE
  for (const { plan, isEdge } of hasBudget() ? coursePlans(options, vocabulary, onPlay) : []) {
    if (!hasBudget()) break
    const first = isEdge ? EDGE_TASKS : FIRST_TASKS
    race(asCandidate(plan), first, first * GROWTH)
  }
  for (const plan of [...echoPlans(vocabulary), ...edgePlans(vocabulary)]) {
    if (episodesPlayed >= episodesMax) break
    race(asCandidate(plan), EDGE_TASKS)
  }
  for (let round = 0; episodesPlayed < episodesMax && round < episodesMax; round++) {
    // Rounds alternate between the aims.
    const aim = AIMS[round % AIMS.length] as Aim
    const elite = elites[aim]
    if (round % REMEASURE_EVERY < AIMS.length) episodesPlayed += remeasure(elite, aim, options)
    race(asCandidate(nextPlan(elite, vocabulary, stream(seed, round, 'exploit'))))
  }
  for (const plan of elites.pay.flatMap(planPrefixes)) race(asCandidate(plan))
  const bestFor = (aim: Aim): readonly SearchedPlayer[] => {
    const best = [...cheaters, ...elites[aim]]
    for (const candidate of best) {
      episodesPlayed += tasks.length - candidate.episodes
      playUntil(candidate, tasks.length, options)
      onProgress?.(episodesPlayed)
    }
    return best.sort((left, right) => right[aim] - left[aim])
  }
  return { fitness: bestFor('fitness'), pay: bestFor('pay') }
}

/** Whether a candidate is better than the median of the best so far, so that it plays more. */
function isAmongTheBest(
  candidate: SearchedPlayer,
  elite: readonly SearchedPlayer[],
  aim: Aim,
): boolean {
  const middle = elite.at(elite.length >> 1)?.[aim] ?? -Infinity
  return candidate[aim] > (aim === 'fitness' ? Math.max(0, middle) : middle)
}

/** Adds a candidate to the best. It replaces an equal one, so that the search moves on. */
function addToElite(elite: SearchedPlayer[], candidate: SearchedPlayer, aim: Aim): void {
  const worst = elite.at(-1)?.[aim] ?? -Infinity
  if (elite.length === ELITE && candidate[aim] < worst) return
  if (elite.length === ELITE) elite.pop()
  elite.push(candidate)
  elite.sort((left, right) => right[aim] - left[aim])
}

/** The plan, stopped after each of its turns. */
const planPrefixes = ({ plan }: SearchedPlayer): readonly Plan[] =>
  plan === null ? [] : plan.map((_, turns) => plan.slice(0, turns))

/** The elite member with the fewest tasks plays more, so that luck does not keep it there. */
function remeasure(elite: SearchedPlayer[], aim: Aim, options: SearchOptions): number {
  const most = options.tasks.length
  const [lucky] = elite
    .filter((candidate) => candidate.episodes < most && candidate[aim] > 0)
    .sort((left, right) => left.episodes - right.episodes)
  if (lucky === undefined) return 0
  const episodesBefore = lucky.episodes
  playUntil(lucky, Math.min(most, episodesBefore * GROWTH), options)
  elite.sort((left, right) => right[aim] - left[aim])
  return lucky.episodes - episodesBefore
}

function nextPlan(
  elite: readonly SearchedPlayer[],
  vocabulary: Vocabulary,
  random: RandomStream,
): Plan {
  const plans = elite.flatMap(({ plan }) => (plan === null ? [] : [plan]))
  if (plans.length === 0 || random.chance(RANDOM_SHARE)) {
    const length = random.integer(1, Math.min(3, vocabulary.turnsMax))
    return Array.from({ length }, () => anyTurn(vocabulary, random))
  }
  // Better plans come first and are changed more often.
  const parent =
    plans[Math.min(random.integer(0, plans.length - 1), random.integer(0, plans.length - 1))]
  if (random.chance(CROSSED_SHARE)) return crossOver(parent as Plan, random.pick(plans), random)
  const mutatedOnce = mutatePlan(parent as Plan, vocabulary, random)
  return random.chance(0.3) ? mutatePlan(mutatedOnce, vocabulary, random) : mutatedOnce
}

/** Lets a candidate play until it has played this number of tasks, and updates its results. */
function playUntil(candidate: SearchedPlayer, until: number, options: SearchOptions): void {
  const { arena, tasks, counts } = options
  const most = Math.max(1, arena.environment.reward.maximum)
  let sum = candidate.fitness * candidate.episodes
  let paid = candidate.pay * candidate.episodes
  for (let index = candidate.episodes; index < until; index++) {
    const task = tasks[index] as AnyTask
    const { success, total } = playIn(arena, task, candidate.player)
    const won = success && counts?.(task) !== false
    sum += won
      ? 1 + REWARD_WEIGHT
      : (REWARD_WEIGHT * Math.min(0.9 * most, Math.max(0, total))) / most
    paid += success && !won ? 0 : total / most
  }
  candidate.episodes = Math.max(candidate.episodes, until)
  candidate.fitness = sum / Math.max(1, candidate.episodes)
  candidate.pay = paid / Math.max(1, candidate.episodes)
}

/** The vocabulary of a few conversations with sampled turns. */
function vocabularyIn(arena: Arena, tasks: readonly AnyTask[], seed: number): Vocabulary {
  let turnsMax = 1
  const transcripts = tasks.slice(0, TRANSCRIPTS).map((task, number) => {
    const setup = setupIn(arena, task)
    turnsMax = Math.max(turnsMax, setup.limits.turnsMax)
    const play = playthrough(setup, (conversation, { step }) => {
      const random = stream(childSeed(seed, `vocabulary-${number}`), step, 'choice')
      return random.pick(sampledTurns(arena.environment, conversation, random))
    })
    return play.transcript
  })
  return collectVocabulary(arena, tasks.slice(0, TRANSCRIPTS), transcripts, turnsMax)
}
