import { answerKey, type ProblemReader } from '../problem-reader.ts'

/** Separates the worked solution from the final number. */
const MARK = '####'
/** Annotations of a calculator in the file, such as `<<48/2=24>>`. */
const CALCULATOR = /<<[^<>]*>>/g

/** GSM8K: word problems; the answer field holds the solution, then `#### 72`. */
export const gsm8k: ProblemReader = {
  dataset: 'gsm8k',
  fields: 'question, answer with "#### number"',
  read(fields) {
    const question = fields.text('question', 'Question')
    const answer = fields.text('answer', 'Answer')
    const markIndex = answer.lastIndexOf(MARK)
    const gold = answer.slice(markIndex + MARK.length).trim()
    if (markIndex === -1 || !/\d/.test(gold)) {
      const remedy = `End the solution with a line "${MARK} 72".`
      fields.fail('answer', `has no number behind "${MARK}"`, remedy)
    }
    const solution = answer.slice(0, markIndex).replaceAll(CALCULATOR, '').trim()
    return {
      question,
      answer: answerKey(question, withoutCommas(gold).replace(/^\\?\$/, '')),
      solution: solution === '' ? null : solution,
      difficulty: 1,
    }
  },
}

/** A number in this file is never a list, so `12,34,567` has the digits of 1234567. */
const withoutCommas = (gold: string): string => gold.replaceAll(/(?<=\d),(?=\d)/g, '')
