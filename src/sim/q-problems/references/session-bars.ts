/** A print of a tape: a trade, or the cancel of an earlier print. */
export interface TapePrint {
  readonly time: number
  readonly price: number
  readonly size: number
  readonly kind: 'trade' | 'auction' | 'odd lot' | 'cancel'
  /** The place in the tape of the print that a cancel takes back. */
  readonly cancelled: number
}

export interface TradingSession {
  readonly open: number
  readonly close: number
}

export interface BarRules {
  readonly seconds: number
  /** The largest number of bars that a close is carried on. */
  readonly carryMax: number
  /** How far from its session an auction may print. */
  readonly auctionMax: number
}

interface Bar {
  readonly session: number
  prices: number[]
  volume: number
  open: number | null
  close: number | null
}

/** Bars with a price, ranges times volumes, squared changes, and jumps between sessions. */
export function barStatistics(
  tape: readonly TapePrint[],
  sessions: readonly TradingSession[],
  rules: BarRules,
): [priced: number, ranges: number, squares: number, jumps: number] {
  const bars = filledBars(tape, sessions, rules)
  let [priced, ranges, squares, jumps] = [0, 0, 0, 0]
  bars.forEach(({ session, prices, volume, open, close }, at) => {
    if (close !== null) priced += 1
    if (prices.length > 0) ranges += volume * (Math.max(...prices) - Math.min(...prices))
    const before = bars[at - 1]
    const from = before?.close ?? null
    if (before === undefined || from === null || close === null) return
    if (before.session === session) squares += (close - from) ** 2
    else jumps += Math.abs((open as number) - from)
  })
  return [priced, ranges, squares, jumps]
}

/** The bars of all sessions; those without a trade have the last close for a while. */
function filledBars(
  tape: readonly TapePrint[],
  sessions: readonly TradingSession[],
  rules: BarRules,
): Bar[] {
  const bySession = sessions.map(({ open, close }, session) =>
    Array.from({ length: Math.ceil((close - open) / rules.seconds) }, (): Bar => {
      return { session, prices: [], volume: 0, open: null, close: null }
    }),
  )
  for (const print of withoutCancels(tape)) {
    const bar = barOf(print, sessions, bySession, rules)
    if (bar === undefined) continue
    bar.volume += print.size
    if (print.kind === 'odd lot') continue
    bar.prices.push(print.price)
    bar.open ??= print.price
    bar.close = print.price
  }
  let carried: { at: number; price: number } | undefined
  const bars = bySession.flat()
  bars.forEach((bar, at) => {
    if (bar.close !== null) carried = { at, price: bar.close }
    else if (carried !== undefined && at - carried.at <= rules.carryMax) {
      bar.open = carried.price
      bar.close = carried.price
    }
  })
  return bars
}

/** The trades that no later print cancels, in their order. */
function withoutCancels(tape: readonly TapePrint[]): TapePrint[] {
  const gone = new Set(
    tape.flatMap(({ kind, cancelled }, at) =>
      kind === 'cancel' && cancelled < at ? [cancelled] : [],
    ),
  )
  return tape
    .filter(({ kind }, at) => kind !== 'cancel' && !gone.has(at))
    .sort((one, other) => one.time - other.time)
}

function barOf(
  { time, kind }: TapePrint,
  sessions: readonly TradingSession[],
  bySession: readonly (readonly Bar[])[],
  { seconds, auctionMax }: BarRules,
): Bar | undefined {
  const inside = sessions.findIndex(({ open, close }) => open <= time && time < close)
  if (inside >= 0) {
    return bySession[inside]?.[
      Math.floor((time - (sessions[inside] as TradingSession).open) / seconds)
    ]
  }
  if (kind !== 'auction') return undefined
  // A session that has closed goes before one that has not opened yet.
  const before = sessions.findLastIndex(({ close }) => close <= time)
  const closed = sessions[before]
  if (closed !== undefined && time <= closed.close + auctionMax) return bySession[before]?.at(-1)
  const next = sessions[before + 1]
  return next !== undefined && time >= next.open - auctionMax
    ? bySession[before + 1]?.[0]
    : undefined
}
