import type { ProblemReader } from '../problem-reader.ts'
import { expressionKey } from '../problem-reader.ts'

const REMEDY = 'Correct the row, or leave it out.'

/** Products of whole numbers, `{question, answer, range}`. */
export const customSimple: ProblemReader = {
  dataset: 'custom_simple',
  fields: 'question, answer as a whole number',
  read(fields) {
    const gold = fields.text('answer').replaceAll(/[\s,]/g, '')
    if (!/^-?\d+$/.test(gold)) fields.fail('answer', 'is not a whole number', REMEDY)
    return {
      question: fields.text('question'),
      answer: expressionKey(gold),
      solution: fields.optionalText('Explanation', 'explanation'),
      difficulty: 1,
    }
  },
}

/** Products of hexadecimal numbers, `{question, answer, range, Explanation}`. */
export const hex: ProblemReader = {
  dataset: 'hex',
  fields: 'question, answer in hexadecimal digits, Explanation',
  read(fields) {
    const gold = fields
      .text('answer')
      .replaceAll(/[\s,_]/g, '')
      .replace(/^0x/i, '')
    if (!/^-?[0-9a-f]+$/i.test(gold)) fields.fail('answer', 'has no hexadecimal digits', REMEDY)
    return {
      question: fields.text('question'),
      answer: { kind: 'hexadecimal', gold: gold.toUpperCase(), options: [], aliases: [] },
      solution: fields.optionalText('Explanation', 'explanation'),
      difficulty: 1,
    }
  },
}
