import { byName } from '../../../by-name.ts'
import type { Node } from '../node.ts'
import { childrenOf } from '../tree.ts'
import { isMixed, isMultiplied, termsOf } from './flat.ts'

/** A formula without trivial variations, and its sign. */
interface Signed {
  readonly text: string
  readonly isNegative: boolean
}

const plain = (text: string): Signed => ({ text, isNegative: false })
const signedText = ({ text, isNegative }: Signed): string => (isNegative ? `-${text}` : text)

/**
 * A text that is equal for formulas that differ only in spaces, brackets, the order of terms and
 * factors, the position of signs, and neutral zeros and ones. Nothing is evaluated: 2(x+1) and 2x+2
 * have different skeletons, and so have 6/8 and 3/4, 0.5 and 1/2.
 */
export const skeletonOf = (node: Node): string => signedText(signed(node))

function signed(node: Node): Signed {
  switch (node.kind) {
    case 'number': {
      const { numerator, denominator } = node.value
      const [size, isNegative] = [numerator < 0n ? -numerator : numerator, numerator < 0n]
      // A repeating decimal is not a fraction, and has no decimal places.
      const writing = denominator === 1n ? '' : node.decimals === null ? 'r' : 'd'
      return { text: `${size}${denominator === 1n ? '' : `/${denominator}`}${writing}`, isNegative }
    }
    case 'negative': {
      const { text, isNegative } = signed(node.of)
      return { text, isNegative: !isNegative }
    }
    case 'sum':
      return isMixed(node) ? plain(inside('mixed', node)) : sum(node)
    case 'product':
    case 'quotient':
      return product(node)
    case 'applied':
      return isMultiplied(node) ? product(node) : plain(inside(`of ${node.name}`, node))
    case 'power': {
      const [base, exponent] = [signed(node.base), skeletonOf(node.exponent)]
      return exponent === '1' ? base : plain(`(${signedText(base)}^${exponent})`)
    }
    case 'relation':
      return plain(relation(node))
    default:
      return plain(other(node))
  }
}

function sum(node: Node): Signed {
  const terms = termsOf(node).map(({ node: term, isOpposed }) => {
    const { text, isNegative } = signed(term)
    return { text, isNegative: isNegative !== isOpposed }
  })
  const nonZero = terms.filter(({ text }) => text !== '0').sort(byText)
  const [first] = nonZero
  if (first === undefined) return plain('0')
  if (nonZero.length === 1) return first
  const text = nonZero.map((term) => signedText(turned(term, first.isNegative))).join(' + ')
  return { text: `(${text})`, isNegative: first.isNegative }
}

const turned = ({ text, isNegative }: Signed, isTurned: boolean): Signed => ({
  text,
  isNegative: isNegative !== isTurned,
})

const byText = (one: Signed, other: Signed): number =>
  one.text === other.text
    ? Number(one.isNegative) - Number(other.isNegative)
    : one.text < other.text
      ? -1
      : 1

function product(node: Node): Signed {
  const gathered: CollectedFactors = { texts: [], isNegative: false }
  collectFactors(node, false, gathered)
  const { texts, isNegative } = gathered
  const [first = '1'] = texts
  const isOne = texts.length < 2 && !first.startsWith('/')
  return { text: isOne ? first : `[${texts.sort().join(' ')}]`, isNegative }
}

interface CollectedFactors {
  readonly texts: string[]
  isNegative: boolean
}

/** Collects the factors of a node; those in a denominator get a stroke. */
function collectFactors(node: Node, isBelow: boolean, into: CollectedFactors): void {
  if (node.kind === 'negative') {
    into.isNegative = !into.isNegative
    collectFactors(node.of, isBelow, into)
  } else if (node.kind === 'product') {
    for (const factor of node.factors) collectFactors(factor, isBelow, into)
  } else if (node.kind === 'quotient') {
    collectFactors(node.over, isBelow, into)
    collectFactors(node.under, !isBelow, into)
  } else if (node.kind === 'applied' && isMultiplied(node)) {
    into.texts.push(`${isBelow ? '/' : ''}s:${node.name}`)
    for (const inner of node.of) collectFactors(inner, isBelow, into)
  } else {
    const { text, isNegative } = signed(node)
    if (isNegative) into.isNegative = !into.isNegative
    if (text !== '1') into.texts.push(isBelow ? `/${text}` : text)
  }
}

const MIRRORED: Readonly<Record<string, string>> = byName({ '>': '<', '>=': '<=' })

function relation({ sides, comparisons }: Extract<Node, { kind: 'relation' }>): string {
  const texts = sides.map(skeletonOf)
  if (comparisons.every((sign) => sign === '=')) return `{${texts.sort().join(' = ')}}`
  const isMirrored = comparisons.every((sign) => sign in MIRRORED)
  const signs = isMirrored ? comparisons.map((sign) => MIRRORED[sign]).reverse() : comparisons
  const ordered = isMirrored ? texts.reverse() : texts
  return `{${ordered.map((text, index) => `${text} ${signs[index] ?? ''}`).join(' ')}}`
}

const UNORDERED: ReadonlySet<string> = new Set(['list', 'set'])

function other(node: Node): string {
  if (node.kind === 'symbol' || node.kind === 'constant') return `${node.kind[0]}:${node.name}`
  if (node.kind === 'text') return `"${node.text}"`
  if (node.kind === 'opaque') return inside(`"${node.text}"`, node)
  if (node.kind === 'based') return `${node.digits}_${node.base}`
  if (node.kind === 'quantity') return `${skeletonOf(node.of)} ${node.unit}`
  if (node.kind === 'call') return inside(node.name, node)
  if (node.kind === 'tuple') return inside(`${node.open} ${node.close}`, node)
  if (node.kind === 'combined') return inside(node.by, node)
  return inside(node.kind, node)
}

function inside(head: string, node: Node): string {
  const texts = childrenOf(node).map(skeletonOf)
  return `${head}(${(UNORDERED.has(node.kind) ? texts.sort() : texts).join(', ')})`
}
