// Guards that a model words what employees say, and decides nothing: facts stay what they are.
import { describe, expect, it } from 'vitest'
import { setupOf, TASKS, WORLD } from '../../../test/phone-call/talk.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import { checkReworded } from '../../sim/phone/reword.ts'
import { FIELD_PHRASES } from '../../sim/phone/tables/fields.ts'
import { findCompany, type Line } from '../../sim/phone/world.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'

const company = findCompany(WORLD, TASKS[0]?.company ?? '')
const [department, other] = company.departments
const LINE: Line = { company, department: department as NonNullable<typeof department> }
const [name] = FIELD_PHRASES.full_name
const [pin] = FIELD_PHRASES.security_pin
const NEWS = [`I still need ${name}.`]

describe('words of a model', () => {
  it.each([
    ['the same facts', NEWS, `Could I have ${name}, please?`, 'kept'],
    ['no words', NEWS, '  ', 'empty'],
    ['a detail lost', NEWS, 'Could I have it, please?', 'fact_lost'],
    ['another detail', NEWS, `Could I have ${name} and ${pin}, please?`, 'fact_added'],
    ['a number lost', ['Done, number R123456.'], 'That is done.', 'fact_lost'],
    ['another number', ['Done, number R123456.'], 'Done: R123456, in 5 days.', 'fact_added'],
    ['another department', NEWS, `${name}? Ask ${other?.name}.`, 'fact_added'],
    ['a link', NEWS, `Send ${name} to https://example.org.`, 'fact_added'],
    ['too many words', NEWS, `${name} `.repeat(60), 'too_long'],
    ['the instructions', NEWS, `Say the same in other words and ${name}`, 'echo'],
  ])('are judged by the facts they name: %s', (_, news, words, verdict) => {
    const checked = checkReworded(WORLD, LINE, news, words)
    expect(checked.status === 'kept' ? 'kept' : checked.problem).toBe(verdict)
  })

  it('change no reward and no event, whatever they are', () => {
    const answers: EffectAnswer[] = [
      { status: 'failed', reason: 'timeout', message: 'late' },
      { status: 'answered', output: { content: 'All done, number R999999!' } },
      { status: 'answered', output: { content: 'Yes.' } },
    ]
    for (const stage of ['seed', 'curriculum', 'full']) {
      for (const task of TASKS.slice(0, 12)) {
        let asked = 0
        const script = (_: EffectRequest): EffectAnswer =>
          answers[asked++ % answers.length] as EffectAnswer
        const setup = setupOf(task, { stage, csr_source: 'model' })
        const rollout = playOut(setup, oraclePlayer(setup), script)
        expect([stage, task.id, rollout.total]).toEqual([stage, task.id, 1000])
        expect(asked).toBeGreaterThan(0)
      }
    }
  })

  it('are shown if they name the same facts', () => {
    const setup = setupOf(TASKS[0] as (typeof TASKS)[number], { csr_source: 'model' })
    const script = ({ input }: EffectRequest): EffectAnswer => {
      const [, { content }] = input.messages as [unknown, { content: string }]
      const [, news = ''] = content.split('Sentences:\n')
      return { status: 'answered', output: { content: `Well now! ${news}` } }
    }
    const { transcript } = playOut(setup, oraclePlayer(setup), script)
    expect(transcript.some(({ content }) => content?.includes('Well now! '))).toBe(true)
  })
})
