import { z } from 'zod'
import { perform, type Work } from '../../tools/effect.ts'
import type { Tool } from '../../tools/tool.ts'
import { OWN_DATA } from '../card.ts'
import { oneCall, system, user } from '../message.ts'
import { definePlugin } from '../plugin.ts'
import { next, terminated } from '../transition.ts'
import { eachCall, on } from '../turn.ts'
import { mockData, type Task, type World } from './task.ts'

type State = { readonly read: boolean; readonly open: boolean; readonly wrong: number }

/** What an episode's events say. */
type MockEvent =
  | { readonly kind: 'label_read'; readonly code: string }
  | { readonly kind: 'label_wet'; readonly problem: string }
  | { readonly kind: 'code_entered'; readonly code: string; readonly opens: boolean }

type Label = { readonly content: string; readonly event: MockEvent }

const readCode: Tool<{ milliseconds: number }, Task, Label> = {
  name: 'read_code',
  description: 'Wait until the ink on the label is dry, then read the code on it.',
  parameters: z.strictObject({ milliseconds: z.int().min(0).max(60_000).default(0) }),
  *run({ milliseconds }, task): Work<Label> {
    const waited = yield { kind: 'timer', input: { milliseconds } }
    if (waited.status === 'failed') {
      const { message: problem } = waited
      return { content: `The ink is still wet: ${problem}`, event: { kind: 'label_wet', problem } }
    }
    const { code } = task
    return { content: `The label says ${code}.`, event: { kind: 'label_read', code } }
  },
}

const enterCode = {
  name: 'enter_code',
  description: 'Enter a code of three digits on the lock of the box.',
  parameters: z.strictObject({ code: z.string().max(20) }),
  run: ({ code }, task) => code === task.code,
} satisfies Tool<{ code: string }, Task, boolean>

/** The locked box: one effect, one secret, one way to win. What tests and the tutorial play. */
export const mock = definePlugin<Task, World, unknown, State>({
  environment: {
    id: 'mock-v1',
    revision: 1,
    card: {
      title: 'Locked box',
      description: 'Read a code from a label whose ink needs time to dry, and open a box with it.',
      ...OWN_DATA,
    },
    limits: { turnsMax: 20, toolCallsPerTurnMax: 4, actionCharactersMax: 10_000 },
    tools: [readCode, enterCode],
    turnRules: { nudge: 'Please use one of the tools to open the box.' },
    metrics: ['success', 'wrong_codes'],
    reward: { parts: ['opened', 'wrong_codes'], minimum: -500, maximum: 1000 },
    open: ({ world }) => ({
      state: { read: false, open: false, wrong: 0 },
      messages: [system(`You stand in ${world.place}.`), user('Please open the locked box.')],
    }),
    *step(previousState, turn, { task }) {
      const { state, messages, events } = yield* eachCall(previousState, turn, [
        on(readCode, function* (now, reading) {
          const { content, event } = yield* perform(readCode.run(reading, task))
          return { state: { ...now, read: true }, content, events: [event] }
        }),
        on(enterCode, (now, { code }) => {
          const opens = enterCode.run({ code }, task)
          const events: MockEvent[] = [{ kind: 'code_entered', code, opens }]
          if (opens) return { state: { ...now, open: true }, content: 'The box is open.', events }
          const nextState = { ...now, wrong: now.wrong + 1 }
          return { state: nextState, content: 'The lock does not move.', events }
        }),
      ])
      if (state.open) return terminated(state, messages, 'completed', events)
      return next(state, messages, events)
    },
    score: ({ open, wrong }) => ({
      opened: open ? 1000 : 0,
      wrong_codes: -100 * Math.min(5, wrong),
    }),
    measure: ({ open, wrong }) => ({ success: open ? 1 : 0, wrong_codes: wrong }),
  },
  data: mockData,
  audit: {
    solve: ({ code }, _, { events }) =>
      events.some(({ kind }) => kind === 'label_read')
        ? oneCall('enter_code', { code })
        : oneCall('read_code', {}),
    hiddenVariant: (task) => ({
      task: { ...task, code: task.code === '100' ? '999' : '100' },
      revealed: ({ read, wrong, open }) => read || open || wrong > 0,
    }),
    sampleActions: (_, random) => [
      oneCall('read_code', {}),
      oneCall('enter_code', { code: String(random.integer(100, 999)) }),
      { content: 'Is anybody there?' },
    ],
    floor: () => ({
      plan: 'read the label and enter its number',
      wins: () => true,
      holds: 'each_task',
      isTheTask: true,
    }),
  },
  teaching: {
    critique: (_, { success }) =>
      success ? '' : 'The code is on the label: read it, then enter it.',
  },
})
