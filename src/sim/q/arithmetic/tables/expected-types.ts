// What each verb gives for every pair of types, or every type: one row per type of the left
// argument and one letter per type of the right one, in the order of `TYPE_LETTERS`; a dot where
// there is an error. Written on its own, so that a slip in the tables of the verbs is seen.

interface Pairs {
  readonly verbs: readonly string[]
  readonly rows: readonly string[]
}

const NOTHING = '..................'

/** Verbs of two arguments. */
export const EXPECTED_PAIRS: readonly Pairs[] = [
  {
    verbs: ['=', '<>', '<', '>', '<=', '>='],
    rows: [
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
    ],
  },
  {
    verbs: ['&', '|', 'and', 'or'],
    rows: [
      'b.xhijefc.pmdznuvt',
      NOTHING,
      'x.xhijefc.pmdznuvt',
      'h.hhijefc.pmdznuvt',
      'i.iiijefc.pmdznuvt',
      'j.jjjjefc.pmdznuvt',
      'e.eeeeefc.pmdznuvt',
      'f.ffffffc.pmdznuvt',
      'c.ccccccc.pmdznuvt',
      NOTHING,
      'p.ppppppp.ppppnuvt',
      'm.mmmmmmm.pmd.....',
      'd.ddddddd.pddz....',
      'z.zzzzzzz.p.zznuvt',
      'n.nnnnnnn.n..nnnnn',
      'u.uuuuuuu.u..unuvt',
      'v.vvvvvvv.v..vnvvt',
      't.ttttttt.t..tnttt',
    ],
  },
  {
    verbs: ['*', 'wsum'],
    rows: [
      'i.iiijef..pmdznuvt',
      NOTHING,
      'i.iiijef..pmdznuvt',
      'i.iiijef..pmdznuvt',
      'i.iiijef..pmdznuvt',
      'j.jjjjef..pmdznuvt',
      'e.eeeeef..pmdznuvt',
      'f.fffffff.ffzzffff',
      '.......f..pmdznuvt',
      NOTHING,
      'p.pppppfp.........',
      'm.mmmmmfm.........',
      'd.dddddzd.........',
      'z.zzzzzzz.........',
      'n.nnnnnfn.........',
      'u.uuuuufu.........',
      'v.vvvvvfv.........',
      't.tttttft.........',
    ],
  },
  {
    verbs: ['msum'],
    rows: [
      'i.iiijef..niifnuvt',
      NOTHING,
      'i.iiijef..niifnuvt',
      'i.iiijef..niifnuvt',
      'i.iiijef..niifnuvt',
      'i.iiijef..niifnuvt',
      ...new Array<string>(12).fill(NOTHING),
    ],
  },
  {
    verbs: ['div'],
    rows: [
      'i.iiiiiii.iiiiiiii',
      NOTHING,
      'i.iiiiiii.iiiiiiii',
      'i.iiiiiii.iiiiiiii',
      'i.iiiiiii.iiiiiiii',
      'j.jjjjjjj.jjjjjjjj',
      'f.fffffff.ffffffff',
      'f.fffffff.ffffffff',
      'i.iiiiiii.iiiiiiii',
      NOTHING,
      'p.ppppppp.pppppppp',
      'm.mmmmmmm.mmm.....',
      'd.ddddddd.dddd....',
      'z.zzzzzzz.z.zzzzzz',
      'n.nnnnnnn.n..nnnnn',
      'u.uuuuuuu.u..uuuuu',
      'v.vvvvvvv.v..vvvvv',
      't.ttttttt.t..ttttt',
    ],
  },
]

interface Singles {
  readonly verbs: readonly string[]
  readonly row: string
}

/** Verbs of one argument. */
export const EXPECTED_SINGLES: readonly Singles[] = [
  { verbs: ['avg', 'med', 'var', 'dev', 'svar', 'sdev'], row: 'f.fffffff.ffffffff' },
  { verbs: ['cos', 'sin', 'tan', 'exp', 'log', 'sqrt'], row: 'f.fffffff.fffzffff' },
  { verbs: ['sum'], row: 'i.iiijefi.pmdznuvt' },
  { verbs: ['neg', 'abs'], row: 'i.ihijefi.pmdznuvt' },
  { verbs: ['signum'], row: 'i.iiiiiii.iiiiiiii' },
  { verbs: ['max', 'min'], row: 'b.xhijefc.pmdznuvt' },
  { verbs: ['not', 'all', 'any'], row: 'b.bbbbbbb.bbbbbbbb' },
  { verbs: ['null'], row: 'bbbbbbbbbbbbbbbbbb' },
]
