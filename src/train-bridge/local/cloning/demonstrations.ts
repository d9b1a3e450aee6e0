import type { Classroom, Decide, Reading } from '../../../env/learner/learner.ts'
import type { AnyEnvironment } from '../../../env/plugin.ts'
import { childSeed, stream } from '../../../sim/random.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import { collect, type Episode } from '../rollouts/collect.ts'
import { InProcessPlayground } from '../rollouts/in-process.ts'
import type { RolloutRequest } from '../rollouts/playground.ts'

/** What the policy is shown before training begins. */
interface DemonstrationOptions {
  /** Of the world that demonstrations are played in; not that of the tasks trained on later. */
  readonly seed: number
  /** Companies of that world, where it has some. */
  readonly size: number
  /** Tasks; each gives as many demonstrations as it has rollouts. */
  readonly tasks: number
  /** Share of tasks with failed attempts before the right one, which is shown them. */
  readonly feedbackShare: number
  /** Share in which nothing is taught that would help in the world trained on, 0 to 1. */
  readonly strangeShare: number
}

/** Most failed attempts before a right one. */
const FAILURES_MAX = 3

/**
 * Plays demonstrations: in each group all rollouts but the last are spoilt, so that they fail, and
 * the last is right in the light of what it is shown. The length of the groups varies, so that
 * there are demonstrations without feedback, and with that of one, two and more attempts.
 */
export async function demonstrate(
  environment: AnyEnvironment,
  policy: LocalPolicy,
  options: DemonstrationOptions,
): Promise<Episode[]> {
  const { school } = policy.learner
  const classroom = school.classroom(options)
  const tasks = Array.from({ length: options.tasks }, (_, at) => classroom.task(at))
  const taskOf = (index: number) => tasks[index] as (typeof tasks)[number]
  const playground = new InProcessPlayground({
    ...{ environment, world: classroom.world, taskOf: (_, index) => taskOf(index) },
  })
  const requests = tasks.flatMap((_, index) => groupOf(index, options))
  const { episodes } = await collect(playground, requests, {
    policy,
    deciderOf: (number, reading) => {
      const request = requests[number] as RolloutRequest
      return teacherOf(reading, request, { task: taskOf(request.index), classroom, options })
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
    // A failed attempt shows how to go on and when to stop, but not what is right.
    return [{ ...episode, acts: episode.acts.filter(({ head }) => !isTaught(head)) }]
  })
}

function groupOf(task: number, { feedbackShare, seed }: DemonstrationOptions): RolloutRequest[] {
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

/** What a rollout of a demonstration is played by. */
interface Lesson {
  readonly task: ReturnType<Classroom['task']>
  readonly classroom: Classroom
  readonly options: DemonstrationOptions
}

function teacherOf(
  reading: Reading,
  request: RolloutRequest,
  { task, classroom, options: { seed } }: Lesson,
): Decide {
  if (isLast(request)) return reading.teacher(task, classroom.world)
  const position = request.group?.index ?? 0
  const random = stream(childSeed(seed, task.id), position, 'spoiling')
  return reading.teacher(task, classroom.world, random)
}
