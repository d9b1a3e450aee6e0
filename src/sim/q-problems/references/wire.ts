/** A character of a message; escaped ones separate nothing and are no blanks. */
interface Glyph {
  readonly character: string
  readonly isEscaped: boolean
}

type Text = readonly Glyph[]

/** The texts of all objects after a feed of messages, by `object.key`. */
export function objectsAfter(feed: string): Map<string, string> {
  const store = new Map<string, string>()
  const waiting = new Map<number, readonly Text[]>()
  let next = 1
  for (const fields of messagesOf(feed)) {
    const [number, verb, target] = fields.slice(0, 3).map(plainText)
    const sequence = Number(number)
    if (verb === 'gap') next = Math.max(next, Number(target))
    else if (sequence >= next && !waiting.has(sequence)) waiting.set(sequence, fields)
    for (let fieldsNow = waiting.get(next); fieldsNow !== undefined; ) {
      apply(fieldsNow, store)
      next += 1
      fieldsNow = waiting.get(next)
    }
  }
  return new Map([...store].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The fields of every message with a right checksum. */
function messagesOf(feed: string): (readonly Text[])[] {
  const messages: (readonly Text[])[] = []
  let raw = ''
  for (let at = 0; at < feed.length; at++) {
    if (feed[at] === '\\') raw += feed.slice(at, ++at + 1)
    else if (feed[at] !== ';') raw += feed[at]
    else {
      const fields = checkedFields(raw)
      if (fields !== undefined) messages.push(fields)
      raw = ''
    }
  }
  return messages
}

function checkedFields(raw: string): readonly Text[] | undefined {
  // An escaped blank at the end keeps its place: it follows its backslash.
  const [, sent] = /^[ \n]*((?:\\[\s\S]|[^\\])*?)[ \n]*$/.exec(raw) as unknown as [string, string]
  const [, body, sum] = /^((?:\\[\s\S]|[^\\])*)\*((?:\\[\s\S]|[^\\*])*)$/.exec(sent) ?? []
  if (body === undefined || sum !== checksum(body)) return undefined
  return split(glyphsOf(body), '|').map(trimmed)
}

/** The checksum of a sent text: two hexadecimal digits. */
export function checksum(body: string): string {
  const sum = [...body].reduce((total, one) => total + one.charCodeAt(0), 0)
  return (sum % 256).toString(16).toUpperCase().padStart(2, '0')
}

const glyphsOf = (raw: string): Text =>
  [...raw.matchAll(/\\([\s\S])|([\s\S])/g)].map(([, escaped, plain]) =>
    escaped === undefined
      ? { character: plain as string, isEscaped: false }
      : { character: escaped === 'n' ? '\n' : escaped, isEscaped: true },
  )

const isSeparator = ({ character, isEscaped }: Glyph, separator: string): boolean =>
  !isEscaped && character === separator

function split(text: Text, separator: string): Text[] {
  const parts: Glyph[][] = [[]]
  for (const glyph of text) {
    if (isSeparator(glyph, separator)) parts.push([])
    else parts.at(-1)?.push(glyph)
  }
  return parts
}

function trimmed(text: Text): Text {
  const isBlank = (glyph: Glyph): boolean => isSeparator(glyph, ' ') || isSeparator(glyph, '\n')
  const first = text.findIndex((glyph) => !isBlank(glyph))
  const last = text.findLastIndex((glyph) => !isBlank(glyph))
  return first < 0 ? [] : text.slice(first, last + 1)
}

const plainText = (text: Text): string => text.map(({ character }) => character).join('')

function apply(fields: readonly Text[], store: Map<string, string>): void {
  const [, verb = '', target = '', source = ''] = fields.map(plainText)
  if (verb === 'set') {
    for (const field of fields.slice(3)) setField(target, field, store)
  }
  if (verb !== 'copy' && verb !== 'drop') return
  const copied = verb === 'copy' ? entriesOf(source, store) : []
  for (const [name] of entriesOf(target, store)) store.delete(name)
  for (const [name, text] of copied) store.set(`${target}${name.slice(source.length)}`, text)
}

const entriesOf = (target: string, store: ReadonlyMap<string, string>): [string, string][] =>
  [...store].filter(([name]) => name.startsWith(`${target}.`))

function setField(target: string, field: Text, store: Map<string, string>): void {
  const equals = field.findIndex((glyph) => isSeparator(glyph, '='))
  if (equals < 0) {
    const [last] = field.slice(-1)
    if (last === undefined || !isSeparator(last, '-')) return
    store.delete(`${target}.${plainText(trimmed(field.slice(0, -1)))}`)
    return
  }
  const left = field.slice(0, equals)
  const isAdded = left.length > 0 && isSeparator(left.at(-1) as Glyph, '+')
  const key = plainText(trimmed(isAdded ? left.slice(0, -1) : left))
  const value = readValue(target, trimmed(field.slice(equals + 1)), store)
  const known = store.get(`${target}.${key}`)
  const text = isAdded && known !== undefined ? `${known},${value}` : value
  store.set(`${target}.${key}`, text)
}

function readValue(target: string, text: Text, store: ReadonlyMap<string, string>): string {
  const [first] = text
  if (first === undefined || !isSeparator(first, '$')) return plainText(text)
  const name = plainText(trimmed(text.slice(1)))
  return store.get(name.includes('.') ? name : `${target}.${name}`) ?? ''
}
