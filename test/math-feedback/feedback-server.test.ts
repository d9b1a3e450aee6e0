// Guards episodes whose feedback server misbehaves, and their replay without it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, connect } from '../../src/client/client.ts'
import { Resources } from '../../src/client/resources.ts'
import type { DataSet } from '../../src/datasets/data-set.ts'
import { answerText } from '../../src/env/math-feedback/prompts.ts'
import { feedbackTurn } from '../../src/env/math-feedback/solve.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
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
import { WORLD } from './driver.ts'
import { TASKS, taskWith } from './tasks.ts'

const DEADLINE_MS = 400
const TASK = taskWith('\\frac{3}{4}')

const dataSet = (): DataSet => {
  const tasks = TASKS as unknown as readonly NonNullable<ReturnType<DataSet['task']>>[]
  return {
    environment: 'math-feedback-v1',
    checksum: 'test',
    world: WORLD,
    splits: [{ name: 'test', count: tasks.length }],
    task: (split, index) => (split === 'test' ? tasks[index] : undefined),
    find: (id) => tasks.find((task) => task.id === id),
  }
}

let tutor: OpenaiServer
let server: InProcessServer
let client: Client

beforeAll(async () => {
  tutor = await startOpenaiServer()
  const profile = { base_urls: [tutor.baseUrl], model: 'small', deadline_ms: DEADLINE_MS }
  const closed = await startOpenaiServer()
  await closed.close()
  // A client remembers the behaviour of its servers, so each test has a profile of its own.
  const names = MISBEHAVIOURS.map((_, index) => `tutor-${index}`)
  const profiles = {
    // Its answers are waited for on a busy machine, too.
    tutor: { ...profile, deadline_ms: 30_000 },
    ...Object.fromEntries(names.map((name) => [name, profile])),
    gone: { ...profile, base_urls: [closed.baseUrl] },
  }
  server = await serveInProcess({
    config: configSchema.parse({ db: ':memory:', profiles }),
    dataSets: [dataSet()],
    log: SILENT_LOG,
  })
  client = await connect({ url: server.url })
})

afterAll(async () => {
  await client.close()
  await server.stop()
})

interface PlayedEpisode {
  readonly id: string
  readonly feedback: string
  readonly score: number
  readonly metrics: Readonly<Record<string, number>>
  /** The note that the trainer got with the feedback. */
  readonly note: unknown
}

/** Shows one wrong answer to the tutor, then gives the right one. */
async function playOne(settings: object): Promise<PlayedEpisode> {
  const episode = await client.open({
    env: 'math-feedback-v1',
    task: TASK.id,
    settings: { feedback_source: 'model', feedback_profile: 'tutor', ...settings },
  })
  await episode.step(feedbackTurn('\\boxed{\\frac{1}{9}}', 1))
  const feedback = episode.transcript.at(-1)?.content ?? ''
  const note = episode.info.notes?.[0]
  await episode.step({ content: answerText('expression', '\\frac{3}{4}') })
  const { score, metrics = {} } = episode.info
  return { id: episode.id, feedback, score, metrics, note }
}

const completion = (content: string): Behaviour => say(content)

const MISBEHAVIOURS: readonly (readonly [string, Behaviour])[] = [
  ['resets the connection', reset],
  ['breaks off', breakOff],
  ['never answers', hang],
  ['answers too late', after(DEADLINE_MS + 200, completion('Late advice.'))],
  ['answers garbage', reply('<html>Hello</html>')],
  ['answers half a JSON', reply('{"choices": [{"message": {"content": "Look')],
  ['answers another shape', reply({ result: 'fine' })],
  [
    'has too many requests',
    refuse(429, { error: { message: 'slow down' } }, { 'retry-after': '9' }),
  ],
  ['fails inside', refuse(500, { error: { message: 'stack trace at /srv/secret' } })],
  ['wants a key', refuse(401, { error: { message: 'bad key sk-123' } })],
  ['does not know the model', refuse(404, { error: { message: 'no model small' } })],
  ['answers nothing', completion('')],
  ['answers blanks', completion(' \n ')],
]

