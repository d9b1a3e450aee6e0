// Guards that a log replays byte for byte, and that any change to it is found and named.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../sim/json.ts'
import { type RandomStream, stream } from '../sim/random.ts'
import type { EffectRequest } from '../tools/effect.ts'
import {
  type EpisodeSetup,
  effectiveLimits,
  endEpisode,
  openEpisode,
  stepEpisode,
} from './episode.ts'
import {
  closedPayload,
  LOG_FORMAT,
  type OpenedPayload,
  type RecordedEffect,
  steppedPayload,
  storedLimits,
} from './log.ts'
import type { Action } from './message.ts'
import { mock } from './mock/index.ts'
import { MOCK_WORLD, mockTask } from './mock/task.ts'
import { noOutsideWorld, playScripted } from './playthrough.ts'
import { ReplayError, type ReplayRow, replay } from './replay.ts'
import { sampledTurns } from './usual-players.ts'

type Chooser = (random: RandomStream) => Action

const usual: Chooser = (random) =>
  random.pick(sampledTurns(mock, { transcript: [], events: [] }, random))

function logOf(seed: number, turns: number, close: boolean, choose = usual): ReplayRow[] {
  const task = mockTask('train', seed)
  const limits = effectiveLimits(mock, task, {})
  const setup: EpisodeSetup = {
    environment: mock,
    task,
    world: MOCK_WORLD,
    settings: {},
    seeds: [{ from_step: 0, seed }],
    limits,
  }
  const opened = playScripted(openEpisode(setup), noOutsideWorld({}))
  const opening: OpenedPayload = {
    format: LOG_FORMAT,
    environment: mock.id,
    task,
    world_hash: 'w',
    data_checksum: 'd',
    settings: {},
    seeds: setup.seeds,
    limits: storedLimits(limits),
    labels: {},
    request_digest: '',
    group: null,
    attempts_shown: [],
    parent: null,
    effects: [],
    messages: opened.messages,
    ...(opened.events === undefined ? {} : { events: opened.events }),
  }
  const rows: ReplayRow[] = [{ kind: 'opened', payload: JSON.stringify(opening) }]
  let state = opened.state
  for (let turn = 0; turn < turns && state.end === undefined; turn++) {
    const random = stream(seed, turn, 'test')
    const action = choose(random)
    const effects: RecordedEffect[] = []
    const stepped = playScripted(stepEpisode(setup, state, action), (request: EffectRequest) => {
      const answer = noOutsideWorld({})(request)
      effects.push({ request, answer })
      return answer
    })
    state = stepped.state
    rows.push({
      kind: 'stepped',
      payload: JSON.stringify(steppedPayload(action, effects, stepped.answer)),
    })
  }
  if (close && state.end === undefined) {
    const closed = endEpisode(setup, state, 'abandoned')
    rows.push({ kind: 'closed', payload: JSON.stringify(closedPayload(null, closed.answer)) })
  }
  return rows
}

/** Actions that look like the rest of a row, as text, as arguments and as members of them. */
const lookalikes = (random: RandomStream): Action => {
  const text = '"},"effects":[],"messages":[],"reward":0'
  const nested: JsonObject = { a: { effects: [], messages: [] }, effects: [], messages: [text] }
  const call = (given: string | JsonObject): Action => ({
    content: text,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_code', arguments: given } }],
  })
  return random.pick([{ text }, call(nested), call(JSON.stringify(nested)), { content: text }])
}

const differenceIn = (rows: readonly ReplayRow[]) => {
  try {
    replay(rows, mock, MOCK_WORLD, { verify: true })
    return undefined
  } catch (error) {
    if (error instanceof ReplayError) return error.difference
    throw error
  }
}

/** A row as a program without events wrote it. */
const withoutEvents = (payload: string): string =>
  JSON.stringify({ ...JSON.parse(payload), events: undefined })

