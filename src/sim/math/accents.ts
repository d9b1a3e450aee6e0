const ACCENTS: ReadonlyMap<string, string> = new Map(
  [
    ...['àa', 'áa', 'âa', 'ãa', 'äa', 'åa', 'çc', 'èe', 'ée', 'êe', 'ëe', 'ìi', 'íi', 'îi', 'ïi'],
    ...['łl', 'đd', 'śs', 'ńn', 'żz', 'źz', 'ćc', 'ąa', 'ęe', 'ğg', 'ıi', 'řr', 'ěe', 'ůu', 'őo'],
    ...['űu', 'ăa', 'țt', 'șs', 'āa', 'ēe', 'īi', 'ōo', 'ūu', 'ňn', 'ťt', 'ďd', 'čc', 'ðd'],
    ...['ñn', 'òo', 'óo', 'ôo', 'õo', 'öo', 'øo', 'ùu', 'úu', 'ûu', 'üu', 'ýy', 'ÿy', 'šs', 'žz'],
  ].map((pair) => [pair.slice(0, 1), pair.slice(1)] as [string, string]),
)

/** A lower-case text without accents, for comparing names: few people type accents. */
export const withoutAccents = (text: string): string =>
  [...text.toLowerCase()].map((letter) => ACCENTS.get(letter) ?? letter).join('')
