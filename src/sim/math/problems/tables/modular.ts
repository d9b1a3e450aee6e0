/** The remainder of `{e}` on division by `{m}`. */
export const REMAINDER_QUESTIONS: readonly string[] = [
  'What is the remainder when {e} is divided by {m}?',
  'Find the remainder of {e} on division by {m}.',
  'Compute {e} modulo {m}, as a number from 0 to {top}.',
  'What is {e} mod {m}?',
  'Which of the numbers 0 to {top} is congruent to {e} modulo {m}?',
  '{name} divides {e} by {m}. What remainder is left?',
  'Reduce {e} modulo {m} to a number from 0 to {top}.',
  'If {e} things are put into rows of {m}, how many are left over?',
]

/** `{a}` groups of `{b}` and `{c}` more, shared among `{m}`. */
export const LEFT_OVER_STORIES: readonly string[] = [
  '{name} has {a} bags of {b} sweets and {c} loose ones and shares them equally among {m} children. How many sweets are left over?',
  'A baker makes {a} trays of {b} rolls and {c} more, and packs {m} to a box. How many rolls do not fill a box?',
  'A lamp cycles through {m} colours. It shows red after 0 changes. How many changes past red is it after {a} × {b} + {c} changes?',
  'A school has {a} classes of {b} pupils and {c} new ones. They form teams of {m}. How many pupils are without a team?',
  '{a} boxes of {b} tiles and {c} single tiles are laid in rows of {m}. How many tiles are left?',
]

/** The last digit of a power. */
export const LAST_DIGIT_QUESTIONS: readonly string[] = [
  'What is the last digit of {e}?',
  'Find the units digit of {e}.',
  'With which digit does {e} end?',
  '{name} works out {e}. What is the last digit of the result?',
]

/** The inverse of `{a}` modulo `{m}`. */
export const INVERSE_QUESTIONS: readonly string[] = [
  'Find the inverse of {a} modulo {m}, as a number from 1 to {top}.',
  'For which number x from 1 to {top} does {a}x leave the remainder 1 on division by {m}?',
  'What is the smallest positive x with {a}x ≡ 1 (mod {m})?',
  'By which positive number below {m} must {a} be multiplied to give 1 modulo {m}?',
  '{name} looks for the multiplicative inverse of {a} mod {m} between 0 and {m}. What is it?',
]

/** `{a}`x leaves `{b}` modulo `{m}`. */
export const CONGRUENCE_QUESTIONS: readonly string[] = [
  'Find the smallest non-negative x with {a}x ≡ {b} (mod {m}).',
  'Which x from 0 to {top} satisfies {a}x ≡ {b} (mod {m})?',
  'Solve {a}x ≡ {b} (mod {m}) for x between 0 and {top}.',
  'For which number x below {m} does {a}x leave the remainder {b} on division by {m}?',
  'A wheel with {m} marks turns {a} marks at a time. After how many turns, fewer than {m}, does it reach mark {b}, having started at mark 0?',
]

/** A number with given remainders; `{list}` says them. */
export const REMAINDERS_QUESTIONS: readonly string[] = [
  'Find the smallest non-negative number that leaves {list}.',
  'What is the least number, 0 or more, that leaves {list}?',
  '{name} counts some beads: they leave {list}. What is the smallest possible number of beads?',
  'A band of dancers can be arranged so that they leave {list}. What is the smallest possible number of dancers?',
  'A whole number leaves {list}. What is the smallest non-negative such number?',
]

/** The remainder of a power tower `{a}` to the power of `{b}` to the power of `{c}`. */
export const TOWER_QUESTIONS: readonly string[] = [
  'What is the remainder when {a}^({b}^{c}) is divided by {m}?',
  'Let N be {b} to the power {c}. What is {a} to the power N modulo {m}?',
  'Find {a}^({b}^{c}) mod {m}.',
  '{name} raises {a} to the power {b}^{c} and divides by {m}. What is the remainder?',
]
