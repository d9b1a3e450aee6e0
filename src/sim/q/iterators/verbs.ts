import type { Iterator, Value } from '../values/value.ts'
import { binary, type Verb } from '../verbs/verb.ts'
import { applyDerived } from './derived.ts'

const derived = (iterator: Iterator, target: Value) =>
  ({ kind: 'derived', iterator, target }) as const

const word = (name: string, iterator: Iterator, doc: string, shown = iterator): Verb =>
  binary(name, doc, (x, y, q) => applyDerived(q, derived(iterator, x), [y]), {
    type: 100,
    shown: `k){x${shown}y}`,
  })

/** The keywords for iterators. */
export const iteratorVerbs: readonly Verb[] = [
  word('each', "'", 'each item'),
  word('peach', "'", 'each item, in parallel where that is possible', "':"),
  word('over', '/', 'fold, or repeat until it stays the same'),
  word('scan', '\\', 'fold or repeat, with all the steps'),
  word('prior', "':", 'each item with the one before'),
]
