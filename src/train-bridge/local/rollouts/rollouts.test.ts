// Guards rollouts: the same draws give the same episodes, and groups show what they should.
import { describe, expect, it, vi } from 'vitest'
import { groupRequests, inProcess, play, shake } from '../../../../test/local-engine/fixtures.ts'
import { policyDecider } from '../policy/agent.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { collect, type Episode } from './collect.ts'
import {
  attemptsBlock,
  cleanIndices,
  GroupMemory,
  USUAL_SCHEDULE,
  waveStart,
} from './group-memory.ts'

const policy = new LocalPolicy('linear', 1)
shake(policy, 0.3)

const summary = (episodes: readonly (Episode | undefined)[]) =>
  episodes.map((episode) => [
    episode?.reward,
    episode?.turns,
    episode?.attemptsShown,
    episode?.acts.map(({ choice }) => choice),
  ])

describe('collecting', () => {
  it('gives the same episodes whatever the frames are', async () => {
    const requests = groupRequests(10, 4, 'feedback')
    const first = await play(policy, requests)
    const second = await play(policy, requests, { frame: 1, framesAtOnce: 3 })
    expect(first.losses).toEqual([])
    expect(summary(second.episodes)).toEqual(summary(first.episodes))
    expect(first.episodes.map((episode) => episode?.request)).toEqual(requests)
  })

  it('sends as many turns together as it may', async () => {
    const playground = inProcess()
    const step = vi.spyOn(playground, 'step')
    await play(policy, groupRequests(20, 4, 'independent'), { playground, frame: 32 })
    const sizes = step.mock.calls.map(([turns]) => turns.length)
    expect(sizes[0]).toBe(32)
    expect(Math.max(...sizes)).toBe(32)
  })

  it('keeps what was lost apart, and goes on', async () => {
    const playground = inProcess()
    const open = playground.open.bind(playground)
    playground.open = async (request) => {
      if (request.index === 2) throw new Error('no such task')
      return open(request)
    }
    const step = playground.step.bind(playground)
    playground.step = async (turns) => {
      const outcomes = await step(turns)
      return outcomes.map((outcome, at) =>
        turns[at]?.rollout.setup.task.index === 1
          ? { kind: 'lost' as const, why: 'a fault' }
          : outcome,
      )
    }
    const drop = vi.spyOn(playground, 'drop')
    const requests = groupRequests(5, 2, 'independent')
    const { episodes, losses } = await play(policy, requests, { playground })
    expect([...losses].sort()).toEqual(['a fault', 'a fault', 'no such task', 'no such task'])
    expect(episodes.map((episode) => episode !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ])
    expect(drop).toHaveBeenCalledTimes(2)
  })

  it('stops when it is told to, and gives up what is under way', async () => {
    const playground = inProcess()
    const drop = vi.spyOn(playground, 'drop')
    let turns = 0
    const { episodes } = await collect(playground, groupRequests(30, 4, 'feedback'), {
      policy,
      deciderOf: () => policyDecider(policy, 'likeliest'),
      frame: 8,
      framesAtOnce: 2,
      openMax: 512,
      isStopped: () => ++turns > 4,
    })
    expect(episodes.filter((episode) => episode !== undefined).length).toBeLessThan(120)
    expect(drop).toHaveBeenCalled()
  })
})

describe('groups in this process', () => {
  it('show clean rollouts nothing, and guided ones every failure before them', async () => {
    const { episodes } = await play(policy, groupRequests(15, 6, 'feedback'))
    const failures = new Map<string, number>()
    for (const episode of episodes) {
      if (episode === undefined) throw new Error('lost')
      const { id = '', index = 0, size = 0 } = episode.request.group ?? {}
      const clean = cleanIndices(id, size, USUAL_SCHEDULE).has(index)
      expect(episode.condition).toBe(clean ? 'clean' : 'guided')
      const before = failures.get(id) ?? 0
      if (clean) expect(episode.attemptsShown).toBe(0)
      else expect(episode.attemptsShown).toBeLessThanOrEqual(before)
      if (!clean && before > 0) expect(episode.attemptsShown).toBeGreaterThan(0)
      if (!episode.success) failures.set(id, before + 1)
    }
  })

  it('have a quarter of clean indices, fixed by the group, the first among them', () => {
    const one = cleanIndices('a', 8, USUAL_SCHEDULE)
    expect(one.has(0)).toBe(true)
    expect(one.size).toBe(2)
    expect(cleanIndices('a', 8, USUAL_SCHEDULE)).toEqual(one)
    const others = ['b', 'c', 'd', 'e', 'f'].map((id) => [...cleanIndices(id, 8, USUAL_SCHEDULE)])
    expect(new Set(others.map(String)).size).toBeGreaterThan(1)
  })

  it('run in waves', () => {
    const starts = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => waveStart(index, [2, 3, 3]))
    expect(starts).toEqual([0, 0, 2, 2, 2, 5, 5, 5])
    expect(waveStart(3, undefined)).toBe(3)
  })

  it('let a rollout go when all before it have ended', async () => {
    const memory = new GroupMemory()
    const order: number[] = []
    const waiting = memory.before(2).then((attempts) => order.push(attempts.length))
    const attempt = { success: false, reward: 0, critique: 'no' }
    memory.add({ index: 1, ...attempt })
    await Promise.resolve()
    expect(order).toEqual([])
    memory.add({ index: 0, ...attempt })
    await waiting
    expect(order).toEqual([2])
  })

  it('tell failures only, and the latest of them where there is no room for all', () => {
    const attempts = [0, 1, 2, 3].map((index) => ({
      index,
      success: index === 1,
      reward: index === 2 ? 0.3 : 0,
      critique: `critique ${index}`,
    }))
    const all = attemptsBlock(attempts, { show: 'all', capCharacters: 1_000 })
    expect(all?.text).toBe(
      '<previous_attempts>\nAttempt 1 (failed):\ncritique 0\n' +
        'Attempt 2 (partly done):\ncritique 2\n' +
        'Attempt 3 (failed):\ncritique 3\n</previous_attempts>',
    )
    expect(attemptsBlock(attempts, { show: 'last', capCharacters: 1_000 })?.shown).toBe(1)
    const short = attemptsBlock(attempts, { show: 'all', capCharacters: 70 })
    expect(short?.text).toContain('critique 3')
    expect(short?.text).not.toContain('critique 0')
    expect(attemptsBlock([], { show: 'all', capCharacters: 9 })).toBeUndefined()
  })
})
