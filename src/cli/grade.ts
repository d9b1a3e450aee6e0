import { Command, Option } from 'commander'
import { gradeBy } from '../sim/math/grading/grade.ts'
import { gradeLine } from '../sim/math/grading/lines.ts'
import { readProse } from '../sim/math/grading/prose/read-prose.ts'
import { ANSWER_KINDS, type AnswerKey, type AnswerKind } from '../sim/math/problem.ts'
import { CommandError, EXIT } from './errors.ts'
import { inputLines } from './input-lines.ts'
import { helpEnd, print, repeated } from './options.ts'

interface Flags {
  readonly jsonl?: true
  readonly prose?: true
  readonly gold?: string
  readonly text?: string
  readonly question?: string
  readonly kind: AnswerKind
  readonly option: readonly string[]
  readonly alias: readonly string[]
}

const EXAMPLES = [
  String.raw`grade --gold '\frac{1}{2}' --text 'so the answer is $0.5$.'`,
  "grade --kind choice --gold B --option 3 --option 4 --text 'The answer is (B).'",
  'grade --jsonl < answers.jsonl',
]

/** The command `grade`. */
export function gradeCommand(): Command {
  return new Command('grade')
    .description('Find the final answer in a text and compare it with the right one.')
    .option('--jsonl', 'grade lines of JSON from standard input, one answer line for each')
    .option('--gold <answer>', 'the right answer')
    .option('--text <text>', 'the text of the model')
    .option('--question <text>', 'the question')
    .option('--prose', 'also read free prose if no answer has an announced form')
    .addOption(
      new Option('--kind <kind>', 'kind of the answer').choices(ANSWER_KINDS).default('expression'),
    )
    .option('--option <text>', 'text of the next option, for kind choice', repeated(String), [])
    .option(
      '--alias <text>',
      'another right answer, for kinds text and expression',
      repeated(String),
      [],
    )
    .addHelpText('after', `${LINES_HELP}${helpEnd(EXAMPLES, 'the answer is wrong')}`)
    .action(run)
}

const LINES_HELP = `
Lines of --jsonl: {"gold", "pred"} and, if needed, "kind" (${ANSWER_KINDS.join(', ')}, or
extract, which only finds an option letter), "options", "aliases", "question", "precision"
(decimal places).
Each gets {"correct", "verdict", "reason", "extracted", "ambiguous"}, with
"error" if the line cannot be graded.
`

/** The flags of one answer, and the members of a line that replace them. */
const LINE_MEMBERS = {
  ...{ gold: 'gold', text: 'pred', question: 'question' },
  ...{ kind: 'kind', option: 'options', alias: 'aliases' },
} as const

async function run(flags: Flags, command: Command): Promise<void> {
  if (!flags.jsonl) {
    gradeOne(flags)
    return
  }
  for (const [flag, member] of Object.entries(LINE_MEMBERS)) {
    if (command.getOptionValueSource(flag) !== 'cli') continue
    const remedy = `Give the ${member} of each line in its JSON object.`
    throw new CommandError(`--${flag} does nothing with --jsonl`, remedy)
  }
  await gradeLines(flags)
}

function gradeOne({ gold, text, kind, option, alias, question = '', prose }: Flags): void {
  if (gold === undefined || text === undefined) {
    throw new CommandError('there is nothing to grade', 'Give --gold and --text, or --jsonl.')
  }
  const key: AnswerKey = { kind, gold, options: option, aliases: alias }
  const grade = gradeBy(key, text, { question, ...(prose ? { readProse } : {}) })
  print(JSON.stringify(grade))
  if (!grade.correct) process.exitCode = EXIT.found
}

async function gradeLines({ prose }: Flags): Promise<void> {
  let number = 0
  for await (const line of inputLines()) {
    number++
    if (line.trim() !== '') print(gradeLine(line, number, prose ? readProse : undefined))
  }
}