const kept: string[] = []

describe('an episode whose feedback server', () => {
  it.each(MISBEHAVIOURS)('%s goes on with the rules, at no cost', async (name, behaviour) => {
    tutor.script(behaviour)
    const index = MISBEHAVIOURS.findIndex(([other]) => other === name)
    const settings = { feedback_profile: `tutor-${index}` }
    const { id, feedback, score, metrics } = await playOne(settings)
    kept.push(id)
    expect(feedback).toMatch(/^Your answer is not right\. Go through your solution/)
    expect(score).toBe(1)
    expect(metrics).toMatchObject({ success: 1, wrong_corrected: 1, feedback_errors: 1 })
    expect(metrics.malformed_calls).toBe(0)
  })

  it('is down goes on too', async () => {
    const { id, metrics, score, note } = await playOne({ feedback_profile: 'gone' })
    kept.push(id)
    expect(score).toBe(1)
    expect(metrics.feedback_errors).toBe(1)
    expect(note).toEqual({
      call: 'call_1',
      tool: 'get_feedback',
      worded_by: 'rule',
      leak: 'none',
      discarded: 0,
      problem: 'unavailable',
    })
  })

  it('was never configured is not opened', async () => {
    const opening = playOne({ feedback_profile: 'self-inperfect' })
    await expect(opening).rejects.toMatchObject({ code: 'settings/unknown_profile' })
    await expect(opening).rejects.toThrow(/"self-inperfect"; there are: tutor, tutor-0/)
  })

  it('tells the solution is masked, or replaced', async () => {
    tutor.script(completion(`Simply: ${'the sum of a half and a quarter is '.repeat(3)} 6/8.`))
    const masked = await playOne({})
    expect(masked.feedback).toContain('[masked]')
    expect(masked.feedback).not.toContain('6/8')
    expect(masked.metrics).toMatchObject({ feedback_masked: 1, feedback_errors: 0 })
    expect(masked.note).toMatchObject({ worded_by: 'model', leak: 'masked', discarded: 0 })
    tutor.script(completion(String(TASK.solution)))
    const replaced = await playOne({})
    kept.push(masked.id, replaced.id)
    expect(replaced.feedback).not.toContain('common denominator 4')
    expect(replaced.note).toMatchObject({ worded_by: 'rule', leak: 'fallback', discarded: 2 })
    expect(JSON.stringify(replaced.note)).not.toContain('denominator')
  })

  it('reveals the answer once, then advises, is shown', async () => {
    tutor.script(completion(String(TASK.solution)), completion('Mind the denominators.'))
    const { id, feedback, note } = await playOne({})
    kept.push(id)
    expect(feedback).toContain('Mind the denominators.')
    expect(note).toMatchObject({ worded_by: 'model', leak: 'none', discarded: 1, problem: null })
  })

  it('advises well is quoted', async () => {
    tutor.script(completion('Bring both to the same denominator first.'))
    const { id, feedback, metrics } = await playOne({})
    kept.push(id)
    expect(feedback).toBe('Your answer is not right.\n\nBring both to the same denominator first.')
    expect(metrics).toMatchObject({ feedback_masked: 0, feedback_fallbacks: 0, feedback_errors: 0 })
  })
})

describe('with the feedback server gone', () => {
  it('every episode replays byte for byte', async () => {
    await tutor.close()
    const resources = new Resources({ url: server.url })
    expect(kept.length).toBeGreaterThan(15)
    for (const id of kept) {
      const report = await resources.checkReplay(id)
      expect(report).toMatchObject({ verdict: 'verified' })
    }
  })

  it("the stored effects contain the server's replies", async () => {
    const rows = await new Resources({ url: server.url }).log(kept.at(-1) ?? '')
    expect(JSON.stringify(rows)).toContain('same denominator first')
  })
})
