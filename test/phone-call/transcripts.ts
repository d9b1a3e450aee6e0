import { readFileSync } from 'node:fs'
import type { Transcript } from '../../src/env/message.ts'
import { makePolicy } from '../../src/policies/index.ts'
import { canonicalJson, type JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { generateSplit } from '../../src/sim/phone/tasks.ts'
import { playOut, type Rollout } from '../support/rollout.ts'
import { asPlayer, setupOf } from './driver.ts'

const fileAt = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The world of the shipped data, and its train tasks. */
const WORLD = generateWorld(1, 100)
const TRAIN = generateSplit(WORLD, 'train', 500)

/** One play for the page: the first shipped train task of a level with which it comes out so. */
interface Shown {
  readonly level: number
  readonly preset: string
  readonly policy: string
  /** What is to be seen in it. */
  readonly shows: string
  readonly fits: (rollout: Rollout) => boolean
}

const metric =
  (name: string, least: number) =>
  ({ metrics }: Rollout): boolean =>
    (metrics[name] ?? 0) >= least

/** Two of each level, the better one first. */
const SHOWN: readonly Shown[] = [
  {
    level: 1,
    preset: 'phone-seed',
    policy: 'habit',
    shows: 'what is usual was asked for, and it suffices',
    fits: ({ total }) => total === 1000,
  },
  {
    level: 1,
    preset: 'phone-seed',
    policy: 'habit',
    shows: 'the company wants something else than is usual; there is no second form',
    fits: ({ success }) => !success,
  },
  {
    level: 2,
    preset: 'phone-records',
    policy: 'habit',
    shows: 'the request says all that decides, and the records are right',
    fits: ({ total }) => total === 1000,
  },
  {
    level: 2,
    preset: 'phone-seed',
    policy: 'ask-everything',
    shows: 'the customer fills in no form of fourteen fields',
    fits: metric('form_abandoned', 1),
  },
  {
    level: 3,
    preset: 'phone-dialogue',
    policy: 'habit',
    shows: 'on an open line the customer is asked for what turns out to be wanted',
    fits: (rollout) => rollout.success && metric('messages', 2)(rollout),
  },
  {
    level: 3,
    preset: 'phone-dialogue',
    policy: 'repeat-failing',
    shows: 'the same is said again to a department that wants something else',
    fits: ({ success }) => !success,
  },
  {
    level: 4,
    preset: 'phone-house',
    policy: 'habit',
    shows: 'nothing can be done within the rules: it stops, and says why',
    fits: ({ success, transcript }) =>
      success && String(transcript.at(-1)?.content).startsWith('It could not be done'),
  },
  {
    level: 4,
    preset: 'phone-house',
    policy: 'rule-blind',
    shows: 'all is done, and a rule of the house is broken that nothing makes good',
    fits: metric('hard_breaches', 1),
  },
  {
    level: 5,
    preset: 'phone-whole',
    policy: 'habit',
    shows: 'several departments, what was misheard is put right, and a report',
    fits: ({ success, transcript }) =>
      success && JSON.stringify(transcript).includes('No. My customer'),
  },
  {
    level: 5,
    preset: 'phone-whole',
    policy: 'yes-sayer',
    shows: 'yes to everything: what was misheard is done, too',
    fits: metric('rows_damaged', 1),
  },
]

/** The page of transcripts, from real plays. */
export function transcriptsPage(): string {
  return [
    '# Ten conversations of phone-call-v1',
    '',
    'Two of each level, from good to bad, as policies of this package play them on shipped train ' +
      'tasks. The page is made from the plays by `test/phone-call/transcripts.ts`, and a test ' +
      'compares it with them; how the world works is told in [phone-call.md](phone-call.md).',
    '',
    ...SHOWN.flatMap(section),
  ].join('\n')
}

function section({ level, preset, policy, shows, fits }: Shown): string[] {
  const settings = JSON.parse(fileAt(`presets/${preset}.json`)) as JsonObject
  for (const task of TRAIN.filter(({ difficulty }) => difficulty === level)) {
    const setup = setupOf(task, WORLD, settings)
    const rollout = playOut(setup, asPlayer(makePolicy(policy), task, WORLD))
    if (!fits(rollout)) continue
    const { success, total, transcript, critique } = rollout
    const outcome = success ? 'success' : 'no success'
    return [
      `## Level ${level}: ${shows}`,
      '',
      `\`${policy}\` with \`presets/${preset}.json\` on \`${task.id}\`: ${outcome}, score ` +
        `${(total / 1000).toFixed(2)} (${partsIn(rollout)}).`,
      '',
      '```',
      ...transcript.flatMap(linesOf),
      '```',
      '',
      ...(critique === '' ? [] : ['The critique afterwards:', '', '```', critique, '```', '']),
    ]
  }
  throw new Error(`no task of level ${level} comes out so for ${policy} with ${preset}`)
}

function partsIn({ answers }: Rollout): string {
  const booked = Object.entries(answers.at(-1)?.parts ?? {}).filter(([, value]) => value !== 0)
  return booked.map(([name, value]) => `\`${name}\` ${value}`).join(', ') || 'nothing booked'
}

/** A message as lines: of the prompt only the page of a house, calls before what came of them. */
function linesOf(message: Transcript[number], at: number, all: Transcript): string[] {
  const { role, content } = message
  const text = String(content)
  const isFirst = all.findIndex((one) => one.role === 'user') === at
  if (role === 'system') return pageIn(text)
  if (role === 'user') return [isFirst ? 'Customer:' : 'Environment:', ...indented(text), '']
  if (role === 'tool') return [...indented(shortened(text)), '']
  const calls = 'tool_calls' in message ? (message.tool_calls ?? []) : []
  const said = text.trim() === '' ? [] : ['Agent:', ...indented(text)]
  return [
    ...said,
    ...calls.map(
      ({ function: { name, arguments: given } }) =>
        `${name} ${typeof given === 'string' ? given : canonicalJson(given)}`,
    ),
  ]
}

const pageIn = (prompt: string): string[] => {
  const at = prompt.indexOf('You work for')
  return at < 0 ? [] : ['The page:', ...indented(prompt.slice(at)), '']
}

const LISTING_MAX = 300
const LISTS = /^\{"(?:now|results)"/

/** What a directory lists is long, and of no interest here. */
const shortened = (text: string): string =>
  LISTS.test(text) ? `${text.slice(0, LISTING_MAX)} …` : text

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`.trimEnd())
