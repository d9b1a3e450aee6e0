/** A part of a template. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A value, or a word that agrees with it; an empty feature leaves the value unchanged. */
  | { readonly kind: 'slot'; readonly name: string; readonly feature: string }
  /** Alternatives, one of which is drawn. */
  | { readonly kind: 'choice'; readonly options: readonly Template[] }

export type Template = readonly Piece[]

/** Parsed templates; there are few, and each is used often. */
const parsedTemplates = new Map<string, Template>()

/**
 * Parses a template: text with `[this|that|]`, one side of which is drawn, `{slots}`, and
 * `{slots:feature}`. Choices may be nested. Throws if a bracket has no partner.
 */
export function parseTemplate(source: string): Template {
  const cached = parsedTemplates.get(source)
  if (cached !== undefined) return cached
  const reader = new TemplateReader(source)
  const template = reader.parse()
  parsedTemplates.set(source, template)
  return template
}

const SLOT = /\{(\w+)(?::(\w+))?\}/y
const TEXT = /[^[\]{}|]+/y

class TemplateReader {
  readonly #source: string
  #position = 0

  constructor(source: string) {
    this.#source = source
  }

  parse(): Template {
    const pieces = this.#readUntil('')
    if (this.#position < this.#source.length) this.#refuse()
    return pieces
  }

  /** The pieces up to one of these marks, or to the end. */
  #readUntil(marks: string): Template {
    const pieces: Piece[] = []
    while (this.#position < this.#source.length) {
      const mark = this.#source[this.#position] as string
      if (marks.includes(mark)) break
      pieces.push(mark === '[' ? this.#readChoice() : this.#readSlotOrText())
    }
    return pieces
  }

  #readChoice(): Piece {
    const options: Template[] = []
    do {
      this.#position += 1
      options.push(this.#readUntil('|]'))
    } while (this.#source[this.#position] === '|')
    if (this.#source[this.#position] !== ']') this.#refuse()
    this.#position += 1
    return { kind: 'choice', options }
  }

  #readSlotOrText(): Piece {
    const slot = this.#match(SLOT)
    if (slot !== null) {
      const [, name = '', feature = ''] = slot
      return { kind: 'slot', name, feature }
    }
    const [text] = this.#match(TEXT) ?? this.#refuse()
    return { kind: 'text', text }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position
    const match = pattern.exec(this.#source)
    if (match !== null) this.#position = pattern.lastIndex
    return match
  }

  #refuse(): never {
    throw new Error(`template: "${this.#source}" has a bracket without a partner`)
  }
}

/** Every expansion of a template, with its slots left as they are. */
export function listExpansions(template: Template): string[] {
  let texts = ['']
  for (const piece of template) {
    const nextTexts = pieceTexts(piece)
    texts = texts.flatMap((text) => nextTexts.map((end) => text + end))
  }
  return texts
}

function pieceTexts(piece: Piece): string[] {
  if (piece.kind === 'text') return [piece.text]
  if (piece.kind === 'choice') return piece.options.flatMap(listExpansions)
  const { name, feature } = piece
  return [feature === '' ? `{${name}}` : `{${name}:${feature}}`]
}
