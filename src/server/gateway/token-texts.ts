/** The text of each sampled token, as stored: one text, which packs well, and where it is cut. */
export interface TokenTexts {
  readonly text: string
  /** How many UTF-16 code units of the text each token has. */
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
