import type { ProblemReader } from '../problem-reader.ts'
import { aime } from './aime.ts'
import { gpqa } from './gpqa.ts'
import { gsm8k } from './gsm8k.ts'
import { math } from './math.ts'
import { mmlu } from './mmlu.ts'
import { mmluPro } from './mmlu-pro.ts'
import { popQa } from './pop-qa.ts'
import { customSimple, hex } from './products.ts'
import { triviaQa } from './trivia-qa.ts'

/** The readers of all public data sets. A new one needs one file and one line here. */
export const PROBLEM_READERS: readonly ProblemReader[] = [
  math,
  aime,
  gsm8k,
  mmlu,
  mmluPro,
  gpqa,
  triviaQa,
  popQa,
  customSimple,
  hex,
]
