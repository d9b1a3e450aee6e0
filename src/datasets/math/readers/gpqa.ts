import { childSeed, stream } from '../../../sim/random.ts'
import type { Fields } from '../../rows/fields.ts'
import { choiceKey, optionNumber } from '../options.ts'
import type { ProblemReader, ReadProblem } from '../problem-reader.ts'

const WRONG = ['Incorrect Answer 1', 'Incorrect Answer 2', 'Incorrect Answer 3'] as const

/**
 * GPQA: graduate-level science questions with four options. The original file names the right one,
 * so the options are shuffled by seed and question. The formatted file has an order and the index
 * of the right one.
 */
export const gpqa: ProblemReader = {
  dataset: 'gpqa',
  fields: 'Question, Correct Answer, Incorrect Answer 1 to 3, or options and answer; Explanation',
  read(fields, seed) {
    const question = fields.text('Question', 'question')
    const solution = fields.optionalText('Explanation', 'explanation')
    const answer = fields.has('options', 'choices')
      ? formattedKey(fields)
      : shuffledKey(fields, childSeed(seed, question))
    return { question, answer, solution, difficulty: 1 }
  },
}

const formattedKey = (fields: Fields): ReadProblem['answer'] =>
  choiceKey(
    fields,
    'options',
    fields.texts('options', 'choices'),
    optionNumber(fields, 'answer', 'Answer', 'answer_index'),
  )

function shuffledKey(fields: Fields, seed: number): ReadProblem['answer'] {
  const rightAnswer = fields.text('Correct Answer')
  const listed = [rightAnswer, ...WRONG.map((name) => fields.text(name))]
  const options = stream(seed, 0, 'options').shuffle(listed)
  return choiceKey(fields, 'Correct Answer', options, options.indexOf(rightAnswer))
}
