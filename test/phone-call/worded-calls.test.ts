// Guards calls that a model words: whatever it says, facts and play stay what the rules make them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, connect } from '../../src/client/client.ts'
import { Resources } from '../../src/client/resources.ts'
import type { DataSet } from '../../src/datasets/data-set.ts'
import { checkConformance } from '../../src/env/conformance/contract.ts'
import type { Transcript } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { solvePhoneCall } from '../../src/env/phone-call/solve.ts'
import { readEpisode } from '../../src/env/phone-call/transcript.ts'
import { critiqueAtOnce, type EffectScript, playthrough } from '../../src/env/playthrough.ts'
import type { BaseTask } from '../../src/env/task-data.ts'
import { makePolicy } from '../../src/policies/index.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT } from '../../src/server/host-log.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateSplit } from '../../src/sim/phone/tasks.ts'
import {
  after,
  type Behaviour,
  breakOff,
  hang,
  type OpenaiServer,
  refuse,
  reply,
  reset,
  say,
  startOpenaiServer,
} from '../openai-server.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { asPlayer, setupOf, WORLD } from './driver.ts'
import { answered, goodWords } from './paraphrase.ts'
import { TASKS, taskOfLevel } from './talk.ts'

const BY_MODEL = { csr_source: 'model' } as const
const TASK = taskOfLevel(5)
const DEADLINE_MS = 400

const wellWorded: EffectScript = (request) => answered(goodWords(request))

type PlainTask = BaseTask & JsonObject
const plain = (tasks: unknown): readonly PlainTask[] => tasks as readonly PlainTask[]

describe('with a model that words calls well', () => {
  it('the oracle wins every task, and no sentence of the rules is left', () => {
    for (const task of TASKS) {
      const setup = setupOf(task, WORLD, BY_MODEL)
      const { answers, states } = playthrough(
        setup,
        ({ transcript }) => solvePhoneCall(task, WORLD, transcript),
        wellWorded,
      )
      expect(states.at(-1)?.total).toBe(1000)
      const notes = answers.flatMap((answer) => answer.notes ?? [])
      expect(notes.length).toBeGreaterThanOrEqual(task.required_calls.length)
      expect(notes.every((note) => note.worded_by === 'model')).toBe(true)
    }
  })

  it('players, critiques and accounts read the same as with the rules', () => {
    for (const task of TASKS) {
      const policy = makePolicy('habit')
      const ends = [{}, BY_MODEL].map((settings) => {
        const setup = setupOf(task, WORLD, settings)
        const player = asPlayer(policy, task, WORLD)
        const { transcript, events, states, answers } = playthrough(setup, player, wellWorded)
        const { end, metrics = {} } = answers.at(-1) ?? {}
        if (end === undefined) throw new Error('the episode did not end')
        const outcome = { end, metrics, success: metrics.success === 1 }
        const { calls } = readEpisode(transcript)
        return {
          total: states.at(-1)?.total,
          critique: critiqueAtOnce(phoneCallEnvironment, { transcript, events }, outcome),
          account: phoneCallEnvironment.teaching.account?.(events, outcome, transcript),
          calls: calls.map(({ kind, named, reference }) => ({ kind, named, reference })),
        }
      })
      expect(ends[1]).toEqual(ends[0])
    }
  })

  it('the contract holds, hidden facts stay hidden', () => {
    const checks = checkConformance({
      environment: phoneCallEnvironment,
      world: WORLD as unknown as JsonObject,
      tasks: plain(generateSplit(WORLD, 'test', 20)),
      settings: BY_MODEL,
      effects: wellWorded,
      seed: 12,
    })
    expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([])
  })
})

const dataSet = (): DataSet => {
  const tasks = plain(TASKS)
  return {
    environment: 'phone-call-v1',
    checksum: 'test',
    world: WORLD as unknown as JsonObject,
    splits: [{ name: 'train', count: tasks.length }],
    task: (_, index) => tasks[index],
    find: (id) => tasks.find((task) => task.id === id),
  }
}

let model: OpenaiServer
let server: InProcessServer
let client: Client
const kept: string[] = []

beforeAll(async () => {
  model = await startOpenaiServer()
  const closed = await startOpenaiServer()
  await closed.close()
  const profile = { base_urls: [model.baseUrl], model: 'small', deadline_ms: 20_000 }
  // A client remembers how its servers behaved, so each test has a profile of its own.
  // Only where waiting is what ends it: elsewhere a busy machine must not be taken for that.
  const late = (index: number): boolean =>
    CASES[index]?.[2] === 'timeout' || CASES[index]?.[0] === 'is busy'
  const own = CASES.map((_, index) => [
    `csr-${index}`,
    late(index) ? { ...profile, deadline_ms: DEADLINE_MS } : profile,
  ])
  const profiles = {
    csr: profile,
    ...Object.fromEntries(own),
    gone: { ...profile, base_urls: [closed.baseUrl] },
  }
  server = await serveInProcess({
    config: configSchema.parse({ db: ':memory:', profiles }),
    dataSets: [dataSet()],
    log: SILENT,
  })
  client = await connect({ url: server.url })
})

