import { readAnswer } from '../answer.ts'
import type { Node } from '../node.ts'
import { mathSpans } from '../spans.ts'
import { childNodes, contains } from '../tree.ts'
import { toSkeleton } from './skeleton.ts'

/** The formulas of a question. */
export interface QuestionFormulas {
  /** Whole formulas, sides of relations and items of lists. */
  readonly formulas: readonly Node[]
  /** The skeletons of all formulas and of all their parts. */
  readonly skeletons: ReadonlySet<string>
}

/** Further formulas of a question are ignored. */
const FORMULAS_MAX = 200

/** The formulas of a question, parsed like answers. Never throws. */
export function questionFormulas(question: string): QuestionFormulas {
  const formulas = findFormulaTexts(question)
    .slice(0, FORMULAS_MAX)
    .flatMap((text) => {
      const { node, parts } = readAnswer(text)
      return [node, parts].filter((formula) => formula !== null)
    })
  const skeletons = new Set<string>()
  for (const formula of formulas) {
    contains(formula, (part) => {
      skeletons.add(toSkeleton(part))
      return false
    })
  }
  const parts = formulas.flatMap((node) => (hasFormulasAsParts(node) ? childNodes(node) : []))
  return { formulas: [...formulas, ...parts], skeletons }
}

const hasFormulasAsParts = ({ kind }: Node): boolean => /^(?:relation|list|tuple|set)$/.test(kind)

const SIGN = '[-+−×*·⋅/÷^=<>≤≥%:!°]+'
const WORD = '(?:to|in|of|over|by|out of|times|plus|minus|divided by|percent of)'
const NUMBER = String.raw`\d(?:[\d.,]*\d)?`
/** Numbers and operators between them, in a text without signs around formulas. */
const PLAIN = new RegExp(
  String.raw`-?\(*[$£€]?${NUMBER}[%°!)]*` +
    String.raw`(?:(?:\s?${SIGN}\s?|\s${WORD}\s)[-(]*${NUMBER}[%°!)]*|\s\d+/\d+)*`,
  'g',
)
const SINGLE = new RegExp(`-?${NUMBER}%?`, 'g')
const WITH_WORD = new RegExp(String.raw`${NUMBER}\s?[a-zA-Z]{1,12}(?:\s\d+\s[a-zA-Z]{1,12})?`, 'g')

/** The formulas and numbers of a question as written, amounts with their unit. */
export function findFormulaTexts(question: string): readonly string[] {
  const tokens: string[] = []
  let position = 0
  const addNumbers = (text: string): void => {
    for (const pattern of [PLAIN, SINGLE, WITH_WORD]) {
      for (const [matchedText] of text.matchAll(pattern)) tokens.push(matchedText)
    }
  }
  for (const { start, end, content } of mathSpans(question)) {
    addNumbers(question.slice(position, start))
    const unit = /^\s?-?[a-zA-Z]{1,12}/.exec(question.slice(end))?.[0] ?? ''
    tokens.push(content.trim())
    if (/[\d}]\s*$/.test(content) && unit !== '') tokens.push(`${content.trim()}${unit}`)
    addNumbers(content)
    position = end
  }
  addNumbers(question.slice(position))
  return [...new Set(tokens)]
}
