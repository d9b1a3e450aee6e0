/** Guards training rows: turns are parsed, failed ones are found, pairs share their prompt. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { playedRows } from '../../../test/support/played-episodes.ts'
import { assistantMessage } from '../../env/assistant-message.ts'
import { readRaw } from '../../env/dialects/index.ts'
import type { Action } from '../../env/message.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { findEnvironment } from '../../env/registry.ts'
import type { BaseTask } from '../../env/task-data.ts'
import { seedWorld } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import { generateWorld } from '../../sim/phone/companies.ts'
import { toolSchema } from '../../tools/tool.ts'
import { generateData } from '../generate.ts'
import { CALL_FORMS, type CallForm } from './call-form.ts'
import { readEpisode, type TrainingEpisode } from './episode.ts'
import { isHeldOut } from './holdout.ts'
import { planPairs, toCandidate } from './pairs.ts'
import { preferenceRow } from './preference-rows.ts'
import { sftRows } from './sft-rows.ts'
import { spacedJson } from './spaced-json.ts'
import { toConversation } from './turns.ts'

const phone = findEnvironment('phone-call-v2') as AnyEnvironment
const math = findEnvironment('math-feedback-v1') as AnyEnvironment
const counts = { train: 6, val: 1, test: 1 }
const options = { num_companies: 8 }
const phoneTasks = generateData(phone, { seed: 3, options, sizes: counts }).data.tasks
const mathTasks = generateData(math, { seed: 3, sizes: { ...counts, train: 12 } }).data.tasks

const SHOWN = {
  episode_id: 'ep_0',
  index: 0,
  outcome: 'failed',
  text: 'Attempt 1 (failed)',
} as const

interface Played {
  readonly environment: AnyEnvironment
  readonly episode: TrainingEpisode
}
const played: Played[] = []

beforeAll(async () => {
  const games = [
    ...phoneTasks.train.flatMap((task) =>
      ['oracle', 'habit'].map((policy) => ({ environment: phone, task, policy })),
    ),
    ...mathTasks.train.flatMap((task) =>
      ['oracle', 'student', 'student-stubborn'].map((policy) => ({
        environment: math,
        task,
        policy,
      })),
    ),
  ]
  for (const [number, game] of games.entries()) {
    const world = game.environment === phone ? generateWorld(3, 8) : seedWorld(3)
    const rows = await playedRows({
      ...game,
      id: `ep_${number}`,
      world: world as unknown as JsonObject,
      seed: number,
      raw: number % 3 === 0,
      attempts: number % 4 === 3 ? [SHOWN] : [],
    })
    const episode = readEpisode(rows)
    if (typeof episode === 'string') throw new Error(`episode ${number} is unfit: ${episode}`)
    played.push({ environment: game.environment, episode })
  }
})

const VIEW = { keepAttempts: false, keepThoughts: true }
const OPTIONS = {
  form: 'object',
  unit: 'conversation',
  maskFailed: false,
  thoughts: 'keep',
} as const

function messagesOf({ environment, episode }: Played, form: CallForm): JsonObject[] {
  const conversation = toConversation(episode, environment, VIEW)
  const options = { ...OPTIONS, form, toolsAsText: false }
  const rows = conversation && sftRows(conversation, environment.tools.map(toolSchema), options)
  if (rows === undefined || typeof rows === 'string') throw new Error(`no rows: ${rows}`)
  return rows[0]?.messages as unknown as JsonObject[]
}

/** The meaning of an action, independent of its form. */
function actionKey(action: Action): unknown {
  const { content, tool_calls: calls = [] } = assistantMessage(action)
  const read = calls.map(({ function: { name, arguments: given } }) => [
    name,
    typeof given === 'string' ? JSON.parse(given) : given,
  ])
  return { content: content.trim(), calls: read }
}

/** A message of a row as an action. */
function actionOf(message: JsonObject, form: CallForm): Action {
  if (form === 'hermes') return { text: String(message.content) }
  const { content } = readRaw(String(message.content))
  return { content, tool_calls: message.tool_calls as never }
}

