import { table } from '../statistics/text.ts'
import { ARMS, armNamed, LABEL } from './arms.ts'

const AS_GUIDED = 'as *guided, clean-prompt loss*, but'

/** How arms differ, for readers of a table. */
const WORDS: Readonly<Record<string, string>> = {
  plain: '8 independent rollouts of each task; nobody sees a critique',
  guided:
    'one rollout after another; three quarters see the critiques of earlier failed ones in their ' +
    'prompt, and are trained with that prompt',
  'guided-clean':
    'the same rollouts, trained as if their prompt had no critiques, with importance weights',
  placebo: `${AS_GUIDED} the critique is of another task`,
  [LABEL]: 'as *plain*; the critique is also a supervised target that no rollout sees',
  'clean-none': `${AS_GUIDED} 7 of 8 rollouts see critiques`,
  'clean-half': `${AS_GUIDED} 4 of 8 rollouts see critiques`,
  waves: `${AS_GUIDED} rollouts play in waves of 2, 3 and 3, which takes less time`,
  'one-field': `${AS_GUIDED} critiques name only one of the missing details`,
  vague: `${AS_GUIDED} critiques only say that something was missing`,
  wrong: `${AS_GUIDED} critiques name other details than the missing ones`,
  'per-condition': `${AS_GUIDED} rewards are first compared with those of the same kind of prompt`,
  'plain-16': 'as *plain*, but 8 tasks with 16 rollouts per batch, so half as many tasks',
  unweighted: `${AS_GUIDED} without importance weights`,
  'rltf-sd':
    'as *clean-prompt loss, no weights*, with the mean reward of rollouts without critiques as ' +
    'baseline',
  'self-distillation':
    'imitates its rollouts that saw critiques, without them in the prompt; rewards are not used',
  curriculum: 'as *plain*, but harder levels are added during training',
}

/** A table of arms with what each does. */
export const armWords = (names: readonly string[]): string =>
  table(
    ['arm', 'what it does'],
    names.map((name) => [armNamed(name).title, WORDS[name] ?? '']),
  )

/** The arms of these names, in the usual order. */
export const inOrder = (names: ReadonlySet<string>): string[] =>
  ARMS.map(({ name }) => name).filter((name) => names.has(name))
