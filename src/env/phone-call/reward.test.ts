// Guards the reward: no trick, waste or early stop may be worth more than honest work.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, type Player, playOut, type Rollout } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { RECORDS } from '../../sim/phone/opening.ts'
import { OBSTACLES } from '../../sim/phone/tables/obstacles.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { lineOf } from '../../sim/phone/world.ts'
import { type RandomStream, stream } from '../../sim/random.ts'
import type { EpisodeSetup } from '../episode.ts'
import type { Action, Transcript } from '../message.ts'
import { sampledTurns } from '../usual-players.ts'
import { phoneCallEnvironment } from './index.ts'
import { toolTurn } from './solve.ts'
import { readEpisode } from './transcript.ts'

const task = fc.constantFrom(...TASKS)
const seed = fc.nat()

/** A player without sense, who may also do what nobody would. */
const clumsy =
  (seed: number): Player =>
  (seen, { step }) => {
    const random = stream(seed, step + 1, 'clumsy')
    const action = random.pick(sampledTurns(phoneCallEnvironment, seen, random))
    return random.chance(0.3) ? mumbled(action, random) : action
  }

/** The same turn with other numbers, months and choices, or with none of them. */
function mumbled(action: Action, random: RandomStream): Action {
  const [find, other] = random.pick([
    [/(?<=[ $])\d(?=\d{0,2}\b)/g, String(random.integer(1, 9))],
    [/\b(?:January|February|April|June|July|August)\b/g, 'September'],
    [/\b(?:medium|lost|personal|black|vegan)\b/g, random.pick(['large', 'stolen', 'business'])],
    [/ (?:to|of|on|for) [^".]*(?=\.?")/g, ''],
  ] as const)
  const { tool_calls: calls } = action as { readonly tool_calls?: readonly { function: object }[] }
  const [call] = calls ?? []
  if (call === undefined) return action
  const spoken = call.function as { name: string; arguments: { request?: string } }
  if (spoken.name !== 'phone_call') return action
  const request = String(spoken.arguments.request).replace(find, other)
  const told = { ...spoken, arguments: { ...spoken.arguments, request } }
  return { ...action, tool_calls: [{ ...call, function: told }] } as unknown as Action
}

/** Plays one player for some steps and another from there; undefined closes the episode. */
const thenPlay =
  (first: Player, steps: number, second: Player | undefined): Player =>
  (episode, state) =>
    state.step < steps ? first(episode, state) : second?.(episode, state)

const bookedFor = (part: string, { answers }: Pick<Rollout, 'answers'>): number =>
  answers.at(-1)?.parts[part] ?? 0

const SETTINGS = [
  ...RECORDS.map((records) => ({ records })),
  { conversation: 'on' },
  { customer: 'dialogue', conversation: 'on' },
  { customer: 'dialogue', conversation: 'on', records: 'strict' },
  { customer: 'dialogue', conversation: 'on', page: 'on' },
  { customer: 'dialogue', conversation: 'on', records: 'strict', page: 'on' },
  { clock: 'on' },
  { customer: 'dialogue', conversation: 'on', records: 'strict', page: 'on', clock: 'on' },
] as const

