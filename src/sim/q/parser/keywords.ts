const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Keywords between their arguments. */
export const INFIX: ReadonlySet<string> = new Set(
  words(`
    and asof bin binr cor cov cross cut div dsave each ema except fby ij ijf in insert inter like
    lj ljf lsq mavg mcount mdev mmax mmin mmu mod msum or over peach pj prior rotate scan scov
    set setenv ss sublist sv uj ujf union upsert vs wavg within wsum xasc xbar xcol xcols xdesc
    xexp xgroup xkey xlog xprev xrank
  `),
)

/** Keywords before their argument, or with arguments in brackets. */
export const PREFIX: ReadonlySet<string> = new Set(
  words(`
    abs acos aj aj0 ajf ajf0 all any asc asin atan attr avg avgs cols cos count csv deltas desc dev
    differ distinct ej enlist eval exit exp fills first fkeys flip floor ceiling get getenv group
    gtime hclose hcount hdel hopen hsym iasc idesc inv key keys last load log lower ltime ltrim max
    maxs md5 med meta min mins neg next not null parse prd prds prev rand rank ratios raze read0
    read1 reciprocal reval reverse rload rsave rtrim save sdev show signum sin sqrt ssr string sum
    sums svar system tables tan til trim type ungroup upper value var view views where wj wj1
  `),
)

/** Words that begin a query. */
export const QUERY: ReadonlySet<string> = new Set(['select', 'exec', 'update', 'delete'])

/** Control words. */
export const CONTROL: ReadonlySet<string> = new Set(['if', 'do', 'while'])

/** Whether a name may not be assigned. */
export const isReserved = (name: string): boolean =>
  INFIX.has(name) ||
  PREFIX.has(name) ||
  QUERY.has(name) ||
  CONTROL.has(name) ||
  name === 'from' ||
  name === 'by'
