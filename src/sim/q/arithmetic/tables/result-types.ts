// Each row is a type of the left argument, and each letter a type of the right one, in the order of
// `TYPE_ORDER`. A dot marks an error.

/** The order of rows and columns. */
export const TYPE_ORDER = 'bgxhijefcspmdznuvt'

/** Result types of `+`. */
export const ADD: readonly string[] = [
  'i.iiijef..pmdznuvt',
  '..................',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'j.jjjjef..pmdznuvt',
  'e.eeeeef..pmdznuvt',
  'f.fffffff.ffzzffff',
  '.......f..pmdznuvt',
  '..................',
  'p.pppppfp.n...pppp',
  'm.mmmmmfm..i..pppp',
  'd.dddddzd...i.pppp',
  'z.zzzzzzz....fpzzz',
  'n.nnnnnfn.ppppnnnn',
  'u.uuuuufu.pppznuvt',
  'v.vvvvvfv.pppznvvt',
  't.tttttft.pppznttt',
]

/** Result types of `-`. */
export const SUBTRACT: readonly string[] = [
  'i.iiijefi.pmdznuvt',
  '..................',
  'i.iiijefi.pmdznuvt',
  'i.iiijefi.pmdznuvt',
  'i.iiijefi.pmdznuvt',
  'j.jjjjefj.pmdznuvt',
  'e.eeeeefe.pmdznuvt',
  'f.fffffff.ffzzffff',
  '.......f..pmdznuvt',
  '..................',
  'p.pppppfp.n...pppp',
  'm.mmmmmfm..i..pppp',
  'd.dddddzd...i.pppp',
  'z.zzzzzzz....fpzzz',
  'n.nnnnnfn.ppppnnnn',
  'u.uuuuufu.pppznuvt',
  'v.vvvvvfv.pppznvvt',
  't.tttttft.pppznttt',
]

/** Result types of `*`. */
export const MULTIPLY: readonly string[] = [
  'i.iiijef..pmdznuvt',
  '..................',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'j.jjjjef..pmdznuvt',
  'e.eeeeef..pmdznuvt',
  'f.fffffff.ffzzffff',
  '.......f..pmdznuvt',
  '..................',
  'p.pppppfp.........',
  'm.mmmmmfm.........',
  'd.dddddzd.........',
  'z.zzzzzzz.........',
  'n.nnnnnfn.........',
  'u.uuuuufu.........',
  'v.vvvvvfv.........',
  't.tttttft.........',
]

/** Result types of `&` and `|`. */
export const EXTREME: readonly string[] = [
  'b.xhijefc.pmdznuvt',
  '..................',
  'x.xhijefc.pmdznuvt',
  'h.hhijefc.pmdznuvt',
  'i.iiijefc.pmdznuvt',
  'j.jjjjefc.pmdznuvt',
  'e.eeeeefc.pmdznuvt',
  'f.ffffffc.pmdznuvt',
  'c.ccccccc.pmdznuvt',
  '..................',
  'p.ppppppp.ppppnuvt',
  'm.mmmmmmm.pmd.....',
  'd.ddddddd.pddz....',
  'z.zzzzzzz.p.zznuvt',
  'n.nnnnnnn.n..nnnnn',
  'u.uuuuuuu.u..unuvt',
  'v.vvvvvvv.v..vnvvt',
  't.ttttttt.t..tnttt',
]

/** The types that `=`, `<` and similar verbs compare. */
export const COMPARE: readonly string[] = [
  'b.bbbbbbb.bbbbbbbb',
  '.b................',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbbbbbbb',
  '.........b........',
  'b.bbbbbbb.bbbbbbbb',
  'b.bbbbbbb.bbb.....',
  'b.bbbbbbb.bbbb....',
  'b.bbbbbbb.b.bbbbbb',
  'b.bbbbbbb.b..bbbbb',
  'b.bbbbbbb.b..bbbbb',
  'b.bbbbbbb.b..bbbbb',
  'b.bbbbbbb.b..bbbbb',
]

/** Result types of `^`: as for `&`, and also for two guids or two symbols. */
export const FILL: readonly string[] = EXTREME.map((row, i) => {
  const letter = TYPE_ORDER.charAt(i)
  return letter === 'g' || letter === 's' ? row.slice(0, i) + letter + row.slice(i + 1) : row
})

/** Result types of `%`: for all numeric types. */
export const DIVIDE: readonly string[] = TYPE_ORDER.split('').map((letter) =>
  'gs'.includes(letter) ? '..................' : 'f.fffffff.ffffffff',
)

/** Result types of `div`: the left type, widened to int or float if it is small. */
export const DIVIDE_WHOLE: readonly string[] = DIVIDE.map((row, i) =>
  row.replace(/f/g, 'i.iiijffi.pmdznuvt'.charAt(i)),
)

/** Result types of `mod`: for points in time they are spans and counts. */
export const MODULUS: readonly string[] = [
  'i.iiijef..pmdznuvt',
  '..................',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'i.iiijef..pmdznuvt',
  'j.jjjjef..pmdznuvt',
  'f.fffffff.ffzzffff',
  'f.fffffff.ffzzffff',
  '.......f..pmdznuvt',
  '..................',
  'n.nnnnnfn.........',
  'i.iiiiifi.........',
  'i.iiiii.i.........',
  'f.fffffff.........',
  'n.nnnnnfn.........',
  'u.uuuuufu.........',
  'v.vvvvvfv.........',
  't.tttttft.........',
]

/** Result types of `xbar`: a span counts as nanoseconds. */
export const BARS: readonly string[] = [
  'i.iiijffi.pmdznuvt',
  '..................',
  'i.iiijffi.pmdznuvt',
  'i.iiijffi.pmdznuvt',
  'i.iiijffi.pmdznuvt',
  'j.jjjjffj.pmdznuvt',
  'e.eeeeffe.pmdznuvt',
  'f.fffffff.ffzzffff',
  '......ff..pmdznuvt',
  '..................',
  'p.ppppffp.........',
  'm.mmmmffm.........',
  'd.ddddzzd.........',
  'z.zzzzzzz.........',
  'j.jjjjffj.pmdznuvt',
  'u.uuuuffu.........',
  'v.vvvvffv.........',
  't.ttttfft.........',
]

// One letter per type of the argument.

/** Result types of `neg` and `abs`. */
export const SIGNED = 'i.ihijefi.pmdznuvt'

/** Result types of `signum`. */
export const SIGN = 'i.iiiiiii.iiiiiiii'

/** Result types of `floor` for numbers; of text it is `lower`. */
export const ROUNDED = '...hijjj..........'

/** Result types of `ceiling`. */
export const ROUNDED_UP = 'i.ihijjji.........'

/** Result types of `exp`, `log`, `sqrt` and trigonometric functions. */
export const REAL_FUNCTION = 'f.fffffff.fffzffff'

/** Result types of `reciprocal`. */
export const INVERSE = 'f.fffffff.pffzffff'

/** Result types of `avg`, `dev` and similar verbs. */
export const MEAN = 'f.fffffff.ffffffff'

/** Result types of `not`. */
export const TRUTH = 'b.bbbbbbb.bbbbbbbb'

/** Result types of `sum`, `prd` and their running forms. */
export const TOTAL = 'i.iiijefi.pmdznuvt'

/** Result types of `max` and `min` and their running and moving forms. */
export const SAME = 'b.xhijefc.pmdznuvt'

/** Result types of `deltas` and `msum`: points in time become spans. */
export const DIFFERENCE = 'i.iiijef..niifnuvt'