describe.each(SETTINGS)('the standard reward with %o', (settings) => {
  const records = 'records' in settings ? settings.records : 'calls'
  /** Fewer where the same rules meet other ways to talk. */
  const RUNS = { numRuns: 'conversation' in settings ? 30 : 100 }

  const play = (one: PhoneTask, player: (setup: EpisodeSetup) => Player): Rollout => {
    const setup = setupOf(one, WORLD, settings)
    return playOut(setup, player(setup))
  }

  it('stays within its bounds, names its parts, and adds up over steps', () => {
    fc.assert(
      fc.property(task, seed, (one, draws) => {
        const { answers, total, success } = play(one, () => clumsy(draws))
        expect(answers.reduce((sum, { reward }) => sum + reward, 0)).toBe(total)
        const misuse = bookedFor('misuse', { answers })
        const isMisusable = records === 'strict' || 'page' in settings
        expect(misuse).toBeGreaterThanOrEqual(isMisusable ? -500 : 0)
        const harm = misuse + ('page' in settings ? bookedFor('malformed_calls', { answers }) : 0)
        expect(total).toBeGreaterThanOrEqual(success ? 600 + harm : 0)
        expect(total).toBeLessThanOrEqual(success ? 1000 : 599)
        for (const { parts } of answers) {
          expect(phoneCallEnvironment.reward.parts).toEqual(
            expect.arrayContaining(Object.keys(parts)),
          )
        }
      }),
      RUNS,
    )
  })

  it('gives nobody more than the oracle', () => {
    for (const one of TASKS) expect(play(one, oraclePlayer).total).toBe(1000)
  })

  it('never makes stopping early worth more than going on honestly', () => {
    fc.assert(
      fc.property(task, seed, fc.integer({ min: 1, max: 12 }), (one, draws, steps) => {
        const stopped = play(one, () => thenPlay(clumsy(draws), steps, undefined))
        const went = play(one, (setup) => thenPlay(clumsy(draws), steps, oraclePlayer(setup)))
        expect(stopped.total).toBeLessThanOrEqual(went.total)
      }),
      RUNS,
    )
  })

  it('never pays for repeating a failed call', () => {
    fc.assert(
      fc.property(task, seed, fc.integer({ min: 3, max: 8 }), (one, draws, steps) => {
        const plain = play(one, (setup) => thenPlay(clumsy(draws), steps, oraclePlayer(setup)))
        const repeated = play(one, (setup) => {
          const after = thenPlay(repeatFailed, steps + 1, oraclePlayer(setup))
          return thenPlay(clumsy(draws), steps, after)
        })
        expect(repeated.total).toBeLessThanOrEqual(plain.total)
      }),
      RUNS,
    )
  })

  it('never pays for failing on purpose', () => {
    fc.assert(
      fc.property(task, seed, fc.integer({ min: 0, max: 5 }), (one, draws, steps) => {
        const failed = play(one, (setup) => {
          const oracle = oraclePlayer(setup)
          const failing: Player = (episode) => failOnPurpose(episode.transcript, draws)
          return thenPlay(oracle, steps, thenPlay(failing, steps + 1, oracle))
        })
        expect(failed.total).toBeLessThanOrEqual(1000)
        if (failed.answers.length > steps + 1) expect(failed.total).toBeLessThan(1000)
      }),
      RUNS,
    )
  })
})

