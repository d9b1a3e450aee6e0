/** Ways to ask for `{e}` without brackets. */
export const EXPAND_QUESTIONS: readonly string[] = [
  'Expand and simplify {e}.',
  'Multiply out {e} and collect like terms.',
  'Write {e} as a polynomial without brackets.',
  'Expand {e}.',
  'What polynomial do you get when you expand {e}?',
  'Remove the brackets and simplify: {e}',
  'Write {e} as a sum of terms, in as few terms as possible.',
  '{name} expands {e}. What is the simplified result?',
  'Find the expanded form of {e}.',
  'Express {e} as a simplified sum of powers.',
  'Carry out the multiplication in {e} and simplify.',
]

/** The area of a rectangle with the sides `{f}` and `{g}`. */
export const AREA_QUESTIONS: readonly string[] = [
  'A rectangle is {f} long and {g} wide. Write its area as a polynomial without brackets.',
  'The sides of a rectangular garden are {f} and {g}. Expand the expression for its area.',
  'A screen is {f} wide and {g} high. Give its area as an expanded polynomial.',
  '{name} cuts a rectangle with the sides {f} and {g}. Write its area in expanded form.',
  'A wall has the length {f} and the height {g}. What is its area, multiplied out?',
]

/** Letters for one unknown, and for two. */
export const UNKNOWN_LETTERS: readonly (readonly [string, string])[] = [
  ['x', 'y'],
  ['a', 'b'],
  ['t', 's'],
  ['n', 'm'],
  ['p', 'q'],
  ['u', 'v'],
  ['y', 'z'],
  ['k', 'm'],
]
