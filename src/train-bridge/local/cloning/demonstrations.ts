import type { Classroom, Decide, Reading } from '../../../env/learner/learner.ts'
import type { AnyEnvironment } from '../../../env/plugin.ts'
import { childSeed, stream } from '../../../sim/random.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import { collect, type PolicyRollout } from '../rollouts/collect.ts'
import { InProcessPlayground } from '../rollouts/in-process.ts'
import type { RolloutRequest } from '../rollouts/playground.ts'

/** Options of the demonstrations before training. */
interface DemonstrationOptions {
  /** Seed of the demonstrations' world, different from that of the trained tasks. */
  readonly seed: number
  /** Number of companies in that world, if it has companies. */
  readonly size: number
  /** Number of tasks. Each gives as many demonstrations as it has rollouts. */
  readonly tasks: number
  /** Share of tasks with failed attempts before the right one, which sees them. */
  readonly feedbackShare: number
  /** Share of tasks that teach nothing useful for the world of training, 0 to 1. */
  readonly strangeShare: number
}

/** Maximum failed attempts before a right one. */
const FAILURES_MAX = 3

/**
 * Plays demonstrations. In each group, all rollouts but the last are spoilt so that they fail. The
 * last one is right, given the attempts in its prompt. Group lengths vary, so that there are
 * demonstrations with no, one, two and more attempts.
 */
export async function demonstrate(
  environment: AnyEnvironment,
  policy: LocalPolicy,
  options: DemonstrationOptions,
): Promise<PolicyRollout[]> {
  const { school } = policy.learner
  const classroom = school.classroom(options)
  const tasks = Array.from({ length: options.tasks }, (_, at) => classroom.task(at))
  const taskOf = (index: number) => tasks[index] as (typeof tasks)[number]
  const playground = new InProcessPlayground({
    ...{ environment, world: classroom.world, findTask: (_, index) => taskOf(index) },
  })
  const requests = tasks.flatMap((_, index) => groupRequests(index, options))
  const { episodes } = await collect(playground, requests, {
    policy,
    createDecider: (number, reading) => {
      const request = requests[number] as RolloutRequest
      return createTeacher(reading, request, { task: taskOf(request.index), classroom, options })
    },
    frame: 64,
    framesAtOnce: 1,
    openMax: 256,
  })
  const isTaught = (head: string): boolean => school.taughtHeads.includes(head)
  return episodes.flatMap((episode) => {
    if (episode === undefined) return []
    const isShown = classroom.isShown?.(episode.request.index) ?? true
    if (episode.success && isLast(episode.request) && isShown) return [episode]
    // A failed attempt teaches how to continue and when to stop, but not the right content.
    return [{ ...episode, acts: episode.acts.filter(({ head }) => !isTaught(head)) }]
  })
}

function groupRequests(
  task: number,
  { feedbackShare, seed }: DemonstrationOptions,
): RolloutRequest[] {
  const random = stream(seed, task, 'group-size')
  const size = random.chance(feedbackShare) ? 1 + random.integer(1, FAILURES_MAX) : 1
  return Array.from({ length: size }, (_, index) => ({
    split: 'stream',
    index: task,
    group: {
      run: 'demonstrations',
      id: String(task),
      index,
      size,
      mode: 'feedback' as const,
      generation: '1',
      feedback: { waves: [1], clean_share: 0, cap_chars: 4_000 },
    },
  }))
}

const isLast = ({ group }: RolloutRequest): boolean =>
  group === undefined || group.index === group.size - 1

/** The player of a demonstration's rollout. */
interface Lesson {
  readonly task: ReturnType<Classroom['task']>
  readonly classroom: Classroom
  readonly options: DemonstrationOptions
}

function createTeacher(
  reading: Reading,
  request: RolloutRequest,
  { task, classroom, options: { seed } }: Lesson,
): Decide {
  if (isLast(request)) return reading.teacher(task, classroom.world)
  const position = request.group?.index ?? 0
  const random = stream(childSeed(seed, task.id), position, 'spoiling')
  return reading.teacher(task, classroom.world, random)
}
