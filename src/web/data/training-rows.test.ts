// Guards what a group saves as training data: complete logs, thoughts, raw text, and advantages.
import { expect, it } from 'vitest'
import type { ParsedLog } from './episode-log.ts'
import type { GroupDetail } from './group.ts'
import { trainingRows } from './training-rows.ts'

const member = (index: number, score: number) => ({
  ...{ index, episode_id: `ep_${index}`, condition: 'clean', state: 'over', score },
})
const log = (total: number, turn: object, isOver = true) =>
  ({
    opening: { messages: [{ role: 'user', content: 'Go.' }] },
    turns: [{ calls: [], otherMessages: [], ...turn }],
    ...{ total, end: isOver ? { kind: 'terminated', reason: 'completed' } : undefined },
  }) as unknown as ParsedLog
const call = (rawArguments: unknown) => ({ id: 'a', name: 'try', rawArguments, answer: 'no' })
const answer = { role: 'tool', tool_call_id: 'a', name: 'try', content: 'no' }

it('leaves out a log without its end, and keeps the mean of all rollouts', () => {
  const members = [member(0, 1), member(1, 0.5), member(2, 0)] as GroupDetail['members']
  const logs = new Map([
    ['ep_0', log(1, { text: 'Done.' })],
    ['ep_1', log(0.1, { text: 'Half of it.' }, false)],
  ])
  const rows = trainingRows(members, logs)
  expect(rows.map(({ index, reward, advantage }) => [index, reward, advantage])).toEqual([
    [0, 1, 0.5],
  ])
})

it('keeps thoughts, and calls as they were sent', () => {
  const messagesOf = (turn: object) =>
    trainingRows(
      [member(0, 0)] as GroupDetail['members'],
      new Map([['ep_0', log(0, turn)]]),
    )[0]?.messages.slice(1)
  expect(messagesOf({ thought: 'Hm.', calls: [call('{"code":1}')] })).toEqual([
    {
      ...{ role: 'assistant', content: null, reasoning_content: 'Hm.' },
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'try', arguments: '{"code":1}' } },
      ],
    },
    answer,
  ])
  const text = '<tool_call>{"name":"try"}</tool_call>'
  expect(messagesOf({ text, calls: [call(undefined)] })).toEqual([
    { role: 'assistant', content: text },
    answer,
  ])
})
