import { byName } from '../../by-name.ts'
import { FUNCTIONS } from './tables/commands.ts'
import { SCALE_WORDS } from './tables/number-words.ts'
import { isUnitWord } from './tables/units.ts'
import { SHORT_WORDS } from './tables/words.ts'
import type { TokenType } from './token-type.ts'

/** The context of a run of letters. */
interface WordContext {
  /** Inside `\text{}`. */
  readonly isProse: boolean
  /** The preceding token is a number. */
  readonly isAfterNumber: boolean
  /** A number or a closing brace precedes it without a space. */
  readonly isGlued: boolean
  readonly isBeforeBracket: boolean
}

type Piece = readonly [TokenType, string]

const MEANINGS: Readonly<Record<string, Piece>> = byName({
  pi: ['constant', 'pi'],
  infinity: ['constant', 'infinity'],
  infty: ['constant', 'infinity'],
  oo: ['constant', 'infinity'],
  inf: ['constant', 'infinity'],
  emptyset: ['constant', 'empty'],
  percent: ['percent', '%'],
  percents: ['percent', '%'],
  percentage: ['percent', '%'],
  pct: ['percent', '%'],
  degree: ['degree', '°'],
  degrees: ['degree', '°'],
  deg: ['degree', '°'],
  and: ['separator', 'and'],
  or: ['separator', 'or'],
  union: ['set', 'union'],
  frac: ['command', 'frac'],
  mod: ['command', 'mod'],
})

const GREEK = new Set(['alpha', 'beta', 'gamma', 'delta', 'theta', 'lambda', 'sigma', 'omega'])

/** The meaning of a run of letters: a function, a unit, a word, or a product of letters. */
export function wordTokens(run: string, context: WordContext): readonly Piece[] {
  if (run.length === 1) return [[context.isProse ? 'text' : 'letter', run]]
  const lower = run.toLowerCase()
  const isUnit = isUnitWord(lower)
  if (isUnit && context.isAfterNumber && !context.isBeforeBracket) return [['text', run]]
  const meaning = MEANINGS[lower]
  if (meaning !== undefined) return [meaning]
  const scale = SCALE_WORDS.get(lower)
  if (scale !== undefined && context.isAfterNumber) {
    return [
      ['operator', '*'],
      ['number', `${scale}`],
    ]
  }
  if (FUNCTIONS.has(run) && !(context.isProse && isUnit)) return [functionPiece(run)]
  if (context.isProse || isUnit) return [['text', run]]
  return compound(run, context) ?? unknownRun(run, lower)
}

const functionPiece = (name: string): Piece =>
  name === 'sqrt' ? ['command', 'sqrt'] : ['function', name]

/** Words that were written together: `sinx`, `kpi`, `1orW`. */
function compound(run: string, context: WordContext): readonly Piece[] | null {
  const [, joint, trailingLetter] = /^(and|or)([A-Za-z]?)$/.exec(run) ?? []
  if (joint !== undefined && (context.isGlued || /[A-Z]/.test(trailingLetter ?? ''))) {
    return [['separator', joint], ...letterTokens(trailingLetter ?? '')]
  }
  const functionAndLetter =
    /^(arcsin|arccos|arctan|sin|cos|tan|cot|sec|csc|ln|log|sqrt)([a-zA-Z])$/.exec(run)
  if (functionAndLetter !== null) {
    return [
      functionPiece(functionAndLetter[1] as string),
      ['letter', functionAndLetter[2] as string],
    ]
  }
  if (/^[a-z]pi$/.test(run))
    return [
      ['letter', run[0] as string],
      ['constant', 'pi'],
    ]
  return null
}

function unknownRun(run: string, lower: string): readonly Piece[] {
  if (GREEK.has(run)) return [['letter', run]]
  if (SHORT_WORDS.has(lower)) return [['text', run]]
  return run.length < 4 || isAlphabetical(run) ? letterTokens(run) : [['text', run]]
}

/** Products of many letters are alphabetical, `abcd`; words rarely are. */
function isAlphabetical(run: string): boolean {
  for (let index = 1; index < run.length; index++) {
    if (run.charCodeAt(index) <= run.charCodeAt(index - 1)) return false
  }
  return run.length < 6
}

const letterTokens = (run: string): Piece[] => [...run].map((letter) => ['letter', letter])
