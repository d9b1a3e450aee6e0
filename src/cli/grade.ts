import { createInterface } from 'node:readline'
import { Command, Option } from 'commander'
import { extractAnswer, gradeAnswer } from '../sim/math/grading/index.ts'
import { ANSWER_KINDS, type AnswerKey, type AnswerKind } from '../sim/math/problem.ts'
import { CommandError, EXIT } from './errors.ts'
import { helpEnd, print } from './options.ts'

/** A line longer than this is refused; answers are read from the end of a text. */
const LINE_CHARACTERS_MAX = 4_000_000
const ITEMS_MAX = 10_000
const PRECISION_MAX = 15

interface Flags {
  readonly jsonl?: true
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

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value]

/** The command `grade`. */
export function gradeCommand(): Command {
  return new Command('grade')
    .description('Find the final answer in a text and compare it with the right one.')
    .option('--jsonl', 'grade lines of JSON from standard input, one answer line for each')
    .option('--gold <answer>', 'the right answer')
    .option('--text <text>', 'what a model said')
    .option('--question <text>', 'what was asked: prose about something else holds no answer')
    .addOption(
      new Option('--kind <kind>', 'what kind of answer it is')
        .choices(ANSWER_KINDS)
        .default('expression'),
    )
    .option('--option <text>', 'text of the next option, for kind choice', collect, [])
    .option('--alias <text>', 'another right answer, for kinds text and expression', collect, [])
    .addHelpText('after', `${LINES_HELP}${helpEnd(EXAMPLES, 'the answer is wrong')}`)
    .action((flags: Flags) => (flags.jsonl ? gradeLines() : gradeOne(flags)))
}

const LINES_HELP = `
Lines of --jsonl: {"gold", "pred"} and, if needed, "kind" (${ANSWER_KINDS.join(', ')}, or
extract, which only finds an option letter), "options", "aliases", "question", "precision"
(decimal places).
Each gets {"correct", "extracted", "ambiguous"}, with "error" if the line cannot be graded.
`

function gradeOne({ gold, text, kind, option, alias, question = '' }: Flags): void {
  if (gold === undefined || text === undefined) {
    throw new CommandError('there is nothing to grade', 'Give --gold and --text, or --jsonl.')
  }
  const key: AnswerKey = { kind, gold, options: option, aliases: alias }
  const grade = gradeAnswer(key, text, { question })
  print(JSON.stringify(grade))
  if (!grade.correct) process.exitCode = EXIT.found
}

async function gradeLines(): Promise<void> {
  let number = 0
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', (line) => {
    number++
    if (line.trim() !== '') process.stdout.write(`${gradeLine(line, number)}\n`)
  })
  await new Promise((resolve) => lines.once('close', resolve))
}

/** Why a line of the protocol cannot be graded. */
class LineError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The answer to one line of the protocol, as JSON. Never throws. */
export function gradeLine(line: string, number: number): string {
  try {
    return JSON.stringify(answerTo(line))
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    const { code, message } = error
    const trouble = { code, message, line: number }
    return JSON.stringify({ correct: false, extracted: null, ambiguous: false, error: trouble })
  }
}

function answerTo(line: string): object {
  if (line.length > LINE_CHARACTERS_MAX) {
    throw new LineError('grade/too_long', `a line has at most ${LINE_CHARACTERS_MAX} characters`)
  }
  const fields = parseFields(line)
  const text = stringOf(fields, 'pred')
  const options = stringsOf(fields, fields.options === undefined ? 'choices' : 'options')
  const aliases = stringsOf(fields, 'aliases')
  if (fields.kind === 'extract') {
    const key: AnswerKey = { kind: 'choice', gold: '', options, aliases }
    const { text: extracted, isAmbiguous } = extractAnswer(key, text)
    const correct = fields.expected !== undefined && extracted === fields.expected
    return { correct, extracted, ambiguous: isAmbiguous }
  }
  const key: AnswerKey = { kind: kindOf(fields), gold: stringOf(fields, 'gold'), options, aliases }
  const precision = precisionOf(fields)
  const question = fields.question === undefined ? '' : stringOf(fields, 'question')
  return gradeAnswer(key, text, precision === undefined ? { question } : { precision, question })
}

type Fields = Readonly<Record<string, unknown>>

function parseFields(line: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new LineError('grade/not_json', (error as Error).message.slice(0, 200))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError('grade/not_an_object', 'a line is an object with "gold" and "pred"')
  }
  return value as Fields
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60)

function stringOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value === 'string') return value
  throw new LineError('grade/bad_field', `"${name}" must be a string, and is ${shown(value)}`)
}

function stringsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name] ?? []
  const isList =
    Array.isArray(value) &&
    value.length <= ITEMS_MAX &&
    value.every((item) => typeof item === 'string')
  if (isList) return value as string[]
  throw new LineError('grade/bad_field', `"${name}" must be a list of strings`)
}

function kindOf({ kind }: Fields): AnswerKind {
  // "grade" is what reference cases call the usual kind.
  if (kind === undefined || kind === 'grade') return 'expression'
  const known = ANSWER_KINDS.find((name) => name === kind)
  if (known !== undefined) return known
  const kinds = [...ANSWER_KINDS, 'extract'].join(', ')
  throw new LineError('grade/bad_kind', `"kind" must be one of ${kinds}, and is ${shown(kind)}`)
}

function precisionOf({ precision }: Fields): number | undefined {
  if (precision === undefined || precision === null) return undefined
  const isFine =
    Number.isInteger(precision) &&
    (precision as number) >= 0 &&
    (precision as number) <= PRECISION_MAX
  if (isFine) return precision as number
  const bounds = `a whole number from 0 to ${PRECISION_MAX}`
  throw new LineError(
    'grade/bad_field',
    `"precision" must be ${bounds}, and is ${shown(precision)}`,
  )
}
