// Guards that numbers in words are read, and that ordinary words are not numbers.
import { expect, it } from 'vitest'
import { wordNumbersIn } from './number-words.ts'

it.each([
  ['minus five', ['-5']],
  ['it is forty-two now', ['42']],
  ['three quarters of one', ['3/4', '1']],
  ['one half', ['1/2']],
  ['seventy-two percent', ['72%']],
  ['two hundred and five apples', ['205']],
  ['one thousand two hundred', ['1200']],
  ['three million', ['3000000']],
  ['between two and three', ['2', '3']],
  ['one two three', ['1', '2', '3']],
  ['someone tends the tent', []],
  ['a hundred and minus', ['100']],
  ['a dozen or a tent', ['12']],
  ['a dozen dozen', ['12']],
  ['two and a half million', ['5000000/2']],
  ['two and three', ['2', '3']],
  ['three and a half', ['7/2']],
  ['two point five', ['2.5']],
  ['a point five', ['5']],
  ['one thousand, two hundred and fifty', ['1250']],
  ['twelve hundred fifty', ['1250']],
  ['one, two, three', ['1', '2', '3']],
])('%s', (text, digits) => {
  expect(wordNumbersIn(text).map((found) => found.digits)).toEqual(digits)
})
