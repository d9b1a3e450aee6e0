/** Guards that a run is refused if nothing parses the form of its model's tool calls. */
import { describe, expect, it } from 'vitest'
import { DIALECT_NAMES, DIALECTS } from '../../../env/dialects/index.ts'
import { templateTrouble } from './template.ts'

const given = { query: 'a & b', limit: 3 }
const written = (limit: number) =>
  `<|assistant|>\n<tool_call>look_up\n<arg_key>query</arg_key>\n<arg_value>a & b</arg_value>\n` +
  `<arg_key>limit</arg_key>\n<arg_value>${limit}</arg_value>\n</tool_call>`

it('accepts text that parses to the written call', () => {
  const template = { dialect: 'glm', written: written(3), arguments: given } as const
  expect(templateTrouble(template)).toBe('glm')
})

it('refuses text that parses to another call or none, and shows it', () => {
  const other = { dialect: 'glm', written: written(4), arguments: given } as const
  expect(templateTrouble(other)[0]).toContain('<arg_value>4</arg_value>')
  const none = { dialect: 'mistral', written: written(3), arguments: given } as const
  expect(templateTrouble(none)[1]).toContain('docs/protocol.md')
})

it('refuses an unknown template, and reports what it could not check', () => {
  expect(templateTrouble({ unknown: 'writes calls as poems' })[0]).toBe('writes calls as poems')
  expect(templateTrouble({ unread: 'no such folder' })).toContain('no such folder')
  const silent = { dialect: 'lfm2', written: '<|im_end|>', arguments: given } as const
  expect(templateTrouble(silent)).toContain('shows no call')
})

it('refuses an unsupported mode, and accepts a template without calls', () => {
  const trouble = templateTrouble({ mode: 'thinking cannot be off', remedy: 'Set it to on.' })
  expect(trouble).toEqual(['thinking cannot be off', 'Set it to on.'])
  expect(templateTrouble({})).toContain('has the mode')
})

/** The examples of two dialects have a second call that the probe's template lacks. */
const SECOND_CALLS = [', hang_up()', '<｜DSML｜invoke name="hang_up">\n</｜DSML｜invoke>\n']

describe.each(DIALECT_NAMES)('a call that the template of %s writes', (dialect) => {
  const { ends, examples } = DIALECTS[dialect]
  const called = examples.filter(({ calls }) => calls.length > 0)
  const example = called.find(({ calls }) => calls.length === 1) ?? called[0]
  const [call] = example?.calls ?? []
  const text = SECOND_CALLS.reduce((left, second) => left.replace(second, ''), example?.text ?? '')
  const written = text.replaceAll(call?.name ?? 'look_up', 'look_up')

  it.each(ends)('ends at %s, whatever the template adds after it', (end) => {
    const turn = ends.some((each) => written.endsWith(each)) ? written : `${written}${end}`
    const template = {
      dialect,
      written: `${turn}\n${written}`,
      arguments: { ...call?.arguments } as Record<string, never>,
    }
    expect(templateTrouble(template)).toBe(dialect)
  })
})
