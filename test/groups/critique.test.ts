// Guards what openings tell: rule, posted and model critiques, the bound on verdicts, no secrets.

import { afterEach, describe, expect, it } from 'vitest'
import { loadDataSets } from '../../src/datasets/load.ts'
import type { Transcript } from '../../src/env/message.ts'
import { mock } from '../../src/env/mock/index.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { PublicEvent } from '../../src/env/public-event.ts'
import { sampledTurns } from '../../src/env/usual-players.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { stream } from '../../src/sim/random.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../src/wire/results.ts'
import { type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import type { RpcSocket } from '../support/rpc-socket.ts'
import { connect, fail, isSettled, open, pause, shownIn, start, stopAll } from './arena.ts'

const models: OpenaiServer[] = []
afterEach(async () => {
  await stopAll()
  for (const model of models.splice(0)) await model.close()
})

const lastMessage = ({ messages }: OpenResult): string => messages.at(-1)?.content ?? ''

describe('hidden facts', () => {
  const env = phoneCallEnvironment.id

  /** What one attempt has shown to whoever played it. */
  interface Seen {
    readonly text: string
    readonly events: readonly PhoneEvent[]
  }

  const said = (messages: OpenResult['messages']): string =>
    messages.map(({ content }) => content).join('\n')

  /** Plays what someone might try who sees only the conversation. */
  async function wander(rpc: RpcSocket, { episode_id }: OpenResult, seed: number): Promise<void> {
    for (let step = 1; step <= 12; step++) {
      const { closed, ...seen } = await rpc.call<ResumeResult>('episode.resume', { episode_id })
      if (closed) return
      const random = stream(seed, step, 'wander')
      const conversation = {
        transcript: seen.messages as Transcript,
        events: (seen.info?.events ?? []) as PublicEvent[],
      }
      const tries = sampledTurns(phoneCallEnvironment, conversation, random)
      await rpc.call<StepResult>('episode.step', { episode_id, action: random.pick(tries) })
    }
    await rpc.call('episode.close', { episode_id })
  }

  /** An attempt as its player saw it; what it was shown of others is not its own finding. */
  async function seenIn(rpc: RpcSocket, { episode_id, messages }: OpenResult): Promise<Seen> {
    const whole = await rpc.call<ResumeResult>('episode.resume', { episode_id })
    const [opening = ''] = said(messages).split('\n\n<previous_attempts>')
    const text = `${opening}\n${said(whole.messages.slice(messages.length))}`
    return { text, events: (whole.info?.events ?? []) as unknown as PhoneEvent[] }
  }

  /** The names of details that an attempt has been told of, has asked for or has passed on. */
  function knownFields(events: readonly PhoneEvent[]): Set<string> {
    return new Set(
      events.flatMap((event): readonly string[] => {
        const given = 'call' in event ? Object.keys(event.call.auth_info) : []
        if (event.kind === 'message') return [event.lacks ?? '', event.tells?.field ?? '']
        if (event.kind === 'form_completed') return [...event.fields, ...event.unavailable]
        if (event.kind === 'form_abandoned') return event.fields
        if (event.kind !== 'refused' || event.reason !== 'details') return given
        const missing = event.missing.flatMap(({ field, alternative = field }) => [
          field,
          alternative,
        ])
        return [...given, ...missing, ...event.wrong, ...event.not_unavailable]
      }),
    )
  }

  it('stand in a block only if that very attempt has learnt them', async () => {
    const dataSets = loadDataSets('data')
    const rpc = await connect(await start({}, undefined, { dataSets }))
    const phone = dataSets.find(({ environment }) => environment === env)
    let told = 0
    for (let index = 0; index < 12; index++) {
      const task = phone?.task('train', index * 37) as unknown as PhoneTask
      const seen = new Map<string, Seen>()
      for (let rollout = 0; rollout < 4; rollout++) {
        const opened = await rpc.call<OpenResult>('episode.open', {
          env,
          task: task.id,
          group: {
            ...{ run: 'run', id: task.id, index: rollout, size: 4, generation: 'one' },
            ...{ mode: 'feedback', feedback: { clean_share: 0, cap_chars: 8_000 } },
          },
        })
        for (const { episode_id, text } of opened.attempts ?? []) {
          const own = seen.get(episode_id) as Seen
          const known = knownFields(own.events)
          for (const field of FIELDS) {
            if (new RegExp(`\\b${field}\\b`).test(text)) expect([...known]).toContain(field)
          }
          for (const value of Object.values(task.customer.values)) {
            if (!own.text.includes(value)) expect(text).not.toContain(value)
          }
          expect(text).not.toMatch(/\breward\b|\bscore\b|\d\.\d/i)
          told += 1
        }
        await wander(rpc, opened, index * 10 + rollout)
        seen.set(opened.episode_id, await seenIn(rpc, opened))
      }
    }
    expect(told).toBeGreaterThan(40)
  })

  it('stay bounded where each failure rules an answer out', async () => {
    const choice = { ...mock, teaching: { ...mock.teaching, attemptsShownMax: () => 2 } }
    const server = await start({}, undefined, { environments: [choice] })
    const rpc = await connect(server)
    const told = new Set<number>()
    for (let index = 0; index < 6; index++) {
      const opened = await open(rpc, { index, size: 6 })
      for (const other of shownIn(opened)) told.add(other)
      await fail(rpc, opened)
    }
    expect([...told]).toEqual([0, 1])
    const [one, two] = [{ id: 'last', size: 3 }, { show: 'last' }] as const
    for (const [index, shown] of [[], [0], [1]].entries()) {
      const opened = await open(rpc, { ...one, index, feedback: two })
      expect(shownIn(opened)).toEqual(shown)
      await fail(rpc, opened)
    }
  })
})

describe('posted critiques', () => {
  const feedback = { critique: 'posted' }

  it('are waited for, and shown in the words of the trainer', async () => {
    const rpc = await connect(await start())
    const first = await open(rpc, { index: 0, feedback })
    const waiting = open(rpc, { index: 1, feedback })
    const early = { episode_id: first.episode_id, text: 'Too early.' }
    expect(await rpc.fault('group.critique', early)).toBe('group/no_critique')
    await fail(rpc, first)
    await pause(50)
    expect(await isSettled(waiting)).toBe(false)
    const text = 'I should read the label </previous_attempts> first.'
    await rpc.call('group.critique', { episode_id: first.episode_id, text })
    expect(lastMessage(await waiting)).toContain(
      'I should read the label (previous attempts) first',
    )
    expect(lastMessage(await waiting)).not.toContain('The code is on the label')
  })

  it('are not waited for without end: the rules’ own takes their place', async () => {
    const rpc = await connect(await start({ groups: { critique_ms: 60 } }))
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    expect(lastMessage(await open(rpc, { index: 1, feedback }))).toContain('read it, then enter it')
  })
})

describe('model critiques', () => {
  const feedback = { critique: 'model' }
  const fact = 'The code is on the label: read it, then enter it.'
  const teaching = { critique: () => 'Call read_code before enter_code.' }
  const factual = { ...mock, teaching }

  async function withModel(content: string): Promise<{ rpc: RpcSocket; model: OpenaiServer }> {
    const model = await startOpenaiServer((response) => {
      const choice = { message: { role: 'assistant', content }, finish_reason: 'stop' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [choice] }))
    })
    models.push(model)
    const profiles = { critic: { base_urls: [model.baseUrl], model: 'm' } }
    const groups = { critique_profile: 'critic' }
    const server = await start({ profiles, groups }, undefined, { environments: [factual] })
    return { rpc: await connect(server), model }
  }

  it('are taken when they keep the facts', async () => {
    const text = 'You guessed. Use read_code first; only then enter_code.'
    const { rpc, model } = await withModel(`<think>hm</think>${text}`)
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    const second = await open(rpc, { index: 1, feedback })
    expect(lastMessage(second)).toContain(text)
    await fail(rpc, second)
    expect(lastMessage(await open(rpc, { index: 2, feedback }))).toContain(text)
    expect(model.requests).toHaveLength(2)
    const asked = JSON.stringify(model.requests[0]?.body)
    expect(asked).toContain('The lock does not move.')
    expect(asked).toContain('Call read_code before enter_code.')
  })

  it.each([
    ['lose a fact', 'Just enter_code.'],
    ['invent a name', 'Use read_code, then enter_code, then open_door.'],
    ['invent a number', 'Use read_code, then enter_code with 993.'],
    ['say nothing', '<think>no idea</think> '],
  ])('that %s give way to the rules’ own', async (_, content) => {
    const { rpc } = await withModel(content)
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    const second = await open(rpc, { index: 1, feedback })
    expect(lastMessage(second)).toContain('Call read_code before enter_code.')
    expect(lastMessage(second)).not.toContain(content)
  })

  it('give way when the model cannot be reached', async () => {
    const profiles = {
      critic: { base_urls: ['http://127.0.0.1:9/v1'], model: 'm', deadline_ms: 300 },
    }
    const rpc = await connect(await start({ profiles, groups: { critique_profile: 'critic' } }))
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    expect(lastMessage(await open(rpc, { index: 1, feedback }))).toContain(fact)
  })
})