afterAll(async () => {
  await client.close()
  await server.stop()
})

/** The oracle's episode, with what the trainer was told at each step. */
async function play(settings: JsonObject) {
  const episode = await client.open({
    env: 'phone-call-v1',
    task: TASK.id,
    settings: { ...BY_MODEL, ...settings },
  })
  const notes: JsonObject[] = []
  while (!episode.over) {
    const action = solvePhoneCall(TASK, WORLD, episode.transcript as Transcript)
    await episode.step(action)
    notes.push(...((episode.info.notes ?? []) as JsonObject[]))
  }
  kept.push(episode.id)
  const heard = episode.transcript.filter(({ role }) => role === 'tool').map((one) => one.content)
  return { notes, heard: heard.join('\n'), score: episode.info.score }
}

/** The last thing that a model was asked. */
const questionOf = (body: unknown): string => {
  const { messages } = body as { readonly messages: readonly { readonly content: string }[] }
  return messages.at(-1)?.content ?? ''
}

const CASES: readonly (readonly [string, Behaviour, string])[] = [
  ['resets the connection', reset, 'unavailable'],
  ['breaks off', breakOff, 'unavailable'],
  ['never answers', hang, 'timeout'],
  ['answers too late', after(DEADLINE_MS + 200, say('Done, R000000.')), 'timeout'],
  ['answers garbage', reply('<html>Hello</html>'), 'invalid'],
  ['answers half a JSON', reply('{"choices": [{"message": {"content": "Look'), 'invalid'],
  [
    'is busy',
    refuse(429, { error: { message: 'slow down' } }, { 'retry-after': '9' }),
    'unavailable',
  ],
  [
    'fails inside',
    refuse(500, { error: { message: 'stack trace at /srv/secret' } }),
    'unavailable',
  ],
  ['wants a key', refuse(401, { error: { message: 'bad key sk-123' } }), 'refused'],
  ['says nothing', say(''), 'empty'],
  ['only thinks', say('<think>the reference number is R000000'), 'empty'],
  ['loses the facts', say('Have a nice day!'), 'fact_lost'],
  ['makes up a number', say('All done, your reference number is R000000.'), 'fact_added'],
  [
    'repeats what it was told',
    (response, request) => say(questionOf(request.body))(response, request),
    'echo',
  ],
  ['rambles', say('Well, well. '.repeat(200)), 'too_long'],
]

describe('an episode whose model', () => {
  it.each(CASES)(
    '%s goes on with the sentences of the rules',
    async (name, behaviour, problem) => {
      model.script(behaviour)
      const index = CASES.findIndex(([other]) => other === name)
      const { notes, heard, score } = await play({ csr_profile: `csr-${index}` })
      expect(score).toBe(1)
      expect(notes.length).toBeGreaterThanOrEqual(TASK.required_calls.length)
      for (const note of notes) expect(note).toMatchObject({ worded_by: 'rule', problem })
      expect(heard).not.toMatch(/secret|sk-123|R000000|Error/)
    },
    30_000,
  )

  it('is down', async () => {
    const { notes, score } = await play({ csr_profile: 'gone' })
    expect(score).toBe(1)
    expect(notes[0]).toMatchObject({
      tool: 'phone_call',
      worded_by: 'rule',
      problem: 'unavailable',
    })
  })

  it('words calls well is quoted', async () => {
    model.script((response, { body }) =>
      say(goodWords({ input: body as unknown as JsonObject }))(response, {} as never),
    )
    const { notes, score } = await play({ csr_profile: 'csr' })
    expect(score).toBe(1)
    for (const note of notes) expect(note).toMatchObject({ worded_by: 'model', problem: null })
    expect(JSON.stringify(model.requests)).not.toContain(TASK.customer.values.full_name)
  })

  it('is not configured is not opened', async () => {
    const opening = play({ csr_profile: 'nobody' })
    await expect(opening).rejects.toMatchObject({ code: 'settings/unknown_profile' })
    await expect(opening).rejects.toThrow(/"nobody"; there are: csr, csr-0/)
  })
})

it('with the server gone every episode replays byte for byte', async () => {
  await model.close()
  const resources = new Resources({ url: server.url })
  expect(kept.length).toBeGreaterThan(CASES.length)
  for (const id of kept) {
    expect(await resources.checkReplay(id)).toMatchObject({ verdict: 'verified' })
  }
})
