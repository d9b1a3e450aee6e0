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
const PAGE = '../../docs/phone-call.md'

/** One play for the page, on the shipped train task of a level that makes it shortest. */
interface Shown {
  readonly stage: 'seed' | 'curriculum' | 'full'
  readonly level: number
  readonly policy: string
  /** What the play shows. */
  readonly shows: string
  /** What happens, and why the result is what it is. */
  readonly because: string
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
    because:
      'The agent asks for the two details that the department requires, so its only ' +
      'call succeeds.',
  },
  {
    ...{ stage: 'seed', level: 1, policy: 'habit', fits: isLost },
    shows: 'the department wants another detail, and there is no second form',
    because:
      'The department wants the address, which the only form did not ask for, so the ' +
      "call is rejected. The form's `billing_zip` was needless (`over_asked`).",
  },
  {
    ...{ stage: 'seed', level: 2, policy: 'ask-everything', fits: metric('form_abandoned') },
    shows: 'the customer abandons a form of fourteen fields',
    because:
      'The customer abandons the long form, so the agent has no details and the call ' +
      'is rejected. Each needless field costs 20, at most 200.',
  },
  {
    ...{ stage: 'seed', level: 3, policy: 'habit', fits: metric('unwanted_services') },
    shows: 'a service is carried out that the customer did not want',
    because:
      'The customer wants to pay in installments, but the agent has the coverage ' +
      'changed (`misuse`). No answer shows the mistake, so the critique lists the ' +
      'services carried out.',
  },
  {
    ...{ stage: 'seed', level: 3, policy: 'random', fits: metric('rejected_calls') },
    shows: 'random moves',
    because:
      'The agent calls another company, Umberland Journeys, without any details, so ' +
      'the call is rejected.',
  },
  {
    ...{ stage: 'seed', level: 4, policy: 'habit', fits: isWon },
    shows: 'the customer lacks one detail, and the department accepts another',
    because:
      'The customer has no account PIN. The department accepts the last four digits of ' +
      'the Social Security number instead.',
  },
  {
    ...{ stage: 'seed', level: 5, policy: 'oracle', fits: metric('required_calls_done', 3) },
    shows: 'several departments in order, with clearances and reference numbers',
    because:
      'A *clearance* is what one department must do before another one can act. The ' +
      'agent passes its reference number from Identity Verification to Fraud ' +
      'Protection.',
  },
  {
    ...{ stage: 'curriculum', level: 2, policy: 'oracle', fits: isWon },
    shows: 'an employee asks for one thing after another, and reads the order back',
    because:
      'The employee names a side effect. Nothing in the message speaks against it, so ' +
      'the agent says yes.',
  },
  {
    ...{ stage: 'curriculum', level: 4, policy: 'oracle', fits: says('not_done') },
    shows: 'not everything may be done, and the report says why',
    because:
      'The gift card cannot be passed on, but it is meant for a niece, so the agent ' +
      "declines it. Rule 4 demands the customer's yes for the points; the answer is no.",
  },
  {
    ...{ stage: 'full', level: 1, policy: 'rule-blind', fits: isLost },
    shows: 'all goes well, except that rules of the agency are broken',
    because:
      'The agent breaks rule 3, which is a *hard* rule: it gives the last four digits of the ' +
      'Social Security number. This cancels the reward (`breach`). It also breaks rule 4, ' +
      'because its calls lack `on_behalf_of`. It never asks the customer about the passport ' +
      '(rule 5), so the passport earns no `progress`. No answer mentions a rule, so the ' +
      'critique names none.',
  },
]

/** The page of transcripts, from real plays. */
export function transcriptsPage(): string {
  return [
    '# Ten conversations of phone-call-v2',
    '',
    `For people who want to see the [phone world](${PAGE}) before they read about it. ` +
      'A *stage* is a set of features of the world. Seven conversations are of the ' +
      `[stage](${PAGE}#stages-and-levels) \`seed\`, two of \`curriculum\` and one of \`full\`. ` +
      'Scripted policies play them on shipped train tasks. `oracle` and `rule-blind` know the ' +
      "solution and need no search; `rule-blind` ignores the agency's rules. `habit` sees only " +
      'the conversation, `ask-everything` asks the customer for every detail, and `random` ' +
      'makes random calls.',
    '',
    'A line that begins with the name of a tool is a call, and its answer follows, indented. ' +
      'Of a search, only a department that the agent calls is shown, and of other long ' +
      'answers the beginning (`…`). `(The line is open.)` is left out. Beside a score are its ' +
      `[reward parts](${PAGE}#reward) in thousandths; \`floor\` raises the sum to at least 0. ` +
      'Below a failed play is the critique that a later attempt gets.',
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
function playSection(shown: Shown, index: number): string[] {
  const { stage, level, policy, shows, because, fits } = shown
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
    because,
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
  if (role === 'tool') return [...indented(shortened(withoutOpenLine(text), all)), '']
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

/** A long listing without all departments but one: the first that the agent calls, if any. */
function shortened(text: string, all: Transcript): string {
  if (!LISTS.test(text) || text.length <= LISTING_MAX) return text
  const { results } = JSON.parse(text) as { results: { phone_number: string; hours?: string }[] }
  const calls = JSON.stringify(all.filter(({ role }) => role === 'assistant'))
  const shown = results.find(({ phone_number: number }) => calls.includes(number)) ?? results[0]
  const { hours: _, ...entry } = shown ?? {}
  return `{"results":[… ${canonicalJson(entry).slice(0, -1)}, …} …]}`
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`.trimEnd())
