/** SVG markup that is safe to embed. Only `element` and `text` create it. */
export interface SvgNode {
  readonly markup: string
}

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with its attributes and children. Attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: Attributes,
  ...children: readonly SvgNode[]
): SvgNode {
  const list = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${typeof value === 'number' ? coordinate(value) : escaped(value)}"`],
  )
  const inner = children.map(({ markup }) => markup).join('')
  const open = `<${name}${list.join('')}`
  return { markup: inner === '' ? `${open}/>` : `${open}>${inner}</${name}>` }
}

/** Text inside an element. */
export const text = (content: string): SvgNode => ({ markup: escaped(content) })

/** A number with at most two decimals, so that engines give the same bytes. */
export function coordinate(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no place in a plot`)
  const rounded = Math.round(value * 100) / 100
  return String(rounded === 0 ? 0 : rounded)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes markup, and removes characters that XML cannot contain. */
export function escaped(content: string): string {
  const validCharacters = [...content].map((character) =>
    isAllowed(character) ? character : '\ufffd',
  )
  return validCharacters.join('').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
