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

/** One play for the page, on the shipped train task of a level that makes it shortest. */
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

/** Seven of the first stage, three of the others. */
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
    ...{ stage: 'seed', level: 4, policy: 'habit', fits: isWon },
    shows: 'the customer lacks one detail, and the department does without it',
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
    ...{ stage: 'full', level: 1, policy: 'rule-blind', fits: isLost },
    shows: 'all goes well, except that rules of the agency are broken',
  },
]

/** The page of transcripts, from real plays. */
export function transcriptsPage(): string {
  return [
    '# Ten conversations of phone-call-v2',
    '',
    'For people who want to see the [phone world](phone-call.md) before they read about it. ' +
      'Seven conversations are of the [stage](phone-call.md#stages-and-levels) `seed`, ' +
      'two of `curriculum` and one of `full`. Scripted policies play them on shipped train ' +
      'tasks. `oracle` knows the task, and `rule-blind` knows it and ignores the rules. `habit` ' +
      'sees only the conversation, and `ask-everything` asks the customer for every detail.',
    '',
    'A line that begins with the name of a tool is a call, and its answer follows, indented. ' +
      'Long answers end in `…`, and `(The line is open.)` is left out. The numbers beside a ' +
      'score are its parts in thousandths. Below a failed play is the critique that a later ' +
      'attempt gets. ' +
      '`test/phone-call/transcripts.ts` writes this page, and a test plays it again.',
    '',
    ...SHOWN.flatMap(section),
  ].join('\n')
}

/** The shortest fitting play. */
function section(shown: Shown): string[] {
  const plays = Array.from({ length: TASKS_MAX }, (_, index) => playSection(shown, index))
  const [shortest] = plays
    .filter((lines) => lines.length > 0)
    .toSorted((left, right) => left.join('\n').length - right.join('\n').length)
  if (shortest !== undefined) return shortest
  throw new Error(`no play fits: ${shown.policy}, ${shown.stage}, level ${shown.level}`)
}

/** The lines of one play; none if it does not fit. */
function playSection({ stage, level, policy, shows, fits }: Shown, index: number): string[] {
  const task = DATA?.task('train', index) as PhoneTask | undefined
  if (task?.difficulty !== level) return []
  const setup = plainSetup(phoneCallEnvironment, DATA?.world, task, { stage })
  const randomAt = (step: number) => stream(index, step + 1, 'transcripts')
  const rollout = playOut(setup, policyPlayer(makePolicy(policy), setup, randomAt))
  if (!fits(rollout)) return []
  const { success, total, transcript, critique } = rollout
  const outcome = success ? 'success' : 'no success'
  return [
    `## \`${stage}\`, level ${level}: ${shows}`,
    '',
    `\`${policy}\` on \`${task.id}\`: ${outcome}, score ${(total / 1000).toFixed(2)} ` +
      `(${partsIn(rollout)}).`,
    '',
    '```',
    transcript.flatMap(linesOf).join('\n').replace(GIVING_UP, 'The agent gives up.'),
    '```',
    '',
    ...(critique === '' ? [] : ['The critique:', '', '```', critique, '```', '']),
  ]
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
  if (role === 'tool') return [...indented(shortened(withoutOpenLine(text))), '']
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

/** How scripted policies give up: they say so, read one reminder, and say so again. */
const GIVING_UP =
  /Agent:\n {2}I cannot[^\n]*\nEnvironment:\n {2}[^\n]*\n\nAgent:\n {2}I cannot[^\n]*$/

/** The rules and the day of a prompt, without the rules of time, which are always the same. */
function pageIn(prompt: string): string[] {
  const at = prompt.search(/Rules of the agency|Today is/)
  if (at < 0) return []
  return ['Prompt, the end:', ...indented(prompt.slice(at).replace(/ Time passes: .*/s, ' …')), '']
}

/** The answer on an open line without the line that says so. */
const withoutOpenLine = (text: string): string => text.replace('\n(The line is open.)', '')

const LISTING_MAX = 120
const LISTS = /^\{"results"/

/** The beginning of a listing, which is long. */
const shortened = (text: string): string =>
  LISTS.test(text) && text.length > LISTING_MAX ? `${text.slice(0, LISTING_MAX)} …` : text

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`.trimEnd())
