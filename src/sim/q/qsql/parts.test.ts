// Guards queries over partitioned tables: links, row numbers and functions count within a part.
import { describe, expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

/** Two days of trades with links to the instruments of the same day. */
const DATABASE = [
  '(`$":db/2021.03.01/inst/") set .Q.en[`:db] ([]name:`ibm`kx;lot:10 20)',
  '(`$":db/2021.03.01/trade/") set ([]inst:`inst!1 0 1;size:3 5 8)',
  '(`$":db/2021.03.02/inst/") set .Q.en[`:db] ([]name:`kx`sap`ibm;lot:21 30 11)',
  '(`$":db/2021.03.02/trade/") set ([]inst:`inst!0 2;size:2 9)',
  '\\l db',
]

describe('queries over partitioned tables', () => {
  it.each([
    ['exec lot from select inst.lot from trade', '20 10 20 21 11'],
    ['exec name from select inst.name from trade where date=2021.03.02', '`sym$`kx`ibm'],
    ['exec size from select size from trade where inst.name=`ibm', '5 9'],
    ['exec s from select s:sum inst.lot by date from trade', '50 32'],
    ['exec size from select sum size by inst.name from trade', '14 13'],
    ['exec inst from select inst from trade where date=2021.03.02', '`inst!0 2'],
    ['exec x from select i from trade', '0 1 2 0 1'],
    ['exec size from select from trade where date=max date,i=max i', 'enlist 9'],
    ['exec size from select from trade where size=max size', '8 9'],
    ['exec size from select deltas size from trade', '3 2 3 2 7'],
    ['exec size from ?[`trade;();0b;(enlist`size)!enlist(sums;`size)]', '3 8 16 2 11'],
    ['exec size from select max size from trade', 'enlist 9'],
    ['exec size from select from trade where date in 2021.03.01 2021.03.02,i=0', '3 2'],
    ['count select from trade where date>2021.03.02', '0'],
    ['cols select from trade where inst.lot>20', '`date`inst`size'],
    ['cols 0!select by inst.name from trade', '`name`date`inst`size'],
    ['{exec size from select from trade where date=x}2021.03.01', '3 5 8'],
    ['exec size from select med size by date from trade', '5 5.5'],
    ['.Q.cn trade', '3 2'],
    ['.Q.pn`trade', '3 2'],
    ['exec size from .Q.ind[trade;1 4]', '5 9'],
    ['.Q.qp each(trade;1)', '(1b;0)'],
    ['count trade', '5'],
    ['(cols trade;exec t from meta trade)', '(`date`inst`size;"dij")'],
    ['.Q.s1 trade', '"+`inst`size!`trade"'],
    ['.Q.s[trade]~.Q.s select from trade', '1b'],
    ['flip trade', '`inst`size!`trade'],
  ])('%s is %s', (entry, expected) => {
    expect(consoleResult(...DATABASE, `(${entry})~${expected}`)).toBe('1b')
  })

  it.each([
    ['select med size from trade', "'part"],
    ['update size:0 from trade', "'par"],
    ['delete from trade where size>3', "'par"],
    ['select inst.lot from select inst from trade', "'par"],
    ['exec size from trade', "'nyi"],
    ['?[`trade;();();`size]', "'nyi"],
    ['select[2;>size] from trade', "'nyi"],
    ['trade 0', "'par"],
    ['trade`size', "'par"],
    ['last trade', "'par"],
    ['2#trade', "'par"],
    ['trade,trade', "'par"],
    ['`size xasc trade', "'par"],
    ['`trade upsert(2021.03.01;`inst!0;7)', "'par"],
    ['other:trade;reverse other', "'par"],
  ])('%s is refused with %s', (entry, error) => {
    expect(consoleResult(...DATABASE, entry).split('\n')[0]).toBe(error)
  })
})
