// Guards that experiments refuse options they would not use, with the value and the remedy.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { askedFor, type Given } from '../../experiments/feedback-guided/asked.ts'
import { parseCount, parseSeeds, refuseIgnored } from '../../experiments/options.ts'

const refused = (given: Given) => expect(() => askedFor(given))

describe('the experiment with feedback', () => {
  it('refuses an arm that its plan does not have, and names those that it has', () => {
    refused({ arms: 'plain,label' }).toThrow(
      '--arms plain,label: the plan main has no label. It has plain, guided, guided-clean,',
    )
    refused({ arms: 'plain,labell', plan: 'rest' }).toThrow('the plan rest has no labell')
    refused({ arms: 'plain,' }).toThrow('the plan main has no .')
  })

  it('refuses an arm that the chosen conditions do not have', () => {
    const given = { arms: 'placebo', conditions: '12-medium' }
    refused(given).toThrow('--arms placebo: the plan main has no placebo')
    expect(askedFor({ ...given, conditions: '2-medium' }).isListed('placebo')).toBe(true)
  })

  it('refuses a condition or a plan that there is not', () => {
    refused({ conditions: '2-medium,3-medium' }).toThrow('the plan main has no 3-medium. It has')
    refused({ plan: 'mane' }).toThrow(
      '--plan mane: there are main, rest, math, variants, long-grid, long',
    )
  })

  it('knows the long comparison apart from the others', () => {
    expect(askedFor({ plan: 'long' }).isLong).toBe(true)
    expect(askedFor({ plan: 'all' }).isLong).toBe(false)
    refused({ plan: 'long', arms: 'guided' }).toThrow('the plan long has no guided. It has plain,')
    refused({ plan: 'long', quick: true }).toThrow('--quick does not use --plan long')
  })

  it('knows the arms of the grid apart from those of a plan', () => {
    refused({ tune: true, arms: 'placebo' }).toThrow('the grid has no placebo')
    expect(askedFor({ tune: true, arms: 'label' }).isListed('label')).toBe(true)
  })

  it.each([
    [{ tune: true, plan: 'rest' }, '--tune does not use --plan'],
    [{ tune: true, quick: true }, '--tune does not use --quick'],
    [{ tune: true, again: true }, '--tune does not use --again'],
    [{ 'report-only': true, seeds: '3' }, '--report-only does not use --seeds'],
    [{ 'report-only': true, again: true }, '--report-only does not use --again'],
  ] as const)('refuses what would be ignored: %j', (given, message) => {
    refused(given).toThrow(message)
  })

  it.each([
    [{ batches: 'many' }, '--batches many: give a whole number from 1'],
    [{ workers: '0' }, '--workers 0: give a whole number from 1'],
    [{ seeds: '3-' }, '--seeds 3-: give a number from 1, or a range such as 3-7'],
    [{ seeds: '1.5' }, '--seeds 1.5'],
    [{ seeds: '7-3' }, '--seeds 7-3'],
  ])('refuses a number that is none: %j', (given, message) => {
    refused(given).toThrow(message)
  })

  it('takes all of a plan where nothing is said', () => {
    const asked = askedFor({})
    expect(asked.plans.map(({ name }) => name)).toEqual(['main'])
    expect([asked.workers, asked.batches, asked.seeds]).toEqual([2, undefined, undefined])
    expect(asked.isListed('placebo')).toBe(true)
  })
})

describe('options of every experiment', () => {
  it('are seeds, counts, and flags that go together', () => {
    expect(parseSeeds('3-5', 1)).toEqual([3, 4, 5])
    expect(parseSeeds(undefined, 2)).toEqual([1, 2])
    expect(parseCount('tasks', undefined, 7)).toBe(7)
    expect(() => refuseIgnored({ a: true, b: 'x' }, { a: ['b'] })).toThrow('leave one of the two')
    expect(() => refuseIgnored({ a: false, b: 'x' }, { a: ['b'] })).not.toThrow()
  })

  it.each([
    [
      'feedback-guided/run.ts',
      '--arms',
      'plain,label',
      /^error: --arms plain,label: the plan main/,
    ],
    ['ladder/run.ts', '--seeds', 'many', /^error: --seeds many: give a number from 1/],
    ['ladder/run.ts', '--arms', 'plain', /^error: Unknown option '--arms'/],
  ])('end %s %s %s with the reason alone', (program, flag, value, reason) => {
    const words = ['node_modules/.bin/tsx', `experiments/${program}`, flag, value]
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toMatch(reason)
    expect(stderr).not.toContain(' at ')
  })
})

describe('the experiment with a language model', () => {
  it.each([
    ['run --arm label --seed 1', "invalid choice: 'label' (choose from 'plain', 'guided'"],
    ['run --arm plain', 'the following arguments are required: --seed'],
    ['run --arm plain --seed 17', '--seed 17: the protocol has 1 to 16, and pilots 21 to 29'],
    ['run --arm plain --seed 6 --failures', '--seed 6: the protocol has 1 to 5'],
    ['again --arm placebo --seed 1 --failures', '--failures is for the arms plain and guided'],
    ['gates --seeds 1', 'argument --seeds: invalid choice: 1'],
  ])('refuses %s', (words, reason) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
    const program = ['experiments/language-model/run.py', ...words.split(' ')]
    const { status, stderr } = spawnSync('python3', program, { encoding: 'utf8', env })
    expect(stderr).toContain(reason)
    expect(status).toBeGreaterThan(0)
    expect(stderr).not.toContain('Traceback')
  })
})

describe('the experiment with a pretrained model', () => {
  it.each([
    ['train --arm label --seed 1', "invalid choice: 'label' (choose from 'plain', 'guided'"],
    ['train --arm plain --seed 9', '--seed 9: the protocol has 1 to 8, and pilots 21 to 29'],
    ['train --arm plain --seed 1 --batches 4', "'4' is not of the form 0..4"],
    ['train --arm plain --seed 1 --batches 4..4', "'4..4' is not of the form 0..4"],
    ['evaluate --arm plain', 'the following arguments are required: --seed'],
  ])('refuses %s', (words, reason) => {
    const PYTHONPATH = 'experiments/language-model'
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH }
    const program = ['experiments/pretrained/pieces.py', ...words.split(' ')]
    const { status, stderr } = spawnSync('python3', program, { encoding: 'utf8', env })
    expect(stderr).toContain(reason)
    expect(status).toBeGreaterThan(0)
    expect(stderr).not.toContain('Traceback')
  })
})
