/** A part of the q reference: its title, and its names. */
export interface ReferencePart {
  readonly title: string
  readonly names: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Every name of the reference, part by part. */
export const REFERENCE: readonly ReferencePart[] = [
  {
    title: 'Operators',
    names: words(': :: + - * % & | ^ = <> < > <= >= ~ , # _ ! ? $ @ . 0: 1: 2:'),
  },
  { title: 'Iterators', names: words("' / \\ ': /: \\:") },
  { title: 'Control and queries', names: words('$[] :[] if do while select exec update delete') },
  {
    title: 'Keywords',
    names: words(`
      abs acos aj aj0 ajf ajf0 all and any asc asin asof atan attr avg avgs bin binr ceiling cols
      cor cos count cov cross csv cut deltas desc dev differ distinct div dsave each ej ema enlist
      eval except exit exp fby fills first fkeys flip floor get getenv group gtime hclose hcount
      hdel hopen hsym iasc idesc ij ijf in insert inter inv key keys last like lj ljf load log
      lower lsq ltime ltrim mavg max maxs mcount md5 mdev med meta min mins mmax mmin mmu mod msum
      neg next not null or over parse peach pj prd prds prev prior rand rank ratios raze read0
      read1 reciprocal reval reverse rload rotate rsave rtrim save scan scov sdev set setenv show
      signum sin sqrt ss ssr string sublist sum sums sv svar system tables tan til trim type uj
      ujf ungroup union upper upsert value var view views vs wavg where within wj wj1 wsum xasc
      xbar xcol xcols xdesc xexp xgroup xkey xlog xprev xrank
    `),
  },
  {
    title: 'Namespace `.Q`',
    names: words(`
      .Q.A .Q.a .Q.addmonths .Q.addr .Q.an .Q.atob .Q.b6 .Q.bt .Q.btoa .Q.bv .Q.chk .Q.cn .Q.D
      .Q.dd .Q.def .Q.dpft .Q.dpfts .Q.dpt .Q.dpts .Q.dsftg .Q.en .Q.ens .Q.f .Q.fc .Q.ff .Q.fmt
      .Q.fpn .Q.fps .Q.fs .Q.fsn .Q.ft .Q.fu .Q.gc .Q.gz .Q.hdpf .Q.hg .Q.host .Q.hp .Q.id .Q.ind
      .Q.j10 .Q.j12 .Q.K .Q.k .Q.l .Q.ld .Q.li .Q.lo .Q.M .Q.MAP .Q.n .Q.nA .Q.opt .Q.P .Q.par
      .Q.PD .Q.pd .Q.pf .Q.pn .Q.prf0 .Q.pt .Q.PV .Q.pv .Q.qp .Q.qt .Q.res .Q.s .Q.s1 .Q.sbt
      .Q.sha1 .Q.t .Q.trp .Q.trpd .Q.ts .Q.ty .Q.u .Q.V .Q.v .Q.view .Q.vp .Q.w .Q.Xf .Q.x .Q.x10
      .Q.x12
    `),
  },
  { title: 'Namespace `.j`', names: words('.j.j .j.jd .j.k') },
  {
    title: 'Namespace `.h`',
    names: words(`
      .h.br .h.c0 .h.c1 .h.cd .h.code .h.d .h.ed .h.edsn .h.fram .h.ha .h.hb .h.hc .h.he .h.hn
      .h.HOME .h.hp .h.hr .h.ht .h.hta .h.htac .h.htc .h.html .h.http .h.hu .h.hug .h.hy .h.iso8601
      .h.jx .h.ka .h.logo .h.nbr .h.pre .h.q .h.sa .h.sb .h.sc .h.td .h.text .h.tx .h.ty .h.uh
      .h.val .h.xd .h.xmp .h.xs .h.xt
    `),
  },
  {
    title: 'Namespace `.z`',
    names: words(`
      .z.a .z.ac .z.b .z.bm .z.c .z.D .z.d .z.e .z.ex .z.exit .z.ey .z.f .z.H .z.h .z.i .z.K .z.k
      .z.l .z.N .z.n .z.o .z.P .z.p .z.pc .z.pd .z.pg .z.ph .z.pi .z.pm .z.po .z.pp .z.pq .z.ps
      .z.pw .z.q .z.r .z.s .z.T .z.t .z.ts .z.u .z.vs .z.W .z.w .z.wc .z.wo .z.ws .z.X .z.x .z.Z
      .z.z .z.zd
    `),
  },
  {
    title: 'System commands',
    names: words(`
      \\a \\b \\B \\c \\C \\cd \\d \\e \\E \\f \\g \\l \\o \\p \\P \\r \\s \\S \\t \\ts \\T \\u \\v
      \\w \\W \\x \\z \\1 \\2 \\_ \\\\
    `),
  },
  {
    title: 'Internal functions',
    names: words(`
      0N! -1! -2! -3! -4! -5! -6! -7! -8! -9! -10! -11! -12! -13! -14! -15! -16! -17! -18! -19! -20!
      -21! -22! -23! -24! -25! -26! -27! -29! -30! -31! -33! -34! -36! -37! -38! -120!
    `),
  },
]

/** What a name lacks, or what replaces a missing one. */
export const GAPS: Readonly<Record<string, string>> = {
  peach: 'one thread: the same as `each`',
  rand: 'a generator of our own: other draws than q for the same seed',
  '?': 'draws come from a generator of our own',
  value: 'a lambda has no bytecode',
  getenv: 'speaks of variables of the session, of which there are none at first',
  gtime: 'the time zone is UTC',
  ltime: 'the time zone is UTC',
  reval: 'the same as `eval`: nothing is there to be protected',
  parse: 'what q defines in k is shown by its name',
  system: 'the commands below',
  exit: 'ends the program, and the process only on the console',
  '.Q.fc': 'one thread',
  '.Q.sbt': 'the frame in which the error arose, without those around it',
  '.Q.trp': 'the handler is given one frame',
  '.Q.trpd': 'the handler is given one frame',
  '.Q.gc': 'gives 0',
  '.Q.ts': 'no time passes: zeros',
  '.Q.w': 'zeros',
  '-120!': 'memory is of one domain: 0',
  '.Q.host': 'needs the network',
  '.h.hp': 'text as it is, without a link to the console',
  '\\e': 'kept, without effect',
  '\\E': 'kept, without effect',
  '\\C': 'kept, without effect',
  '\\g': 'kept, without effect',
  '\\o': 'kept, without effect',
  '\\p': 'kept, without effect',
  '\\r': 'without effect',
  '\\s': 'kept, without effect',
  '\\T': 'kept, without effect',
  '\\u': 'without effect',
  '\\w': 'zeros',
  '\\W': 'kept, without effect',
  '\\t': 'no time passes: 0',
  '\\ts': 'no time passes: zeros',
  '.z.i': 'always 1',
  '.z.u': 'nobody',
  '.z.h': 'always `localhost`',
  '.z.w': 'always 0',
  '.z.a': 'always 0',
  '.z.W': 'no handle is open',
  '.z.f': 'no script',
  '.z.x': 'no arguments',
  '.z.X': 'no arguments',
  '.z.pi': 'sees the entries of the console',
  '.z.ps': 'sees what handle 0 is sent',
  '.z.vs': 'sees assignments of variables of the default namespace',
  ...Object.fromEntries(
    words('.z.p .z.P .z.d .z.D .z.n .z.N .z.t .z.T .z.z .z.Z').map((name) => [
      name,
      'the clock stands still',
    ]),
  ),
  ...Object.fromEntries(
    words(`
      .z.ac .z.bm .z.ex .z.exit .z.ey .z.pc .z.pd .z.pg .z.ph .z.pm .z.po .z.pp .z.pq .z.pw .z.ts
      .z.wc .z.wo .z.ws .z.zd .z.r
    `).map((name) => [name, 'may be set; nothing calls or reads it']),
  ),
  ...Object.fromEntries(
    words('.Q.D .Q.P .Q.PD .Q.PV .Q.pd .Q.pf .Q.pn .Q.pt .Q.pv .Q.u .Q.vp').map((name) => [
      name,
      'has no value, as in a q without a partitioned database',
    ]),
  ),
}
