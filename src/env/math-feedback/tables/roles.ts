import type { AnswerKind } from '../../../sim/math/problem.ts'

/** Who the model is, by the data set that a problem comes from. */
export const ROLES: ReadonlyMap<string, string> = new Map([
  ['math', 'You solve problems from mathematics competitions. Give exact answers in lowest terms.'],
  [
    'aime',
    'You solve problems of an invitational mathematics contest. Every answer is a whole number from 0 to 999.',
  ],
  ['gsm8k', 'You solve word problems with everyday quantities. The answer is one number.'],
  [
    'mmlu',
    'You answer examination questions from many subjects. Exactly one of the options is right.',
  ],
  [
    'mmlu_pro',
    'You answer hard examination questions from many subjects. There may be as many as ten options, and exactly one is right.',
  ],
  [
    'gpqa',
    'You answer questions of biology, physics and chemistry that are hard even for graduates. Exactly one of the options is right.',
  ],
  ['trivia_qa', 'You answer trivia questions. The answer is a name, a thing or a short phrase.'],
  [
    'pop_qa',
    'You answer questions about people, places and works. The answer is a name or a short phrase.',
  ],
])

/** The same for problems from elsewhere, by how their answers are compared. */
export const ROLES_BY_KIND: Readonly<Record<AnswerKind, string>> = {
  expression: 'You solve mathematics problems. Give exact answers in lowest terms.',
  choice: 'You answer questions with options. Exactly one of the options is right.',
  text: 'You answer questions. The answer is a name or a short phrase.',
  hexadecimal: 'You calculate with hexadecimal numbers: the digits are 0 to 9 and A to F.',
}

/** How an answer has to be written. */
export const ANSWER_FORMAT_TEXTS: Readonly<Record<AnswerKind, string>> = {
  expression: 'Write the final answer, worked out to the end, and nothing else, inside \\boxed{}.',
  choice: 'End with one line that names the letter of your option, like this: The answer is (X).',
  text: 'End with one line that begins with "Answer:" and holds the answer alone.',
  hexadecimal: 'Write the final answer in hexadecimal digits, and nothing else, inside \\boxed{}.',
}
