/**
 * The text of each sampled token, stored as one text, which packs well, and the length of each
 * piece.
 */
export interface TokenTexts {
  readonly text: string
  /** The number of UTF-16 code units of each token. */
  readonly lengths: readonly number[]
}

export const joinedTexts = (texts: readonly string[]): TokenTexts => ({
  text: texts.join(''),
  lengths: texts.map(({ length }) => length),
})

export function cutTexts({ text, lengths }: TokenTexts): string[] {
  let end = 0
  return lengths.map((length) => {
    end += length
    return text.slice(end - length, end)
  })
}