describe('conversations', () => {
  it.each(CALL_FORMS)('parse to the played actions, arguments as %s', (form) => {
    let turns = 0
    for (const one of played) {
      const messages = messagesOf(one, form).filter(({ role }) => role === 'assistant')
      expect(messages.map((message) => actionKey(actionOf(message, form)))).toEqual(
        one.episode.steps.map(({ action }) => actionKey(action)),
      )
      turns += messages.length
    }
    expect(turns).toBeGreaterThan(80)
  })

  it('have no public events', () => {
    const kinds = new Set<string>()
    for (const one of played) {
      const { opened, steps } = one.episode
      for (const { events = [] } of [opened, ...steps])
        for (const { kind } of events) kinds.add(kind)
      for (const form of CALL_FORMS) {
        expect(JSON.stringify(messagesOf(one, form))).not.toMatch(/"(?:events|kind)":/)
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['problem', 'feedback', 'answered']))
  })

  it('have the same members in every message, and end with a turn', () => {
    for (const one of played) {
      for (const form of CALL_FORMS) {
        const messages = messagesOf(one, form)
        const members = new Set(messages.map((message) => Object.keys(message).sort().join()))
        expect(members.size).toBe(1)
        expect(messages.at(-1)?.role).toBe('assistant')
      }
      const ids = messagesOf(one, 'object').flatMap(
        ({ role, tool_call_id: id, tool_calls: calls }) =>
          role === 'tool' ? [id] : (calls as JsonObject[]).map((call) => call.id),
      )
      const asked = ids.filter((id, place) => ids.indexOf(id) === place)
      expect(asked).toEqual(asked.map((_, index) => `call_${index + 1}`))
    }
  })

  it('contain earlier attempts only on request', () => {
    const guided = played.filter(({ episode }) => episode.condition === 'guided')
    expect(guided.length).toBeGreaterThan(5)
    for (const { environment, episode } of guided) {
      const shown = toConversation(episode, environment, { ...VIEW, keepAttempts: true })
      expect(JSON.stringify(shown?.opening)).toContain('previous_attempts')
      const clean = toConversation(episode, environment, VIEW)
      expect(JSON.stringify(clean?.opening)).not.toContain('previous_attempts')
    }
  })

  it('keep thoughts or drop them', () => {
    const raw = played.filter(({ episode }) => 'text' in (episode.steps[0]?.action ?? {}))
    for (const { environment, episode } of raw) {
      const dropped = toConversation(episode, environment, { ...VIEW, keepThoughts: false })
      expect(JSON.stringify(dropped)).not.toContain('think>')
      expect(dropped?.turns.map(({ text }) => actionKey({ text }))).toEqual(
        episode.steps.map(({ action }) => actionKey(action)),
      )
      expect(toConversation(episode, environment, VIEW)?.turns[0]?.text).toContain('Let me see.')
    }
  })

  it('hide only thoughts of earlier turns, in a row for each turn', () => {
    const longest = played
      .filter(({ episode }) => 'text' in (episode.steps[0]?.action ?? {}))
      .reduce((one, other) => (other.episode.steps.length > one.episode.steps.length ? other : one))
    const conversation = toConversation(longest.episode, longest.environment, VIEW)
    if (conversation === undefined) throw new Error('unreadable')
    const turns = longest.episode.steps.map((_, index) => index)
    expect(turns.length).toBeGreaterThan(2)
    for (const [thoughts, shown] of [
      ['keep', turns],
      ['drop', turns.map(() => 0)],
      ['keep_last', turns.map((index) => Math.min(index, 1))],
    ] as const) {
      const options = { ...OPTIONS, unit: 'turn', thoughts, toolsAsText: false } as const
      const rows = sftRows(conversation, [], options) as JsonObject[]
      const count = (value: unknown): number => JSON.stringify(value).split('</think>').length - 1
      expect(rows.map(({ prompt }) => count(prompt))).toEqual(shown)
      expect(rows.map(({ completion }) => count(completion))).toEqual(turns.map(() => 1))
    }
  })

  it('leave out turns that would parse to another action', () => {
    const [one] = played
    if (one === undefined) throw new Error('nothing was played')
    const [first] = one.episode.steps
    if (first === undefined) throw new Error('no steps')
    const withAction = (action: Action) =>
      toConversation({ ...one.episode, steps: [{ ...first, action }] }, one.environment, VIEW)
    expect(withAction({ content: 'I write <tool_call>{}</tool_call>' })).toBeUndefined()
    const broken = { name: 'x', arguments: '{' }
    const call = { id: 'c', type: 'function', function: broken } as const
    expect(withAction({ tool_calls: [call] })).toBeUndefined()
    const unclosed = withAction({ text: '<think>hm' })
    const tools = one.environment.tools.map(toolSchema)
    const rows = (form: CallForm) =>
      unclosed && sftRows(unclosed, tools, { ...OPTIONS, form, toolsAsText: false })
    expect(rows('object')).toBe('unreadable_turns')
    expect(rows('hermes')).toHaveLength(1)
  })
})

