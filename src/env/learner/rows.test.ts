// Guards gathered features: those kept from before are the same as those gathered anew.
import { expect, it } from 'vitest'
import { RowBuilder } from './rows.ts'

it('adds kept features where they are asked for', () => {
  const rows = new RowBuilder(512)
  let gathered = 0
  const build = (key: number) => {
    rows.add('before')
    const part = rows.cached(key, () => {
      gathered += 1
      rows.add(`one ${key}`)
      rows.add(`two ${key}`)
    })
    rows.addAll(part)
    rows.endClean()
    rows.add('after')
    return rows.finish()
  }
  const first = [build(1), build(2)]
  expect([build(1), build(2)]).toEqual(first)
  expect(gathered).toBe(2)
  const plain = new RowBuilder(512)
  for (const name of ['before', 'one 2', 'two 2']) plain.add(name)
  plain.endClean()
  plain.add('after')
  expect(first[1]).toEqual(plain.finish())
})

it('keeps no part that was cut off for what stood before it', () => {
  const rows = new RowBuilder(512)
  const long = () => {
    for (let at = 0; at < 1_000; at++) rows.add(`${at}`)
  }
  for (let at = 0; at < 100; at++) rows.add('before')
  expect(rows.cached('long', long).rows.length).toBe(924)
  rows.finish()
  expect(rows.cached('long', long).rows.length).toBe(1_000)
})
