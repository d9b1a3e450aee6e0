import { secondNumber, secondText } from '../market-draws.ts'

interface Tick {
  readonly time: string
  readonly price: number
  readonly size: number
}

/** Open, high, low and close of the ticks of some minutes, with the start of the bar. */
type Bar = {
  minute: string
  open: number
  high: number
  low: number
  close: number
  size: number
}

/** The bars of one name from its first tick to its last; a bar without ticks repeats the close. */
export function barsWithoutGaps(minutes: number, ticks: readonly Tick[]): Bar[] {
  const barNumbers = ticks.map(({ time }) => Math.floor(secondNumber(time) / (60 * minutes)))
  const bars: Bar[] = []
  const lastNumber = barNumbers.at(-1) ?? -1
  let close = 0
  for (let number = barNumbers[0] ?? 0; number <= lastNumber; number++) {
    const ticksInBar = ticks.filter((_tick, index) => barNumbers[index] === number)
    const prices = ticksInBar.map(({ price }) => price)
    const [open = close] = prices
    close = prices.at(-1) ?? close
    bars.push({
      minute: secondText(number * minutes * 60).slice(0, 5),
      open,
      high: Math.max(open, ...prices),
      low: Math.min(open, ...prices),
      close,
      size: ticksInBar.reduce((total, { size }) => total + size, 0),
    })
  }
  return bars
}

interface Trade {
  readonly price: number
  readonly size: number
}

type VolumeBar = { trades: number; size: number; vwap: number }

/** Bars that end with the trade that brings their size to the target; complete ones only. */
export function barsOfVolume(target: number, trades: readonly Trade[]): VolumeBar[] {
  const bars: VolumeBar[] = []
  let [tradeCount, size, amount] = [0, 0, 0]
  for (const trade of trades) {
    tradeCount += 1
    size += trade.size
    amount += trade.size * trade.price
    if (size < target) continue
    bars.push({ trades: tradeCount, size, vwap: amount / size })
    tradeCount = size = amount = 0
  }
  return bars
}
