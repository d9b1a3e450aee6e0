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
  'f.ffffff..ffzzffff',
  '..................',
  '..................',
  'p.pppppf......pppp',
  'm.mmmmmf..........',
  'd.dddddz......pppp',
  'z.zzzzzz......pzzz',
  'n.nnnnnf..p.ppnnnn',
  'u.uuuuuf..p.pznuvt',
  'v.vvvvvf..p.pznvvt',
  't.tttttf..p.pznttt',
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
  'f.ffffff..ffzzffff',
  '..................',
  '..................',
  'p.pppppf..n.nnpppp',
  'm.mmmmmf...i......',
  'd.dddddz..n.inpppp',
  'z.zzzzzz..n.nfpzzz',
  'n.nnnnnf..p.ppnnnn',
  'u.uuuuuf..p.pznuvt',
  'v.vvvvvf..p.pznvvt',
  't.tttttf..p.pznttt',
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
  'f.ffffff..ffzzffff',
  '..................',
  '..................',
  'p.pppppf..........',
  'm.mmmmmf..........',
  'd.dddddz..........',
  'z.zzzzzz..........',
  'n.nnnnnf..........',
  'u.uuuuuf..........',
  'v.vvvvvf..........',
  't.tttttf..........',
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
