import { type ProblemReader, textKey } from '../problem-reader.ts'

/** PopQA: questions about people, places and works; the first possible answer is the main one. */
export const popQa: ProblemReader = {
  dataset: 'pop_qa',
  fields: 'question, possible_answers as a JSON list',
  read(fields) {
    const [gold, ...others] = fields.texts('possible_answers').filter((text) => text !== '')
    if (gold === undefined) {
      return fields.fail(
        'possible_answers',
        'is an empty list',
        'Add an answer, or leave the row out.',
      )
    }
    return {
      question: fields.text('question'),
      answer: textKey(gold, others),
      solution: null,
      difficulty: 1,
    }
  },
}
