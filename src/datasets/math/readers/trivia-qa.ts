import { type ProblemReader, textKey } from '../problem-reader.ts'

/** Placeholder for secret answers in the file. */
const UNKNOWN = '<unk>'

/** TriviaQA: questions whose answer is a name or phrase, with its aliases. */
export const triviaQa: ProblemReader = {
  dataset: 'trivia_qa',
  fields: 'question, answer with value, aliases, normalized_value and normalized_aliases',
  read(fields) {
    const answer = fields.inner('answer')
    const value = answer.optionalText('value')
    const gold = value ?? answer.text('normalized_value')
    if (gold === UNKNOWN) {
      answer.fail('value', `is ${UNKNOWN}`, 'This split has no answers: import another.')
    }
    const normalized = answer.optionalText('normalized_value')
    const aliases = [
      ...answer.optionalTexts('aliases'),
      ...answer.optionalTexts('normalized_aliases'),
      ...(normalized === null ? [] : [normalized]),
    ]
    return {
      question: fields.text('question'),
      answer: textKey(gold, aliases),
      solution: null,
      difficulty: 1,
    }
  },
}
