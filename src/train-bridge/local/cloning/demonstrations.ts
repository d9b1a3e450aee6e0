import type { AnyEnvironment } from '../../../env/environment.ts'
import type { JsonObject } from '../../../sim/json.ts'
import { generateWorld } from '../../../sim/phone/companies.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { generateStreamTask } from '../../../sim/phone/tasks.ts'
import type { PhoneWorld } from '../../../sim/phone/world.ts'
import { childSeed, stream } from '../../../sim/random.ts'
import type { Decider } from '../policy/agent.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import { collect, type Episode } from '../rollouts/collect.ts'
import { InProcessPlayground } from '../rollouts/in-process.ts'
import type { RolloutRequest } from '../rollouts/playground.ts'
import { permuteHabits } from './permute.ts'
import { teacher } from './teacher.ts'

/** What the policy is shown before training begins. */
export interface DemonstrationOptions {
  /** Of the world that demonstrations are played in; not that of the tasks trained on later. */
  readonly worldSeed: number
  readonly companies: number
  /** Tasks; each gives as many demonstrations as it has rollouts. */
  readonly tasks: number
  /** Share of tasks with failed attempts before the right one, which is shown them. */
  readonly feedbackShare: number
  /** Share of companies whose habits are not those of the world trained on, 0 to 1. */
  readonly permutedShare: number
}

/** Chances that a field of a failed attempt's form is left out, or put in. */
const LEAVE_OUT = 0.4
const PUT_IN = 0.12
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
  const { worldSeed, companies, permutedShare } = options
  const plain = generateWorld(worldSeed, companies)
  const world = permuteHabits(plain, childSeed(worldSeed, 'permute'), permutedShare)
  const tasks = Array.from({ length: options.tasks }, (_, at) => generateStreamTask(world, at))
  const playground = new InProcessPlayground({
    environment,
    world: world as unknown as JsonObject,
    taskOf: (_, index) => tasks[index] as never,
  })
  const requests = tasks.flatMap((_, index) => groupOf(index, options))
  const { episodes } = await collect(playground, requests, {
    policy,
    deciderOf: (number) => deciderFor(requests[number] as RolloutRequest, tasks, world, options),
    frame: 64,
    framesAtOnce: 1,
    openMax: 256,
  })
  return episodes.flatMap((episode) => (episode === undefined ? [] : [worthShowing(episode)]))
}

function groupOf(
  task: number,
  { feedbackShare, worldSeed }: DemonstrationOptions,
): RolloutRequest[] {
  const random = stream(worldSeed, task, 'group-size')
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
      feedback: { clean_share: 0, cap_chars: 4_000 },
    },
  }))
}

const isLast = ({ group }: RolloutRequest): boolean =>
  group === undefined || group.index === group.size - 1

/** A failed attempt shows how to go on and when to stop, but not what to ask for. */
function worthShowing(episode: Episode): Episode {
  if (episode.success && isLast(episode.request)) return episode
  return { ...episode, acts: episode.acts.filter(({ head }) => head !== 'form') }
}

function deciderFor(
  request: RolloutRequest,
  tasks: readonly PhoneTask[],
  world: PhoneWorld,
  { worldSeed }: DemonstrationOptions,
): Decider {
  const task = tasks[request.index] as PhoneTask
  if (isLast(request)) return teacher(task, world)
  const place = request.group?.index ?? 0
  const random = stream(childSeed(worldSeed, task.id), place, 'spoiling')
  return teacher(task, world, { random, leaveOut: LEAVE_OUT, putIn: PUT_IN })
}
