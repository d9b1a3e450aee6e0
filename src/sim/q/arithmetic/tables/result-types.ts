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
  'p.pppppfp.....pppp',
  'm.mmmmmfm.........',
  'd.dddddzd.....pppp',
  'z.zzzzzzz.....pzzz',
  'n.nnnnnfn.p.ppnnnn',
  'u.uuuuufu.p.pznuvt',
  'v.vvvvvfv.p.pznvvt',
  't.tttttft.p.pznttt',
]

/** What `-` gives. */
export const SUBTRACT: readonly string[] = [
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
  'p.pppppfp.n.nnpppp',
  'm.mmmmmfm..i......',
  'd.dddddzd.n.inpppp',
  'z.zzzzzzz.n.nfpzzz',
  'n.nnnnnfn.p.ppnnnn',
  'u.uuuuufu.p.pznuvt',
  'v.vvvvvfv.p.pznvvt',
  't.tttttft.p.pznttt',
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

/** What `%` gives: what can be compared can be divided, but for guids and symbols. */
export const DIVIDE: readonly string[] = COMPARE.map((row, i) =>
  'gs'.includes(LETTERS.charAt(i)) ? row.replace(/b/g, '.') : row.replace(/b/g, 'f'),
)

/** What `div` gives: the type on the left, which is made an int or a float where it is small. */
export const DIVIDE_WHOLE: readonly string[] = DIVIDE.map((row, i) =>
  row.replace(/f/g, 'i.iiijffi.pmdznuvt'.charAt(i)),
)

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