describe('replay', () => {
  it('reads actions that look like the rest of their row', () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const rows = logOf(seed, 2, false, lookalikes)
        const { state } = replay(rows, mock, MOCK_WORLD, { verify: true })
        expect(state.step).toBe(rows.length - 1)
      }),
      { numRuns: 60 },
    )
  })

  it('verifies every log that was played', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(25), fc.boolean(), (seed, turns, close) => {
        const rows = logOf(seed, turns, close)
        const { state } = replay(rows, mock, MOCK_WORLD, { verify: true })
        expect(state.step).toBe(rows.filter((row) => row.kind === 'stepped').length)
      }),
    )
  })

  it('names the first difference of a changed log', () => {
    const rows = logOf(1, 6, false)
    const position = rows.findIndex((row) => row.payload.includes('does not move'))
    const changed = rows.map((row, index) =>
      index === position
        ? { ...row, payload: row.payload.replace('does not move', 'springs open') }
        : row,
    )
    expect(() => replay(changed, mock, MOCK_WORLD, { verify: true })).toThrow(ReplayError)
    try {
      replay(changed, mock, MOCK_WORLD, { verify: true })
    } catch (error) {
      expect((error as ReplayError).difference).toMatchObject({
        position,
        path: 'messages.0.content',
      })
    }
  })

  it('checks events like text', () => {
    const rows = logOf(1, 6, false)
    const position = rows.findIndex((row) => row.payload.includes('"opens":false'))
    const payload = rows[position]?.payload ?? ''
    const path = 'events.0.opens'
    const changed = rows.with(position, {
      kind: 'stepped',
      payload: payload.replace('"opens":false', '"opens":true'),
    })
    expect(differenceIn(changed)).toMatchObject({ position, path, recorded: true })
    const left = rows.with(position, { kind: 'stepped', payload: withoutEvents(payload) })
    expect(differenceIn(left)).toMatchObject({ position, path: 'events', recorded: undefined })
  })

  it('verifies a log of before events, and one that goes on with them', () => {
    const [opening, ...rest] = logOf(1, 6, false) as [ReplayRow, ...ReplayRow[]]
    const old = { ...opening, payload: opening.payload.replace('"format":2', '"format":1') }
    const bare = rest.map((row) => ({ ...row, payload: withoutEvents(row.payload) }))
    expect(differenceIn([old, ...bare])).toBeUndefined()
    expect(differenceIn([old, ...bare.slice(0, 3), ...rest.slice(3)])).toBeUndefined()
    const wrong = rest.map((row) => ({
      ...row,
      payload: row.payload.replace('"opens":false', '"opens":true'),
    }))
    expect(differenceIn([old, ...wrong])).toMatchObject({ path: 'events.0.opens' })
  })

  it('refuses recorded effects that the episode did not ask for', () => {
    const rows = logOf(2, 12, false).map((row) => ({
      ...row,
      payload: row.payload.replaceAll('"kind":"timer"', '"kind":"chat"'),
    }))
    expect(() => replay(rows, mock, MOCK_WORLD, { verify: false })).toThrow(/effects\.0\.request/)
  })

  it('calls nothing: a log whose effects are missing cannot be replayed', () => {
    const rows = logOf(2, 12, false).map((row) => {
      const payload = JSON.parse(row.payload) as JsonObject
      return { ...row, payload: JSON.stringify({ ...payload, effects: [] }) }
    })
    expect(() => replay(rows, mock, MOCK_WORLD, { verify: false })).toThrow(ReplayError)
  })

  it('refuses a log that a newer program wrote, and says so', () => {
    const [opening, ...rest] = logOf(1, 2, false) as [ReplayRow, ...ReplayRow[]]
    const newer = opening.payload.replace('"format":2', '"format":3')
    const rows = [{ ...opening, payload: newer }, ...rest]
    expect(() => replay(rows, mock, MOCK_WORLD, { verify: true })).toThrow(
      'the log has format 3, this program reads up to 2: use a newer one',
    )
  })
})