describe('failed turns', () => {
  const masked = { ...OPTIONS, maskFailed: true, toolsAsText: false }

  it('are wrong answers to the tutor, which stay as context without loss', () => {
    let corrected = 0
    for (const { environment, episode } of played) {
      if (environment !== math || !episode.success || episode.steps.length < 2) continue
      const conversation = toConversation(episode, environment, VIEW)
      if (conversation === undefined) throw new Error('unreadable')
      if (conversation.turns[0]?.failed !== true) continue
      corrected += 1
      const rows = sftRows(conversation, [], masked) as JsonObject[]
      const messages = rows[0]?.messages as unknown as JsonObject[]
      const turns = messages.filter(({ role }) => role === 'assistant')
      expect(turns[0]?.train).toBe(false)
      expect(turns.at(-1)?.train).toBe(true)
      expect(messages.filter(({ train, role }) => train === true && role !== 'assistant')).toEqual(
        [],
      )
      const perTurn = sftRows(conversation, [], { ...masked, unit: 'turn' }) as JsonObject[]
      expect(perTurn).toHaveLength(turns.filter(({ train }) => train === true).length)
      const prompts = perTurn.map(({ prompt, completion }) => [prompt, completion].flat().length)
      expect(prompts.at(-1)).toBe(messages.length)
    }
    expect(corrected).toBeGreaterThan(2)
  })

  it('do not occur in episodes of a perfect player', () => {
    for (const { environment, episode } of played.filter((_, index) => index % 2 === 0)) {
      if (environment !== phone) continue
      const conversation = toConversation(episode, environment, VIEW)
      expect(conversation?.turns.filter(({ failed }) => failed)).toEqual([])
    }
  })

  it('include the last turn of an episode that was closed from outside without success', () => {
    const lost = played.filter(({ episode }) => !episode.success && episode.steps.length > 1)
    expect(lost.length).toBeGreaterThan(2)
    for (const { environment, episode } of lost) {
      // The step before the end is the last one that was stored, as after a token budget.
      const steps = episode.steps.slice(0, -1)
      const conversation = toConversation({ ...episode, steps }, environment, VIEW)
      expect(conversation?.turns.at(-1)?.failed).toBe(true)
    }
  })

  it('leave nothing to train if every turn failed', () => {
    const lost = played.filter(({ episode }) => !episode.success && episode.steps.length === 1)
    for (const { environment, episode } of lost) {
      const conversation = toConversation(episode, environment, VIEW)
      expect(conversation && sftRows(conversation, [], masked)).toBe('nothing_to_train')
    }
  })
})

