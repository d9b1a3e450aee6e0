import { choiceKey, optionNumber, toLetter } from '../options.ts'
import type { ProblemReader } from '../problem-reader.ts'

/** Pads lists of options in early versions of the file. */
const NO_OPTION = 'N/A'

/** MMLU-Pro: examination questions with up to ten options, some with a worked answer. */
export const mmluPro: ProblemReader = {
  dataset: 'mmlu_pro',
  fields: 'question, options, answer as a letter, answer_index, cot_content',
  read(fields) {
    const options = fields.texts('options', 'choices')
    while (options.at(-1) === NO_OPTION) options.pop()
    const rightIndex = optionNumber(fields, 'answer', 'answer_index')
    const index = fields.optionalWhole('answer_index')
    if (index !== null && index !== rightIndex) {
      const problem = `is ${index}, the letter ${toLetter(index)}, and answer says another`
      fields.fail('answer_index', problem, 'Correct the row, or leave it out.')
    }
    return {
      question: fields.text('question'),
      answer: choiceKey(fields, 'options', options, rightIndex),
      solution: workedAnswer(fields.optionalText('cot_content')),
      difficulty: 1,
    }
  },
}

/** Worked answers in the file begin with `A:`, as in a prompt. */
function workedAnswer(content: string | null): string | null {
  const text = content?.replace(/^A:\s*/, '').trim() ?? ''
  return text === '' ? null : text
}
