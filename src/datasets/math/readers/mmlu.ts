import { choiceKey, optionNumber } from '../options.ts'
import type { ProblemReader } from '../problem-reader.ts'

/** MMLU: examination questions with four options. */
export const mmlu: ProblemReader = {
  dataset: 'mmlu',
  fields: 'question, choices, answer as a number from 0 or a letter',
  read(fields) {
    const options = fields.texts('choices', 'options')
    return {
      question: fields.text('question', 'Question'),
      answer: choiceKey(fields, 'choices', options, optionNumber(fields, 'answer', 'Answer')),
      solution: null,
      difficulty: 1,
    }
  },
}
