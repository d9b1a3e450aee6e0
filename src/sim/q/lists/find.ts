import { hashKey } from '../comparison/match.ts'
import { positionIn } from '../dictionaries/lookup.ts'
import { signal } from '../errors.ts'
import { countOf, gather, itemAt, itemsOf } from '../values/access.ts'
import { bool, cells, collapse, dictionary, long, longs, vector } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { LONG } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'

/** `where x`: positions of true, or each position so many times; keys of a dictionary likewise. */
export function whereOf(x: Value): Value {
  if (x.kind === 'dictionary') {
    const places = whereOf(x.values)
    return places.kind === 'vector' ? gather(x.keys, places.data as Float64Array) : signal('type')
  }
  if (x.kind === 'list' && x.items.length === 0) return longs([])
  if (x.kind !== 'vector' || x.type > LONG || Array.isArray(x.data)) return signal('type')
  const places: number[] = []
  for (let i = 0; i < x.data.length; i++) {
    const times = Number(x.data[i])
    if (times > 1) reserve(places.length + times)
    for (let k = 0; k < times; k++) places.push(i)
  }
  return longs(places)
}

/** Positions of the first of each different item, in order. */
function firstPlaces(x: Value): number[] {
  const seen = new Set<string | number | bigint>()
  const places: number[] = []
  itemsOf(x).forEach((item, i) => {
    const key = hashKey(item)
    if (seen.has(key)) return
    seen.add(key)
    places.push(i)
  })
  return places
}

/** `distinct x`. */
export function distinct(x: Value): Value {
  if (x.kind === 'atom') return collapse([x])
  return gather(x.kind === 'dictionary' ? x.values : x, firstPlaces(x))
}

/** `group x`. */
export function group(x: Value): Value {
  if (x.kind === 'dictionary') {
    const groups = group(x.values)
    if (groups.kind !== 'dictionary') return signal('type')
    const keys = itemsOf(groups.values).map((places) =>
      gather(x.keys, (places as { data: Float64Array }).data),
    )
    return dictionary(groups.keys, collapse(keys))
  }
  if (!isList(x) && x.kind !== 'table') return signal('type')
  const places = new Map<string | number | bigint, number[]>()
  const firsts: number[] = []
  itemsOf(x).forEach((item, i) => {
    const key = hashKey(item)
    const known = places.get(key)
    if (known !== undefined) known.push(i)
    else {
      firsts.push(i)
      places.set(key, [i])
    }
  })
  return dictionary(gather(x, firsts), collapse([...places.values()].map(longs)))
}

/** `x?y`: where y is in x; the count of x when it is not; the key of a dictionary's value. */
export function find(x: Value, y: Value): Value {
  if (x.kind === 'dictionary') {
    const places = find(x.values, y)
    if (places.kind === 'atom') return itemAt(x.keys, Number(places.value))
    return gather(x.keys, places.kind === 'vector' ? (places.data as Float64Array) : [])
  }
  if (!isList(x) && x.kind !== 'table') return signal('type')
  const count = countOf(x)
  const placeOf = (item: Value): Value => {
    const place = positionIn(x, item)
    return long(place < 0 ? count : place)
  }
  return isManyFor(x, y) ? collapseLongs(cells(y).map(placeOf)) : placeOf(y)
}

const collapseLongs = (items: readonly Value[]): Value =>
  items.length === 0 ? vector(LONG, new Float64Array(0)) : collapse(items)

/** Whether a list on the right is several items to look for, not one item of a list of lists. */
function isManyFor(x: Value, y: Value): boolean {
  if (y.kind === 'table') return false
  if (!isList(y)) return false
  if (x.kind === 'vector') return true
  const first = itemAt(x, 0)
  if (!isList(first)) return true
  return isList(itemAt(y, 0))
}

/** `x in y`. */
export function isIn(x: Value, y: Value): Value {
  const has = (item: Value): Value => bool(positionIn(y, item) >= 0)
  const whole = isList(y) || y.kind === 'table' ? y : collapse([y])
  if (whole !== y) return isIn(x, whole)
  if (!isManyFor(y, x)) return has(x)
  return x.kind === 'list' && y.kind === 'vector'
    ? collapse(x.items.map((item) => isIn(item, y)))
    : collapse(cells(x as never).map(has))
}
