// Guards that owners take turns whatever the others do, and that an owner's own order is kept.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

interface Item {
  readonly owner: string
  readonly number: number
}

const owners = ['ann', 'bea', 'cem']
const event = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), owner: fc.constantFrom(...owners) }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(50) }),
  fc.record({ kind: fc.constant('drop' as const) }),
)

/** The same queue, as slowly and plainly as it can be said. */
class Model {
  turns: string[] = []
  items: Item[] = []
  of = (owner: string): Item[] => this.items.filter((item) => item.owner === owner)

  push(item: Item): void {
    if (this.of(item.owner).length === 0) this.turns.push(item.owner)
    this.items.push(item)
  }

  take(): Item | undefined {
    const owner = this.turns.shift()
    if (owner === undefined) return undefined
    const [first] = this.of(owner)
    this.turns.push(owner)
    this.leave(first as Item)
    return first
  }

  drop(): Item | undefined {
    const longest = Math.max(...this.turns.map((owner) => this.of(owner).length))
    const owner = this.turns.findLast((one) => this.of(one).length === longest)
    const last = owner === undefined ? undefined : this.of(owner).at(-1)
    if (last !== undefined) this.leave(last)
    return last
  }

  leave(gone: Item): void {
    this.items = this.items.filter((item) => item !== gone)
    this.turns = this.turns.filter((owner) => this.of(owner).length > 0)
  }
}

describe('a fair queue', () => {
  it('does what a plain list of turns does', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const queue = new FairQueue<Item>()
        const model = new Model()
        for (const [number, step] of events.entries()) {
          if (step.kind === 'push') {
            const item = { owner: step.owner, number }
            queue.push(step.owner, item)
            model.push(item)
          } else if (step.kind === 'take') {
            expect(queue.take()).toBe(model.take())
          } else if (step.kind === 'drop') {
            expect(queue.dropFromLongest()).toBe(model.drop())
          } else if (model.items.length > 0) {
            const gone = model.items[step.which % model.items.length] as Item
            expect(queue.remove(gone.owner, gone)).toBe(true)
            expect(queue.remove(gone.owner, gone)).toBe(false)
            model.leave(gone)
          }
          expect(queue.size).toBe(model.items.length)
          expect([...queue.owners()]).toEqual(model.turns)
          for (const owner of owners) expect(queue.sizeOf(owner)).toBe(model.of(owner).length)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('serves everyone once before anyone twice, however long a line is', () => {
    const queue = new FairQueue<string>()
    for (let number = 0; number < 10_000; number++) queue.push('flood', `flood ${number}`)
    queue.push('ann', 'ann')
    queue.push('bea', 'bea')
    const first = [queue.take(), queue.take(), queue.take(), queue.take()]
    expect(first).toEqual(['flood 0', 'ann', 'bea', 'flood 1'])
  })

  it('takes and drops nothing where nothing waits', () => {
    const queue = new FairQueue<string>()
    expect([queue.take(), queue.take('ann'), queue.dropFromLongest()]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
