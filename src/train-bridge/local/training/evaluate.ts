import { childSeed, stream } from '../../../sim/random.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import { collect, type PolicyRollout } from '../rollouts/collect.ts'
import type { Playground, RolloutRequest } from '../rollouts/playground.ts'
import { meanMeasure, type Traffic, USUAL_TRAFFIC } from './trainer.ts'

/** Options of an evaluation. */
interface EvaluateOptions {
  readonly split: string
  readonly firstTask: number
  readonly tasks: number
  /** Rollouts of a task in sequence. Each sees the failures before it. */
  readonly attempts: number
  readonly seed: number
  /** Distinguishes the groups of different evaluations. */
  readonly name: string
  readonly traffic?: Traffic
}

/** An evaluation as a line of metrics. */
export interface Evaluation {
  readonly kind: 'evaluation'
  readonly split: string
  /** Tasks whose clean rollout was not lost: the number that clean success is a share of. */
  readonly tasks: number
  /** Success of clean rollouts: the only measure of learning. */
  readonly clean_success: number | null
  readonly clean_reward: number | null
  /** By number of attempts in the prompt: their success, and clean success on the same tasks. */
  readonly guided: readonly GuidedShare[]
  /**
   * Share of tasks solved by the attempt that saw this many failed ones, or earlier. Tasks with a
   * lost attempt do not count.
   */
  readonly solved_by: readonly SolvedShare[]
  readonly lost: number
}

/** Success within a number of critiques; 0 is the first try. */
interface SolvedShare {
  readonly critiques: number
  readonly success: number
}

/** Success with this many failed attempts in the prompt, and without on the same tasks. */
interface GuidedShare {
  readonly shown: number
  readonly tasks: number
  readonly success: number
  readonly clean_success: number
}

/**
 * Plays tasks without feedback, and optionally again in groups with feedback. Only tasks that
 * failed before get attempts in the prompt, and these are harder than the others. So their guided
 * success is compared with separate clean rollouts of the same tasks.
 */
export async function evaluatePolicy(
  playground: Playground,
  policy: LocalPolicy,
  options: EvaluateOptions,
): Promise<Evaluation> {
  const { attempts, split } = options
  const cleanPlay = await play(playground, policy, options, 1)
  const guided = attempts > 1 ? await play(playground, policy, options, attempts) : undefined
  const cleanEpisodes = cleanPlay.episodes.filter(
    (episode) => episode !== undefined,
  ) as PolicyRollout[]
  return {
    kind: 'evaluation',
    split,
    tasks: cleanEpisodes.length,
    clean_success: meanMeasure(cleanEpisodes, successOf),
    clean_reward: meanMeasure(cleanEpisodes, ({ reward }) => reward),
    guided: guidedShares(cleanPlay.episodes, guided?.episodes ?? [], options),
    solved_by: solvedShares(guided?.episodes ?? [], options),
    lost: cleanPlay.losses.length + (guided?.losses.length ?? 0),
  }
}

const successOf = ({ success }: PolicyRollout): number => (success ? 1 : 0)

function play(
  playground: Playground,
  policy: LocalPolicy,
  { split, firstTask, tasks, seed, name, traffic = USUAL_TRAFFIC }: EvaluateOptions,
  size: number,
) {
  const requests: RolloutRequest[] = []
  const mode = size > 1 ? 'feedback' : 'independent'
  for (let task = 0; task < tasks; task++) {
    const id = `${name}-${mode}-${task}`
    for (let index = 0; index < size; index++) {
      const member = { run: name, id, index, size, mode, generation: '1' } as const
      // All but the first rollout see attempts, in sequence, regardless of the training schedule.
      const feedback = { clean_share: 0, waves: [1], start_at: 1 }
      const group = mode === 'feedback' ? { ...member, feedback } : member
      requests.push({ split, index: firstTask + task, group })
    }
  }
  const draws = childSeed(seed, `${name}/${mode}`)
  return collect(playground, requests, {
    policy,
    createDecider: (number) => {
      const random = stream(draws, number, 'evaluation')
      return policy.decider(() => random.next())
    },
    keepsActs: false,
    ...traffic,
  })
}

function solvedShares(
  guided: readonly (PolicyRollout | undefined)[],
  { attempts }: EvaluateOptions,
): SolvedShare[] {
  const chains = Array.from({ length: guided.length / attempts }, (_, task) =>
    guided.slice(task * attempts, (task + 1) * attempts),
  ).filter((chain) => chain.every((episode) => episode !== undefined))
  return Array.from({ length: chains.length === 0 ? 0 : attempts }, (_, critiques) => {
    const solved = chains.filter((chain) =>
      chain.slice(0, critiques + 1).some((episode) => episode?.success === true),
    )
    return { critiques, success: solved.length / chains.length }
  })
}

function guidedShares(
  cleanEpisodes: readonly (PolicyRollout | undefined)[],
  guided: readonly (PolicyRollout | undefined)[],
  { firstTask, attempts }: EvaluateOptions,
): GuidedShare[] {
  const shares: GuidedShare[] = []
  for (let attemptsShown = 1; attemptsShown < attempts; attemptsShown++) {
    const sameAttempts = guided.filter(
      (episode) => episode?.attemptsShown === attemptsShown,
    ) as PolicyRollout[]
    const pairs = sameAttempts.flatMap((episode) => {
      const cleanEpisode = cleanEpisodes[episode.request.index - firstTask]
      return cleanEpisode === undefined ? [] : [{ episode, cleanEpisode }]
    })
    const success = meanMeasure(pairs, ({ episode }) => successOf(episode))
    const cleanSuccess = meanMeasure(pairs, ({ cleanEpisode }) => successOf(cleanEpisode))
    if (success === null || cleanSuccess === null) continue
    shares.push({ shown: attemptsShown, tasks: pairs.length, success, clean_success: cleanSuccess })
  }
  return shares
}