describe('pairs', () => {
  it('share their prompt, differ in their first turn, and have one condition', () => {
    const byId = new Map(played.map((one) => [one.episode.id, one]))
    const { pairs } = planPairs(
      played.map(({ episode }) => toCandidate(episode)),
      100,
    )
    expect(pairs.length).toBeGreaterThan(3)
    for (const { chosen, rejected } of pairs) {
      const [better, worse] = [byId.get(chosen), byId.get(rejected)]
      if (better === undefined || worse === undefined) throw new Error('unknown episode')
      expect(better.episode.total - worse.episode.total).toBeGreaterThanOrEqual(100)
      expect(better.episode.condition).toBe(worse.episode.condition)
      expect(better.episode.opened.messages).toEqual(worse.episode.opened.messages)
      const [good, bad] = [better, worse].map(({ episode, environment }) =>
        toConversation(episode, environment, VIEW),
      )
      if (good === undefined || bad === undefined) throw new Error('unreadable')
      for (const form of CALL_FORMS) {
        const row = preferenceRow(good, bad, [], { form, toolsAsText: false })
        if (typeof row === 'string') throw new Error(row)
        const { prompt, chosen: yes, rejected: no } = row as Record<string, JsonObject[]>
        expect([...(prompt ?? []), ...(yes ?? [])]).toEqual(messagesOf(better, form))
        expect([...(prompt ?? []), ...(no ?? [])]).toEqual(messagesOf(worse, form))
        expect(yes?.[0]).not.toEqual(no?.[0])
        for (const side of [yes, no]) expect(side?.at(-1)?.role).toBe('assistant')
      }
    }
  })

  it('are formed at the point of a fork', async () => {
    const task = mathTasks.train[0] as unknown as BaseTask & JsonObject
    const world = seedWorld(3) as unknown as JsonObject
    const call = { name: 'get_feedback', arguments: { current_answer: '\\boxed{-987}' } }
    const ask: Action = { tool_calls: [{ id: 'c', type: 'function', function: call }] }
    const common = { environment: math, task, world, policy: 'oracle' }
    const episodes = await Promise.all([
      playedRows({ ...common, id: 'parent', first: [ask, { content: '\\boxed{-5}' }] }),
      playedRows({
        ...common,
        id: 'child',
        first: [ask],
        parent: { episode: 'parent', position: 1, hash: '' },
      }),
      playedRows({ ...common, id: 'other' }),
    ])
    const read = episodes.map((rows) => readEpisode(rows) as TrainingEpisode)
    const { pairs, counts: found } = planPairs(read.map(toCandidate), 100)
    expect(pairs).toEqual([
      { chosen: 'other', rejected: 'parent' },
      { chosen: 'child', rejected: 'parent' },
    ])
    expect(found).toEqual({ comparable: 2, alone: 0, too_close: 0 })
    const [parent, child] = read.map((episode) => toConversation(episode, math, VIEW))
    if (parent === undefined || child === undefined) throw new Error('unreadable')
    const row = preferenceRow(child, parent, [], { form: 'hermes', toolsAsText: true })
    if (typeof row === 'string') throw new Error(row)
    const prompt = row.prompt as unknown as JsonObject[]
    expect(prompt.map(({ role }) => role).slice(-2)).toEqual(['assistant', 'user'])
    expect(preferenceRow(child, child, [], { form: 'hermes', toolsAsText: true })).toBe(
      'same_turns',
    )
  })

  it('need a minimum difference of rewards', () => {
    const two = played.slice(0, 2).map(({ episode }) => ({
      ...toCandidate(episode),
      opening: 'same',
      total: 500,
    }))
    expect(planPairs(two, 1)).toEqual({
      pairs: [],
      counts: { comparable: 1, alone: 0, too_close: 1 },
    })
  })
})

describe('holding out', () => {
  it('depends on the key alone, and only grows with the share', () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (key, share) => {
        expect(isHeldOut(key, 0)).toBe(false)
        expect(isHeldOut(key, 1)).toBe(true)
        if (isHeldOut(key, share)) expect(isHeldOut(key, Math.min(1, share * 1.5))).toBe(true)
      }),
    )
    const out = Array.from({ length: 4000 }, (_, index) => isHeldOut(`task-${index}`, 0.05))
    expect(out.filter(Boolean).length).toBeGreaterThan(150)
    expect(out.filter(Boolean).length).toBeLessThan(250)
  })
})

describe('JSON with spaces', () => {
  it('is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(spacedJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(spacedJson({ a: [1, 'b,c:'], d: {} })).toBe('{"a": [1, "b,c:"], "d": {}}')
  })
})
