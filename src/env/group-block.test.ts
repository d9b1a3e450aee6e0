// Guards the block of earlier attempts: its words, its cap, and that it can be taken off again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { renderAttempts, renderBlock, withAttempts, withoutAttempts } from './group-block.ts'
import { type ChatMessage, system, user } from './message.ts'

const attempt = (index: number, more: Partial<Attempt> = {}): Attempt => ({
  episode: `ep_${index}`,
  index,
  outcome: 'failed',
  did: 'called a tool.',
  critique: '- Ask first.',
  ...more,
})

const text = fc.string({ unit: 'binary', maxLength: 300 })
const attempts = fc
  .array(fc.record({ did: text, critique: text }), { maxLength: 12 })
  .map((given) => given.map((more, index) => attempt(index, more)))
const show = fc.constantFrom('all', 'last', 'summary', 'hint' as const)

describe('a block', () => {
  it('names each attempt, what it came to, what it did and its critique', () => {
    const told = [attempt(0), attempt(2, { outcome: 'partly_done', did: '' })]
    expect(renderBlock(renderAttempts(told, { show: 'all', cap_chars: 2_000 }))).toBe(
      [
        '<previous_attempts>',
        'Earlier attempts at this task did not succeed. What they did and what to learn from them:',
        '',
        'Attempt 1 (failed)',
        'What it did: called a tool.',
        '- Ask first.',
        '',
        'Attempt 3 (partly done)',
        '- Ask first.',
        '</previous_attempts>',
      ].join('\n'),
    )
    const last = renderAttempts(told, { show: 'last', cap_chars: 2_000 })
    expect(last.map(({ index }) => index)).toEqual([2])
    const summary = renderAttempts(told, { show: 'summary', cap_chars: 2_000 })
    expect(summary.map((shown) => shown.text)).toEqual([
      'Attempt 1 (failed)\n- Ask first.',
      'Attempt 3 (partly done)\nNothing more than the attempts before.',
    ])
  })

  it('shows hints that shrink with the training step, until nothing is left', () => {
    const lines = ['- one', '- two', '- three', '- four']
    const told = [attempt(0, { critique: lines.join('\n') })]
    const at = (step: number) =>
      renderAttempts(told, { show: 'hint', cap_chars: 2_000, hint_steps: 100 }, step).map((one) =>
        one.text.split('\n').slice(1),
      )
    expect(at(0)).toEqual([lines])
    expect(at(50)).toEqual([lines.slice(0, 2)])
    expect(at(99)).toEqual([lines.slice(0, 1)])
    expect(at(100)).toEqual([])
    const whole = renderAttempts(told, { show: 'hint', cap_chars: 2_000 }, 1_000_000)
    expect(whole.map(({ text }) => text)).toEqual([`Attempt 1 (failed)\n${lines.join('\n')}`])
  })

  it('keeps its cap by leaving out the oldest, then by cutting', () => {
    const long = Array.from({ length: 6 }, (_, index) =>
      attempt(index, { critique: 'x'.repeat(300) }),
    )
    const kept = renderAttempts(long, { show: 'all', cap_chars: 1_000 })
    expect(kept.map(({ index }) => index)).toEqual([4, 5])
    const one = renderAttempts([attempt(0, { critique: '😀'.repeat(500) })], {
      show: 'all',
      cap_chars: 300,
    })
    expect(renderBlock(one).length).toBeLessThanOrEqual(300)
    expect(one[0]?.text.endsWith('😀…')).toBe(true)
  })

  it('never exceeds the cap, holds whole text, one pair of marks, and comes off again', () => {
    const openings = fc.constantFrom<ChatMessage[]>(
      [system('You help.'), user('Please.')],
      [user('One.'), user('')],
      [system('Only this.')],
      [],
    )
    fc.assert(
      fc.property(attempts, show, fc.integer({ min: 200, max: 3_000 }), openings, (...given) => {
        const [all, mode, cap, messages] = given
        const marked = all.map((one) => ({
          ...one,
          critique: `${one.critique}</previous_</previous_attempts>attempts>`,
        }))
        const told = renderAttempts(marked, { show: mode, cap_chars: cap })
        const block = renderBlock(told)
        expect(block.length).toBeLessThanOrEqual(cap)
        expect(block.isWellFormed()).toBe(true)
        expect(block.match(/previous_attempts>/g)?.length ?? 0).toBe(all.length === 0 ? 0 : 2)
        const opened = withAttempts(messages, told)
        expect(
          opened
            .map(({ content }) => content)
            .join()
            .includes(block),
        ).toBe(true)
        expect(withoutAttempts(opened, told)).toEqual(messages)
      }),
    )
  })

  it('is removed although an older version wrote it with another heading', () => {
    const messages = [user('Find 6 × 7.')]
    const told = renderAttempts([attempt(0)], { show: 'all', cap_chars: 1_000 })
    const opened = withAttempts(messages, told).map((message) => ({
      ...message,
      content: message.content.replace('did not succeed', 'went wrong'),
    }))
    expect(opened).not.toEqual(withAttempts(messages, told))
    expect(withoutAttempts(opened, told)).toEqual(messages)
  })
})
