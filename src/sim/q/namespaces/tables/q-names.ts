/** The names of `.q`, the keywords that are defined in q, in the order of its own file. */
export const Q_NAMES: readonly string[] = `
  neg not null string reciprocal floor ceiling signum mod xbar xlog and or each scan over prior mmu
  lsq inv md5 ltime gtime count first svar sdev scov med all any rand sums prds mins maxs fills
  deltas ratios avgs differ prev next rank reverse iasc idesc asc desc msum mcount mavg mdev xrank
  mmin mmax xprev rotate ema distinct group where flip type key til value attr cut set upsert raze
  union inter except cross sv vs sublist read0 read1 hclose hdel hsym hcount peach system ltrim
  rtrim trim lower upper ssr view tables views cols xcols keys xkey xcol xasc xdesc fkeys meta lj
  ljf aj aj0 ajf ajf0 ij ijf pj asof uj ujf wj wj1 fby xgroup ungroup ej save load rsave rload dsave
  show csv parse eval reval
`
  .trim()
  .split(/\s+/)