describe.each(SETTINGS.filter((settings) => 'page' in settings))(
  'the reward under the rules of a house with %o',
  (settings) => {
    const RUNS = { numRuns: 40 }
    const play = (one: PhoneTask, player: (setup: EpisodeSetup) => Player): Rollout => {
      const setup = setupOf(one, WORLD, settings)
      return playOut(setup, player(setup))
    }
    const steps = fc.integer({ min: 0, max: 10 })

    it('books nothing before the close but clearances and malformed calls', () => {
      const EARLY: readonly string[] = ['progress', 'malformed_calls', 'floor']
      fc.assert(
        fc.property(task, seed, steps, (one, draws, before) => {
          const { answers } = play(one, (setup) =>
            thenPlay(clumsy(draws), before, oraclePlayer(setup)),
          )
          const share = one.required_calls.length - one.goals.length
          for (const { parts, end } of answers) {
            if (end !== undefined) continue
            const booked = Object.entries(parts).filter(([, value]) => value !== 0)
            expect(booked.filter(([name]) => !EARLY.includes(name))).toEqual([])
            expect(parts.progress ?? 0).toBeLessThanOrEqual(
              Math.round((500 * share) / one.required_calls.length),
            )
          }
        }),
        RUNS,
      )
    })

    it('leaves nothing after a breach that nothing makes good, and success is never wrong', () => {
      fc.assert(
        fc.property(task, seed, steps, (one, draws, before) => {
          const { metrics, total, success } = play(one, (setup) =>
            thenPlay(clumsy(draws), before, oraclePlayer(setup)),
          )
          if ((metrics.hard_breaches ?? 0) > 0) expect([total, success]).toEqual([0, false])
          else if (success) expect([metrics.file_right, metrics.report_right]).toEqual([1, 1])
          expect(metrics.units_done ?? 9).toBeLessThanOrEqual(metrics.units ?? 0)
        }),
        RUNS,
      )
    })

    it('never pays for telling more than is wanted', () => {
      fc.assert(
        fc.property(task, (one) => {
          const told = play(one, (setup) => tellingAll(oraclePlayer(setup), one))
          const { details_over_told: more = 0, soft_breaches: lapses = 0 } = told.metrics
          const least = Math.min(10 * more, 100) + Math.min(60 * lapses, 240)
          expect(told.total).toBeLessThanOrEqual(1000 - least)
        }),
        RUNS,
      )
    })

    it('never pays for giving up, whatever the report gives as a reason', () => {
      const reports = [
        'It is done.',
        'I cannot get any further.',
        ...Object.values(OBSTACLES).map(({ says }) => `It could not be done, because ${says}.`),
        'It could not be done without a fee.',
        'It could not be done without a new contract.',
      ]
      fc.assert(
        fc.property(
          task,
          seed,
          steps,
          fc.constantFrom(...reports),
          (one, draws, before, content) => {
            const gaveUp = play(one, () => thenPlay(clumsy(draws), before, () => ({ content })))
            const went = play(one, (setup) => thenPlay(clumsy(draws), before, oraclePlayer(setup)))
            expect(gaveUp.total).toBeLessThanOrEqual(went.total)
          },
        ),
        RUNS,
      )
    })
  },
)

describe.each(SETTINGS)('copying with %o', (settings) => {
  const setupFor = (one: PhoneTask): EpisodeSetup => setupOf(one, WORLD, settings)

  it('never pays: what was heard is no work, wherever it is said again', () => {
    fc.assert(
      fc.property(task, seed, fc.integer({ min: 0, max: 8 }), (one, draws, before) => {
        const setup = setupFor(one)
        const oracle = oraclePlayer(setup)
        const { transcript, critique } = playOut(setup, clumsy(draws))
        const copied = copying([critique, ...wordsIn(transcript)], draws)
        const copies = thenPlay(oracle, before, thenPlay(copied, before + 4, undefined))
        const honest = thenPlay(oracle, before, thenPlay(copied, before + 4, oracle))
        const [stopped, went] = [playOut(setup, copies), playOut(setup, honest)]
        expect(stopped.total).toBeLessThanOrEqual(went.total)
      }),
      { numRuns: 15 },
    )
  })

  it('wins nothing with what another attempt was told, reference numbers too', () => {
    for (const one of TASKS.slice(0, 40)) {
      const setup = setupFor(one)
      const { transcript, critique } = playOut(setup, oraclePlayer(setup))
      const heard = [critique, ...wordsIn(transcript)]
      const references = heard.join(' ').match(/\bR\d{6}\b/g) ?? []
      for (const goal of one.goals) {
        const { phone_number } = lineOf(WORLD, goal.department).department
        const { success } = playOut(setup, (now, { step }) => {
          const reference = { reference_number: references[0] ?? '', auth_info: {} }
          const args = { phone_number, request: heard[step % heard.length] ?? '', ...reference }
          const isLast = step >= 4
          return isLast
            ? { content: heard.at(-1) ?? '' }
            : toolTurn(
                'phone_call',
                { ...args, request: args.request.slice(0, 999) },
                readEpisode(now.transcript),
              )
        })
        expect([one.id, success]).toEqual([one.id, false])
      }
    }
  })
})

