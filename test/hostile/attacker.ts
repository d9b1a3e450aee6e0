import { setPriority } from 'node:os'
import { stream } from '../../src/sim/random.ts'
import { ATTACKS } from './attacks/index.ts'
import { Hand } from './hand.ts'
import { pause } from './line.ts'

/** What the process that attacks is told, as JSON in its first argument. */
export interface Orders {
  readonly url: string
  readonly seed: number
  readonly seconds: number
  readonly names: readonly string[]
  /** Attacks that are made at once. */
  readonly lanes: number
}

/** What it tells in return: which attack begins or has ended. */
export interface Mark {
  readonly name: string
  readonly what: 'begins' | 'ends'
  /** With its end: what got through that never may. */
  readonly breaches?: readonly string[]
}

/** Who attacks from one's own machine must not be what one suffers from. */
const NICENESS = 10

async function attack(orders: Orders): Promise<void> {
  setPriority(NICENESS)
  const { url, seed, seconds, names, lanes } = orders
  const endMs = performance.now() + seconds * 1_000
  const order = stream(seed, 0, 'hostile-order').sample(names, names.length)
  const rounds = Math.ceil(order.length / lanes)
  const sliceMs = (seconds * 1_000) / rounds
  let next = 0
  const lane = async (): Promise<void> => {
    for (let place = next++; place < order.length; place = next++) {
      const found = ATTACKS.find(({ name }) => name === order[place])
      if (found === undefined) throw new Error(`there is no attack "${order[place]}"`)
      const untilMs = Math.min(endMs, performance.now() + sliceMs)
      const hand = new Hand(url, stream(seed, place, 'hostile'), untilMs)
      tell({ name: found.name, what: 'begins' })
      // One that waits for what will not come is left behind.
      await Promise.race([found.run(hand).catch(() => undefined), pause(hand.leftMs + 200)])
      hand.close()
      tell({ name: found.name, what: 'ends', breaches: [...hand.breaches] })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const tell = (mark: Mark): void => void process.send?.(mark)

process.on('unhandledRejection', () => undefined)
await attack(JSON.parse(process.argv[2] as string) as Orders)
process.exit(0)
