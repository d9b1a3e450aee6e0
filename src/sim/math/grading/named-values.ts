import type { Node } from './node.ts'
import { isEquation, nameOf, type Relation } from './relation.ts'

/** `y = z = 2` among other equations says what y is, and what z is. */
export function unchained(items: readonly Node[]): readonly Node[] {
  return items.flatMap((item): readonly Node[] => {
    if (item.kind !== 'relation' || item.sides.length < 3) return [item]
    const names = item.sides.slice(0, -1)
    const value = item.sides.at(-1) as Node
    const isChain =
      item.comparisons.every((sign) => sign === '=') &&
      names.every(({ kind }) => kind === 'symbol') &&
      value.kind !== 'symbol'
    if (!isChain) return [item]
    return names.map((name): Node => {
      return { kind: 'relation', sides: [name, value], comparisons: ['='] }
    })
  })
}

/**
 * Equations in the order of their letters, where these follow each other as x, y, z do: of such
 * letters everybody writes the coordinates of a point in that order. Others stay as they stand.
 */
export function inOrderOfLetters(items: readonly Node[]): readonly Node[] {
  const named = items.map((item) => ({ item, name: letterOf(item) }))
  const sorted = named.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const first = sorted[0]?.name.charCodeAt(0) ?? 0
  const isRun = sorted.every(({ name }, at) => {
    return name.length === 1 && name.charCodeAt(0) === first + at
  })
  return isRun ? sorted.map(({ item }) => item) : items
}

const letterOf = (item: Node): string =>
  item.kind === 'relation' && isEquation(item) ? (nameOf(item as Relation) ?? '') : ''

const NAME = String.raw`[a-zA-Z](?:_\{?\w{1,3}\}?)?`
/** One line of several that each give a value to a name. */
const LINE = new RegExp(
  String.raw`^[ \t]*(?:[-*•][ \t]+)?[*$]*(?:\\\()?(${NAME})[ \t]*[=:][ \t]*` +
    String.raw`([^=:\n$<>]{1,60}?)[ \t]*(?:\\\))?[*$]*[.,;]?[ \t]*$`,
)
const IN_LINE = new RegExp(String.raw`(?<![\w:])(${NAME}):[ \t]+(?=[-−\d\\])`, 'g')

/** How such a line begins: most texts have none. */
const HINT = new RegExp(String.raw`(?:^|\n)[\s\-*•$]*(?:\\\()?${NAME}[ \t]*[=:]`)

/**
 * A text with lines below each other that give values to different names as one formula: `s = -6`
 * and `t = 2`.
 */
export function withNamedLines(text: string): string {
  if (!HINT.test(text)) return text
  const lines = text.split('\n').map((line) => line.replace(IN_LINE, '$1 = '))
  const read: string[] = []
  let names: string[] = []
  let values: string[] = []
  let written: string[] = []
  const flush = (): void => {
    read.push(...(values.length > 1 ? [`$${values.join(', ')}$`] : written))
    names = []
    values = []
    written = []
  }
  for (const line of lines) {
    const [, name, value] = LINE.exec(line) ?? []
    if (name !== undefined && value !== undefined) {
      if (names.includes(name)) flush()
      names.push(name)
      values.push(`${name} = ${value}`)
      written.push(line)
    } else if (line.trim() === '' && values.length > 0) written.push(line)
    else {
      flush()
      read.push(line)
    }
  }
  flush()
  return read.join('\n')
}
