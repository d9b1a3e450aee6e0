import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { withServer } from '../../src/cli/local-server.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import { HiddenFacts } from '../../src/train-bridge/rollouts/hidden.ts'
import { type PlayedRollout, playRollout } from '../../src/train-bridge/rollouts/play.ts'
import { orEnd, parseCount } from '../options.ts'
import { teacherPolicy } from './teacher.ts'

/** Share of the tasks with failed attempts before the right one, and the maximum of these. */
const FEEDBACK_SHARE = 0.4
const FAILURES_MAX = 2
const TASKS_AT_ONCE = 64

const options = {
  data: { type: 'string' },
  tasks: { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
} as const
const { values } = orEnd(() => parseArgs({ options }))
const tasks = orEnd(() => parseCount('tasks', values.tasks, 2_000))
const seed = orEnd(() => parseCount('seed', values.seed, 1))

/** Whether a call went to a department that does not have the service. */
const isWrongDesk = (event: PhoneEvent | undefined): boolean =>
  event?.kind === 'refused' && event.reason === 'other_department'

/** One conversation, and which of the assistant's turns to learn. */
function toRow(rollout: PlayedRollout, isRight: boolean): string {
  const { transcript, outcome, attemptsShown } = rollout
  const events = rollout.events as readonly PhoneEvent[]
  const calls = events.filter((event) => 'call' in event)[Symbol.iterator]()
  const learnt = transcript.flatMap((message) => {
    if (message.role !== 'assistant') return []
    const tool = message.tool_calls?.[0]?.function.name
    // A failed attempt shows how to continue and when to stop, but not what to ask for.
    if (tool === 'auth_info_form') return [isRight && outcome.success]
    return [tool !== 'phone_call' || !isWrongDesk(calls.next().value)]
  })
  const { success } = outcome
  return JSON.stringify({ messages: transcript, success, attempts: attemptsShown, learnt })
}

/** Plays tasks of a data folder on a server in this process, and writes the conversations. */
async function demonstrate(data: string, output: string, tasks: number, seed: number) {
  const settings = JSON.parse(await readFile('presets/phone-seed-compact.json', 'utf8'))
  const file = createWriteStream(output)
  let rows = 0
  await withServer({ data }, async ({ client, resources }) => {
    const hidden = new HiddenFacts(resources, phoneCallEnvironment.id)
    const rightPolicy = teacherPolicy(() => false)
    const spoilt = teacherPolicy((_: PhoneTask) => true)
    const base = { client, env: phoneCallEnvironment.id, settings, seed, hidden }

    async function playTask(index: number): Promise<void> {
      const random = stream(childSeed(seed, 'groups'), index, 'size')
      const failures = random.chance(FEEDBACK_SHARE) ? random.integer(1, FAILURES_MAX) : 0
      for (let attempt = 0; attempt <= failures; attempt++) {
        const isRight = attempt === failures
        const outcome = await playRollout(
          { ...base, policy: isRight ? rightPolicy : spoilt },
          {
            split: 'stream',
            index,
            draws: String(attempt),
            group: {
              run: 'demonstrations',
              id: String(index),
              index: attempt,
              size: failures + 1,
              mode: 'feedback',
              generation: '1',
              feedback: { waves: [1], clean_share: 0, show: 'summary' },
            },
          },
        )
        if (outcome.kind !== 'played') throw new Error(`task ${index} was not played`)
        file.write(`${toRow(outcome.played, isRight)}\n`)
        rows++
      }
    }

    for (let firstTask = 0; firstTask < tasks; firstTask += TASKS_AT_ONCE) {
      const count = Math.min(TASKS_AT_ONCE, tasks - firstTask)
      await Promise.all(Array.from({ length: count }, (_, at) => playTask(firstTask + at)))
    }
  })
  await new Promise((resolve) => file.end(resolve))
  process.stdout.write(`${rows} conversations in ${output}\n`)
}

if (values.data === undefined || values.output === undefined) {
  throw new Error('--data and --output are needed: a folder of tasks, and a file to write')
}
await demonstrate(values.data, values.output, tasks, seed)
