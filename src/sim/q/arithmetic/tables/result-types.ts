// One row per type of the left argument, one letter per type of the right one, both in the order
// of `LETTERS`; a dot where there is no result.

/** The order of rows and columns. */
export const LETTERS = 'bgxhijefcspmdznuvt'

/** What `+` gives. */
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

/** What `-` gives. */
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

/** What `*` gives. */
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

/** What `&` and `|` give. */
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

/** Which types `=`, `<` and their kin compare. */
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

/** What `^` gives: as `&`, and guids and symbols among themselves. */
export const FILL: readonly string[] = EXTREME.map((row, i) => {
  const letter = LETTERS.charAt(i)
  return letter === 'g' || letter === 's' ? row.slice(0, i) + letter + row.slice(i + 1) : row
})

/** What `%` gives: whatever is a number, or stands for one. */
export const DIVIDE: readonly string[] = LETTERS.split('').map((letter) =>
  'gs'.includes(letter) ? '..................' : 'f.fffffff.ffffffff',
)

/** What `div` gives: the type on the left, which is made an int or a float where it is small. */
export const DIVIDE_WHOLE: readonly string[] = DIVIDE.map((row, i) =>
  row.replace(/f/g, 'i.iiijffi.pmdznuvt'.charAt(i)),
)

/** What `mod` gives: what is left of points in time are spans and counts. */
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

/** What `xbar` gives: a span is a number of nanoseconds. */
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

/** What `neg` and `abs` give. */
export const SIGNED = 'i.ihijefi.pmdznuvt'

/** What `signum` gives. */
export const SIGN = 'i.iiiiiii.iiiiiiii'

/** What `floor` gives. */
export const ROUNDED = 'b.xhijjjc..md.nuvt'

/** What `ceiling` gives. */
export const ROUNDED_UP = 'i.ihijjji..md.nuvt'

/** What `exp`, `log`, `sqrt` and trigonometry give. */
export const REAL_FUNCTION = 'f.fffffff.fffzffff'

/** What `reciprocal`, `avg`, `dev` and their kin give. */
export const MEAN = 'f.fffffff.ffffffff'

/** What `not` gives. */
export const TRUTH = 'b.bbbbbbb.bbbbbbbb'

/** What `sum`, `prd` and their running forms give. */
export const TOTAL = 'i.iiijefi.pmdznuvt'

/** What `max` and `min` and their running and moving forms give. */
export const SAME = 'b.xhijefc.pmdznuvt'

/** What `deltas` and `msum` give: points in time become spans. */
export const DIFFERENCE = 'i.iiijef..niifnuvt'
