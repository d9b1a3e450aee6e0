// Guards rollouts: equal draws give equal episodes, and groups show the right attempts.

import { describe, expect, it, vi } from 'vitest'
import { groupRequests, inProcess, play, shake } from '../../../../test/local-engine/fixtures.ts'
import { buildSchedule } from '../../../env/group.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { collect, type PolicyRollout } from './collect.ts'
import { GroupMemory, USUAL_FEEDBACK } from './group-memory.ts'

const policy = new LocalPolicy(phoneLearner, 'linear', 1)
shake(policy, 0.3)

const summary = (episodes: readonly (PolicyRollout | undefined)[]) =>
  episodes.map((episode) => [
    episode?.reward,
    episode?.turns,
    episode?.attemptsShown,
    episode?.acts.map(({ choice }) => choice),
  ])

describe('collecting', () => {
  it('gives the same episodes for any size of frames', async () => {
    const requests = groupRequests(10, 4, 'feedback')
    const first = await play(policy, requests)
    const second = await play(policy, requests, { frame: 1, framesAtOnce: 3 })
    expect(first.losses).toEqual([])
    expect(summary(second.episodes)).toEqual(summary(first.episodes))
    expect(first.episodes.map((episode) => episode?.request)).toEqual(requests)
  })

  it('fills frames up to their limit', async () => {
    const playground = inProcess()
    const step = vi.spyOn(playground, 'step')
    await play(policy, groupRequests(20, 4, 'independent'), { playground, frame: 32 })
    const sizes = step.mock.calls.map(([turns]) => turns.length)
    expect(sizes[0]).toBe(32)
    expect(Math.max(...sizes)).toBe(32)
  })

  it('drops every open rollout if a frame cannot be played', async () => {
    const playground = inProcess()
    const open = vi.spyOn(playground, 'open')
    const drop = vi.spyOn(playground, 'drop')
    vi.spyOn(playground, 'step').mockRejectedValueOnce(new Error('no connection'))
    const requests = groupRequests(5, 4, 'independent')
    const options = { playground, frame: 4, framesAtOnce: 3 }
    await expect(play(policy, requests, options)).rejects.toThrow('no connection')
    const dropped = drop.mock.calls.flatMap(([rollouts]) => rollouts)
    const opened = await Promise.all(open.mock.results.map(({ value }) => value))
    expect(new Set(dropped)).toEqual(new Set(opened))
  })

  it('continues after lost rollouts, and reports them separately', async () => {
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

  it('stops on request, and drops open rollouts', async () => {
    const playground = inProcess()
    const drop = vi.spyOn(playground, 'drop')
    let turns = 0
    const { episodes } = await collect(playground, groupRequests(30, 4, 'feedback'), {
      policy,
      createDecider: () => policy.decider(() => 0.5),
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
  it('show nothing to clean rollouts, and all earlier failures to guided ones', async () => {
    const { episodes } = await play(policy, groupRequests(15, 6, 'feedback'))
    const failures = new Map<string, number>()
    for (const episode of episodes) {
      if (episode === undefined) throw new Error('lost')
      const { run = '', id = '', index = 0, size = 0 } = episode.request.group ?? {}
      const group = { run, id, size, mode: 'feedback' } as const
      const { condition } = buildSchedule(group, { ...USUAL_FEEDBACK, waves: [1] }).forMember(index)
      expect(episode.condition).toBe(condition)
      const clean = condition === 'clean'
      const before = failures.get(id) ?? 0
      if (clean) expect(episode.attemptsShown).toBe(0)
      else expect(episode.attemptsShown).toBeLessThanOrEqual(before)
      if (!clean && before > 0) expect(episode.attemptsShown).toBeGreaterThan(0)
      if (!episode.success) failures.set(id, before + 1)
    }
  })

  const place = { run: 'r', id: 'g', size: 3, mode: 'feedback', generation: '1' } as const
  const attempt = { episode: '', outcome: 'failed', did: '', critique: '- no' } as const

  it('open a rollout once all rollouts before it have ended', async () => {
    const memory = new GroupMemory({ ...place, index: 0, feedback: { waves: [1], clean_share: 0 } })
    const order: number[] = []
    const waiting = memory.attemptsFor(2).then((attempts) => order.push(attempts.length))
    memory.end(1, { ...attempt, index: 1 })
    await Promise.resolve()
    expect(order).toEqual([])
    memory.end(0)
    await waiting
    expect(order).toEqual([1])
    expect(memory.isOver).toBe(false)
    memory.end(2)
    expect(memory.isOver).toBe(true)
  })

  it('do not wait for rollouts that were dropped or could not be opened', async () => {
    const playground = inProcess((index) => {
      if (index === 99) throw new Error('no such task')
    })
    const requests = groupRequests(1, 3, 'feedback').map((request) => ({
      ...request,
      group: { ...place, index: request.group?.index ?? 0, feedback: { clean_share: 0 } },
    }))
    const [first, second, third] = requests
    if (first === undefined || second === undefined || third === undefined) throw new Error()
    const opened = await playground.open(first)
    const waiting = playground.open(third)
    await playground.drop([opened])
    await expect(playground.open({ ...second, index: 99 })).rejects.toThrow('no such task')
    expect((await waiting).attemptsShown).toBe(0)
  })
})
