// Guards the names that query columns take from their expressions.
import { describe, expect, it } from 'vitest'
import { createSession } from '../session.ts'

const TABLE = 't:([]sym:`a`b;size:3 0N;price:1 2f;at:2#10:00:00)'

/** The column names of a query over the table. */
function namesOf(query: string): string {
  const session = createSession()
  session.evaluate(TABLE)
  const { output, error } = session.evaluate(`-1" "sv string cols ${query};`)
  return error === undefined ? output.trim() : `'${error.name}`
}

describe('a column without a name of its own', () => {
  it.each([
    ['select neg size from t', 'size'],
    ['select size+price from t', 'size'],
    ['select price wavg size from t', 'size'],
    ['select string each sym from t', 'sym'],
    ['select 2*price from t', 'x'],
    ['select 1<price,3-size from t', 'x x1'],
    ['select count i by 0.5 xbar price from t', 'price x'],
    ['select 0^size,"i"$price from t', 'size price'],
    ['select `minute$at from t', 'at'],
    ['select -1_sym,1#price from t', 'sym price'],
    ['select last size by `minute$at from t', 'at size'],
    ['select sum 0^size,max 1f^price from t', 'size price'],
    ['select price%size,price from t', 'price price1'],
  ])('%s', (query, names) => expect(namesOf(query)).toBe(names))
})

describe('an update without a name', () => {
  it.each(['`g#sym', '0^size', 'fills size', '`second$at', '"j"$price', '1f^price', 'neg size'])(
    'update %s from t changes the column in its place',
    (change) => expect(namesOf(`update ${change} from t`)).toBe('sym size price at'),
  )
})

describe('a column of a table literal without a name', () => {
  it.each([
    ['([]size;1_price,2f)', 'size x'],
    ['([]til n;neg size)', 'n size'],
    ['([]w:size;n?9;n?`4;til n)', 'w x x1 n'],
    ['([]size;size;size:price)', 'size size1 size'],
    ['([k:size]n?9)', 'k x'],
  ])('%s', (literal, names) => {
    const session = createSession()
    for (const entry of ['n:2', 'size:4 5', 'price:4 5f']) session.evaluate(entry)
    const { output } = session.evaluate(`-1" "sv string cols ${literal};`)
    expect(output.trim()).toBe(names)
  })
})