describe.each(SETTINGS.filter((settings) => 'customer' in settings))(
  'asking nothing before one is asked with %o',
  (settings) => {
    it('is honest and dear: the same is done, for less than by who asks first', () => {
      const plays = (name: string): readonly Rollout[] =>
        TASKS.slice(0, 60).map((one) =>
          playOut(setupOf(one, WORLD, settings), asPlayer(makePolicy(name), one, WORLD)),
        )
      const [late, early] = [plays('probe-first'), plays('habit')]
      const sum = (all: readonly Rollout[], of: (one: Rollout) => number): number =>
        all.reduce((total, one) => total + of(one), 0)
      expect(sum(late, ({ total }) => total)).toBeLessThan(sum(early, ({ total }) => total))
      expect(sum(late, ({ success }) => Number(success))).toBeLessThanOrEqual(
        sum(early, ({ success }) => Number(success)) + 1,
      )
      expect(sum(late, ({ metrics }) => metrics.holds ?? 0)).toBeGreaterThan(
        sum(early, ({ metrics }) => metrics.holds ?? 0),
      )
      for (const { total, success } of late) if (success) expect(total).toBeGreaterThan(0)
    })
  },
)

/** What was said in a conversation, by others than the agent. */
const wordsIn = (transcript: Transcript): string[] =>
  transcript.flatMap(({ role, content }) =>
    role === 'system' || role === 'assistant' ? [] : String(content).split('\n'),
  )

/** Says again what was heard: in calls, on lines, to the customer, and as a report. */
function copying(heard: readonly string[], draws: number): Player {
  return (episode, { step }) => {
    const seen = readEpisode(episode.transcript)
    const random = stream(draws, step + 1, 'copying')
    const words = random.pick(heard).slice(0, 599)
    const phone_number = random.pick(seen.departments.map((one) => one.phoneNumber).concat('0'))
    return random.pick<Action>([
      toolTurn('phone_call', { phone_number, request: words, auth_info: {} }, seen),
      toolTurn('say', { text: words }, seen),
      toolTurn('ask_customer', { message: words }, seen),
      { content: words },
    ])
  }
}

/** The same player, who tells every department all that the customer has told. */
const tellingAll =
  (player: Player, { customer: { values } }: PhoneTask): Player =>
  (episode, state) => {
    const action = player(episode, state)
    const { tool_calls: calls } = (action ?? {}) as {
      readonly tool_calls?: readonly { function: { name: string; arguments: JsonObject } }[]
    }
    const [call] = calls ?? []
    if (call === undefined || call.function.name !== 'phone_call') return action
    const known = Object.keys(readEpisode(episode.transcript).values)
    const auth_info = Object.fromEntries(
      Object.entries(values).filter(([field]) => known.includes(field)),
    )
    const told = { ...call.function, arguments: { ...call.function.arguments, auth_info } }
    return { ...action, tool_calls: [{ ...call, function: told }] } as unknown as Action
  }

const repeatFailed: Player = (episode) => {
  const seen = readEpisode(episode.transcript)
  const failed = seen.calls.findLast(({ kind }) => kind !== 'done')
  if (failed === undefined) return { content: 'There is no failed call.' }
  const args = { phone_number: failed.phoneNumber, request: failed.request, auth_info: {} }
  return toolTurn('phone_call', args, seen)
}

function failOnPurpose(transcript: Transcript, draws: number): Action {
  const seen = readEpisode(transcript)
  const random = stream(draws, seen.calls.length, 'failing')
  const number = random.pick(WORLD.companies).departments[0]?.phone_number ?? ''
  return random.pick([
    toolTurn('phone_call', { phone_number: '0', request: 'nothing', auth_info: {} }, seen),
    toolTurn('phone_call', { phone_number: number }, seen),
    toolTurn('phone_call', { phone_number: '5', request: 'a loan', auth_info: {} }, seen),
    toolTurn('no_such_tool', {}, seen),
  ])
}
