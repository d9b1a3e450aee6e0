import { servedDataSets } from '../../src/cli/data-sets.ts'
import type { Transcript } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { makePolicy } from '../../src/policies/index.ts'
import { canonicalJson } from '../../src/sim/json.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { stream } from '../../src/sim/random.ts'
import { plainSetup, playOut, policyPlayer, type Rollout } from '../support/rollout.ts'

/** The shipped data. */
const DATA = servedDataSets(undefined).find(
  ({ environment }) => environment === phoneCallEnvironment.id,
)
const TASKS_MAX = 500

/** One play for the page, on the first shipped train task of a level that fits. */
interface Shown {
  readonly stage: 'seed' | 'curriculum' | 'full'
  readonly level: number
  readonly policy: string
  /** What the play shows. */
  readonly shows: string
  readonly fits: (rollout: Rollout) => boolean
}

const metric =
  (name: string, least = 1) =>
  ({ metrics }: Rollout): boolean =>
    (metrics[name] ?? 0) >= least

const isWon = ({ total }: Rollout): boolean => total === 1000
const isLost = ({ success }: Rollout): boolean => !success
const says =
  (text: string) =>
  ({ transcript }: Rollout): boolean =>
    JSON.stringify(transcript).includes(text)

/** Six of the first stage, four of the others. */
const SHOWN: readonly Shown[] = [
  {
    ...{ stage: 'seed', level: 1, policy: 'habit', fits: isWon },
    shows: 'the usual details are asked for, and they suffice',
  },
  {
    ...{ stage: 'seed', level: 1, policy: 'habit', fits: isLost },
    shows: 'the department wants another detail, and there is no second form',
  },
  {
    ...{ stage: 'seed', level: 2, policy: 'ask-everything', fits: metric('form_abandoned') },
    shows: 'the customer fills in no form of fourteen fields',
  },
  {
    ...{ stage: 'seed', level: 3, policy: 'habit', fits: metric('unwanted_services') },
    shows: 'a service is carried out that the customer did not want',
  },
  {
    ...{ stage: 'seed', level: 3, policy: 'random', fits: metric('rejected_calls') },
    shows: 'random moves',
  },
  {
    ...{ stage: 'seed', level: 5, policy: 'oracle', fits: metric('required_calls_done', 3) },
    shows: 'several departments in order, with clearances and reference numbers',
  },
  {
    ...{ stage: 'curriculum', level: 2, policy: 'oracle', fits: isWon },
    shows: 'an employee asks for one thing after another, and reads the order back',
  },
  {
    ...{ stage: 'curriculum', level: 4, policy: 'oracle', fits: says('not_done') },
    shows: 'not everything may be done, and the report says why',
  },
  {
    ...{ stage: 'full', level: 3, policy: 'rule-blind', fits: isLost },
    shows: 'all is done well but for the rules of the house',
  },
  {
    ...{ stage: 'full', level: 5, policy: 'oracle', fits: isWon },
    shows: 'everything at once, played without a fault',
  },
]

/** The page of transcripts, from real plays. */
export function transcriptsPage(): string {
  return [
    '# Ten conversations of phone-call-v2',
    '',
    'Six of the stage `seed` and four of the stages with a dialogue. Policies of this package ' +
      'play them on shipped train tasks. `oracle` knows the task; `habit` sees only the ' +
      'conversation. ' +
      '`test/phone-call/transcripts.ts` makes this page from the plays, and a test compares ' +
      'it with them. [phone-call.md](phone-call.md) describes the world.',
    '',
    'A line that begins with the name of a tool is a call; the answer follows, indented.',
    '',
    ...SHOWN.flatMap(section),
  ].join('\n')
}

function section({ stage, level, policy, shows, fits }: Shown): string[] {
  for (let index = 0; index < TASKS_MAX; index++) {
    const task = DATA?.task('train', index) as PhoneTask | undefined
    if (task === undefined) break
    if (task.difficulty !== level) continue
    const setup = plainSetup(phoneCallEnvironment, DATA?.world, task, { stage })
    const randomAt = (step: number) => stream(index, step + 1, 'transcripts')
    const rollout = playOut(setup, policyPlayer(makePolicy(policy), setup, randomAt))
    if (!fits(rollout)) continue
    const { success, total, transcript, critique } = rollout
    const outcome = success ? 'success' : 'no success'
    return [
      `## \`${stage}\`, level ${level}: ${shows}`,
      '',
      `\`${policy}\` on \`${task.id}\`: ${outcome}, score ${(total / 1000).toFixed(2)} ` +
        `(${partsIn(rollout)}).`,
      '',
      '```',
      ...transcript.flatMap(linesOf),
      '```',
      '',
      ...(critique === '' ? [] : ['The critique afterwards:', '', '```', critique, '```', '']),
    ]
  }
  throw new Error(`no task of level ${level} comes out so for ${policy} at the stage ${stage}`)
}

function partsIn({ answers }: Rollout): string {
  const booked = Object.entries(answers.at(-1)?.parts ?? {}).filter(([, value]) => value !== 0)
  return booked.map(([name, value]) => `\`${name}\` ${value}`).join(', ') || 'nothing booked'
}

/** A message as lines; of the prompt, only the parts that differ between tasks. */
function linesOf(message: Transcript[number], at: number, all: Transcript): string[] {
  const { role, content } = message
  const text = String(content ?? '')
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

/** The rules and the day of a prompt. */
function pageIn(prompt: string): string[] {
  const at = prompt.search(/Rules of the agency|Today is/)
  return at < 0 ? [] : ['Prompt, the end:', ...indented(prompt.slice(at)), '']
}

const LISTING_MAX = 400
const LISTS = /^\{"results"/

/** The beginning of a listing, which is long. */
const shortened = (text: string): string =>
  LISTS.test(text) && text.length > LISTING_MAX ? `${text.slice(0, LISTING_MAX)} …` : text

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`.trimEnd())
