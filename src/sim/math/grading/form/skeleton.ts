import { byName } from '../../../by-name.ts'
import type { Node } from '../node.ts'
import { childNodes } from '../tree.ts'
import { flattenTerms, isMixedNumber, isMultiplied } from './flat.ts'

/** The text of a formula without its sign, and the sign. */
interface Signed {
  readonly text: string
  readonly isNegative: boolean
}

const unsigned = (text: string): Signed => ({ text, isNegative: false })
const signedText = ({ text, isNegative }: Signed): string => (isNegative ? `-${text}` : text)

/**
 * A text that is equal for formulas that differ only in spaces, brackets, the order of terms and
 * factors, the position of signs, and neutral zeros and ones. Nothing is evaluated: 2(x+1) and 2x+2
 * have different skeletons, and so have 6/8 and 3/4, 0.5 and 1/2.
 */
export const toSkeleton = (node: Node): string => signedText(toSigned(node))

function toSigned(node: Node): Signed {
  switch (node.kind) {
    case 'number': {
      const { numerator, denominator } = node.value
      const [size, isNegative] = [numerator < 0n ? -numerator : numerator, numerator < 0n]
      // A repeating decimal is not a fraction, and has no decimal places.
      const notation = denominator === 1n ? '' : node.decimals === null ? 'r' : 'd'
      return {
        text: `${size}${denominator === 1n ? '' : `/${denominator}`}${notation}`,
        isNegative,
      }
    }
    case 'negative': {
      const { text, isNegative } = toSigned(node.operand)
      return { text, isNegative: !isNegative }
    }
    case 'sum':
      return isMixedNumber(node) ? unsigned(nestedText('mixed', node)) : signedSum(node)
    case 'product':
    case 'quotient':
      return signedProduct(node)
    case 'applied':
      return isMultiplied(node)
        ? signedProduct(node)
        : unsigned(nestedText(`of ${node.name}`, node))
    case 'power': {
      const [base, exponent] = [toSigned(node.base), toSkeleton(node.exponent)]
      return exponent === '1' ? base : unsigned(`(${signedText(base)}^${exponent})`)
    }
    case 'relation':
      return unsigned(relationText(node))
    default:
      return unsigned(otherText(node))
  }
}

function signedSum(node: Node): Signed {
  const terms = flattenTerms(node).map(({ node: term, isOpposed }) => {
    const { text, isNegative } = toSigned(term)
    return { text, isNegative: isNegative !== isOpposed }
  })
  const nonZero = terms.filter(({ text }) => text !== '0').sort(byText)
  const [first] = nonZero
  if (first === undefined) return unsigned('0')
  if (nonZero.length === 1) return first
  const text = nonZero.map((term) => signedText(withSign(term, first.isNegative))).join(' + ')
  return { text: `(${text})`, isNegative: first.isNegative }
}

const withSign = ({ text, isNegative }: Signed, isOpposed: boolean): Signed => ({
  text,
  isNegative: isNegative !== isOpposed,
})

const byText = (left: Signed, right: Signed): number =>
  left.text === right.text
    ? Number(left.isNegative) - Number(right.isNegative)
    : left.text < right.text
      ? -1
      : 1

function signedProduct(node: Node): Signed {
  const collected: CollectedFactors = { texts: [], isNegative: false }
  collectFactors(node, false, collected)
  const { texts, isNegative } = collected
  const [first = '1'] = texts
  const isOne = texts.length < 2 && !first.startsWith('/')
  return { text: isOne ? first : `[${texts.sort().join(' ')}]`, isNegative }
}

interface CollectedFactors {
  readonly texts: string[]
  isNegative: boolean
}

/** Collects the factors of a node; those in a denominator start with a slash. */
function collectFactors(node: Node, isBelow: boolean, into: CollectedFactors): void {
  if (node.kind === 'negative') {
    into.isNegative = !into.isNegative
    collectFactors(node.operand, isBelow, into)
  } else if (node.kind === 'product') {
    for (const factor of node.factors) collectFactors(factor, isBelow, into)
  } else if (node.kind === 'quotient') {
    collectFactors(node.numerator, isBelow, into)
    collectFactors(node.denominator, !isBelow, into)
  } else if (node.kind === 'applied' && isMultiplied(node)) {
    into.texts.push(`${isBelow ? '/' : ''}s:${node.name}`)
    for (const operand of node.operands) collectFactors(operand, isBelow, into)
  } else {
    const { text, isNegative } = toSigned(node)
    if (isNegative) into.isNegative = !into.isNegative
    if (text !== '1') into.texts.push(isBelow ? `/${text}` : text)
  }
}

const MIRRORED: Readonly<Record<string, string>> = byName({ '>': '<', '>=': '<=' })

function relationText({ sides, comparisons }: Extract<Node, { kind: 'relation' }>): string {
  const texts = sides.map(toSkeleton)
  if (comparisons.every((sign) => sign === '=')) return `{${texts.sort().join(' = ')}}`
  const isMirrored = comparisons.every((sign) => sign in MIRRORED)
  const signs = isMirrored ? comparisons.map((sign) => MIRRORED[sign]).reverse() : comparisons
  const orderedTexts = isMirrored ? texts.reverse() : texts
  return `{${orderedTexts.map((text, index) => `${text} ${signs[index] ?? ''}`).join(' ')}}`
}

const UNORDERED: ReadonlySet<string> = new Set(['list', 'set'])

function otherText(node: Node): string {
  if (node.kind === 'symbol' || node.kind === 'constant') return `${node.kind[0]}:${node.name}`
  if (node.kind === 'text') return `"${node.text}"`
  if (node.kind === 'opaque') return nestedText(`"${node.text}"`, node)
  if (node.kind === 'based') return `${node.digits}_${node.base}`
  if (node.kind === 'quantity') return `${toSkeleton(node.operand)} ${node.unit}`
  if (node.kind === 'call') return nestedText(node.name, node)
  if (node.kind === 'tuple') return nestedText(`${node.open} ${node.close}`, node)
  if (node.kind === 'combined') return nestedText(node.operation, node)
  return nestedText(node.kind, node)
}

function nestedText(head: string, node: Node): string {
  const texts = childNodes(node).map(toSkeleton)
  return `${head}(${(UNORDERED.has(node.kind) ? texts.sort() : texts).join(', ')})`
}
