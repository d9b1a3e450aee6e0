import type { RandomStream } from '../../random.ts'
import { secondNumber, times } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'
import { type ExchangeOrder, tradesOf } from '../references/exchange.ts'
import { consolidated, type Quoted } from '../references/quotes.ts'
import { sheetValues } from '../references/sheet.ts'

const ORDERS = 'table kind:symbol, id:long, owner:symbol, side:symbol, qty:long, price:long'

/** Orders that often rest in the book, and amends that change one member. */
function orders(random: RandomStream): ExchangeOrder[] {
  const all: ExchangeOrder[] = []
  const count = random.integer(6, 14)
  while (all.length < count) {
    const id = all.length + 1
    const owner = random.pick(['ann', 'bob', 'cy'])
    const other = all.length < 3 || random.chance(0.6) ? undefined : random.pick(all)
    if (other === undefined) {
      const kind = random.pick(['limit', 'limit', 'limit', 'limit', 'market'])
      const side = random.pick(['B', 'S'])
      const price = (side === 'B' ? 8 : 10) + random.integer(0, 3)
      // Some orders are large enough to trade with many others.
      const qty = random.chance(0.2) ? random.integer(12, 25) : random.integer(1, 6)
      all.push({ kind, id, owner, side, qty, price })
    } else {
      const kind = random.pick(['cancel', 'amend', 'amend', 'amend'])
      const qty = Math.max(1, other.qty + random.pick([-2, -1, 0, 2]))
      all.push({ ...other, kind, owner, qty, price: other.price + random.pick([-1, 0, 0, 1]) })
    }
  }
  return all
}

const order = (text: string): ExchangeOrder => {
  const [kind = '', id, owner = '', side = '', qty, price] = text.split(' ')
  return { kind, id: Number(id), owner, side, qty: Number(qty), price: Number(price) }
}

const VENUE_QUOTES = 'table time:second, venue:symbol, bid:float, ask:float'

const venueQuotes = (random: RandomStream): Quoted[] =>
  times(random, random.integer(5, 12)).map((time) => {
    const price = (low: number): number | null =>
      random.chance(0.15) ? null : low + random.integer(0, 3) / 2
    return { time, venue: random.pick(['x', 'y', 'z']), bid: price(9), ask: price(10) }
  })

const CELLS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'] as const

function formula(random: RandomStream, depth: number): string {
  if (depth === 0) return random.pick([...CELLS, 'A9', `${random.integer(0, 9)}`])
  const [one, other] = [formula(random, depth - 1), formula(random, depth - 1)]
  return random.pick([
    `${one}+${other}`,
    `${one}-${other}`,
    `${one}*${other}`,
    `(${one}-${other})`,
    `-${one}`,
    one,
    `${one}*${other}*${random.pick(CELLS)}*2`,
    `${one}-${other}+${random.pick(CELLS)}-3`,
    `SUM(A${random.integer(1, 2)}:A${random.integer(2, 4)})`,
    `SUM(A${random.integer(1, 2)}:A${random.integer(2, 4)})*${one}`,
  ])
}

/** Six to eight terms or factors, small enough to multiply all of them. */
function chain(random: RandomStream): string {
  const operators = random.chance(0.5) ? ['*'] : ['+', '-']
  const rest = Array.from(
    { length: random.integer(5, 7) },
    () => random.pick(operators) + random.integer(1, 3),
  )
  return random.pick(CELLS) + rest.join('')
}

const sheet = (random: RandomStream): (readonly [string, string])[] =>
  CELLS.map((cell) => {
    if (random.chance(0.5)) return [cell, String(random.integer(-9, 20))]
    const isChain = random.chance(0.3)
    return [cell, `=${isChain ? chain(random) : formula(random, random.integer(1, 2))}`]
  })

export const WORK_SYSTEMS = topic('work', [
  problem({
    id: 'small-exchange',
    level: 5,
    statement:
      'Orders of one name arrive in the order of the rows. The side is B (buys) or S (sells), ' +
      'prices are whole numbers, and the kind is one of four.\n' +
      '- limit: the order trades with those in the book on the other side, as long as their ' +
      'price is not worse for it than its own. What is left of it goes into the book.\n' +
      '- market: the same at any price. What is left is dropped.\n' +
      '- cancel: the order of this id leaves the book. Nothing happens if it is not there.\n' +
      '- amend: the order of this id in the book gets this quantity and this price. If the price ' +
      'is the same and the quantity not larger, it keeps its place. Otherwise it leaves the book ' +
      'and arrives again as a limit order, with its own owner and side. Nothing happens if it is ' +
      'not there.\n' +
      'An order trades with the best price first, and of equal prices with the order that ' +
      'arrived first. A trade is at the price of the order that was in the book. Orders of the ' +
      'same owner do not trade with each other: the one in the book is removed instead, and the ' +
      'arriving one goes on. The owner and side of a cancel or an amend mean nothing. Give the ' +
      'trades in their order: buyer and seller (the ids of the orders), price and qty. There may ' +
      'be none.',
    takes: { orders: ORDERS },
    gives: 'table buyer:long, seller:long, price:long, qty:long',
    draw: (random) => [orders(random)],
    edges: [
      [
        [
          order('limit 1 ann S 5 10'),
          order('limit 2 bob S 5 10'),
          order('amend 1 ann S 3 10'),
          order('limit 4 cy B 4 11'),
        ],
      ],
      [
        [
          order('limit 1 ann S 5 10'),
          order('limit 2 bob S 5 10'),
          order('amend 1 cy B 6 10'),
          order('limit 4 bob B 8 10'),
          order('market 5 cy S 9 9'),
        ],
      ],
      [
        [
          order('market 1 ann B 5 10'),
          order('cancel 1 ann B 5 10'),
          order('limit 2 bob S 5 10'),
          order('limit 3 ann B 5 9'),
        ],
      ],
      [
        [
          ...[1, 2, 3, 4, 5, 6].map((id) => order(`limit ${id} bob B 1 ${9 + (id % 3)}`)),
          order('limit 7 ann S 9 9'),
        ],
      ],
    ],
    reference: (rows) => tradesOf(rows),
    solution:
      'best:{[b;s;p] g:$[s=`B;1;-1];i:where(b[`side]<>s)and 0<=g*p-b`price;\n' +
      '  $[0=count i;0N;i first iasc g*b[`price]i]}\n' +
      'without:{[b;k] b(til count b)except k}\n' +
      'arrive:{[b;o;keep] t:();n:o`qty;go:1b;\n' +
      '  while[go and n>0;k:best[b;o`side;o`price];\n' +
      '    $[null k;go:0b;b[k;`owner]=o`owner;b:without[b;k];\n' +
      '      [m:n&b[k;`qty];w:b[k;`id];\n' +
      '        t,:enlist $[`B=o`side;(o`id;w);(w;o`id)],(b[k;`price];m);\n' +
      '        n-:m;b:update qty:qty-m from b where i=k;b:select from b where qty>0]]];\n' +
      '  if[keep and n>0;b,:@[o;`qty;:;n]];(b;t)}\n' +
      'step:{[s;r] b:s 0;k:r`kind;o:`id`owner`side`qty`price#r;j:b[`id]?r`id;\n' +
      '  x:$[k=`limit;arrive[b;o;1b];\n' +
      '    k=`market;arrive[b;@[o;`price;:;$[`B=r`side;1000000000;-1000000000]];0b];\n' +
      '    j=count b;(b;());\n' +
      '    k=`cancel;(without[b;j];());\n' +
      '    (r[`price]=b[j;`price])and r[`qty]<=b[j;`qty];' +
      '(update qty:r`qty from b where i=j;());\n' +
      '    arrive[without[b;j];@[b j;`qty`price;:;(r`qty;r`price)];1b]];\n' +
      '  (x 0;s[1],x 1)}\n' +
      'solve:{[orders] e:([]id:0#0;owner:0#`;side:0#`;qty:0#0;price:0#0);\n' +
      '  t:last step/[(e;());orders];\n' +
      '  $[count t;flip`buyer`seller`price`qty!flip t;([]buyer:0#0;seller:0#0;price:0#0;qty:0#0)]}',
    wrong:
      'best:{[b;s;p] g:$[s=`B;1;-1];i:where(b[`side]<>s)and 0<=g*p-b`price;\n' +
      '  $[0=count i;0N;i first iasc g*b[`price]i]}\n' +
      'without:{[b;k] b(til count b)except k}\n' +
      'arrive:{[b;o;keep] t:();n:o`qty;go:1b;\n' +
      '  while[go and n>0;k:best[b;o`side;o`price];\n' +
      '    $[null k;go:0b;\n' +
      '      [m:n&b[k;`qty];w:b[k;`id];\n' +
      '        t,:enlist $[`B=o`side;(o`id;w);(w;o`id)],(b[k;`price];m);\n' +
      '        n-:m;b:update qty:qty-m from b where i=k;b:select from b where qty>0]]];\n' +
      '  if[keep and n>0;b,:@[o;`qty;:;n]];(b;t)}\n' +
      'step:{[s;r] b:s 0;k:r`kind;o:`id`owner`side`qty`price#r;j:b[`id]?r`id;\n' +
      '  x:$[k=`limit;arrive[b;o;1b];\n' +
      '    k=`market;arrive[b;@[o;`price;:;$[`B=r`side;1000000000;-1000000000]];0b];\n' +
      '    j=count b;(b;());\n' +
      '    k=`cancel;(without[b;j];());\n' +
      '    arrive[without[b;j];@[b j;`qty`price;:;(r`qty;r`price)];1b]];\n' +
      '  (x 0;s[1],x 1)}\n' +
      'solve:{[orders] e:([]id:0#0;owner:0#`;side:0#`;qty:0#0;price:0#0);\n' +
      '  t:last step/[(e;());orders];\n' +
      '  $[count t;flip`buyer`seller`price`qty!flip t;([]buyer:0#0;seller:0#0;price:0#0;qty:0#0)]}',
  }),
  problem({
    id: 'best-of-venues',
    level: 5,
    statement:
      'Venues quote one name; rows are in order of time. Each row is the new quote of its venue ' +
      'on both sides; a null price means that the venue has no quote on that side. A quote ' +
      'counts until it is more than age seconds old. Give after each row the best prices over ' +
      'all venues, as a table with the columns bid, bidder, ask and asker: the highest bid, its ' +
      'venue, the lowest ask, its venue. If several venues have the best price, it is the one ' +
      'that has quoted this price longest without a break: a new row of the venue with the same ' +
      'price makes its quote fresh and keeps its rank, but after a quote that was too old, null ' +
      'or at another price the venue ranks by the row of its new quote. Without quotes on a side ' +
      'its price is null and its venue the null symbol. If the best bid is not below the best ' +
      'ask, all four are null.',
    takes: { age: 'long', quotes: VENUE_QUOTES },
    gives: 'table bid:float, bidder:symbol, ask:float, asker:symbol',
    draw: (random) => {
      const rows = venueQuotes(random)
      const [one, other] = random.sample(rows, 2).map(({ time }) => secondNumber(time))
      const between = Math.abs((one ?? 0) - (other ?? 0))
      return [between < 120 ? random.integer(150, 500) : between, rows]
    },
    edges: [
      [
        60,
        [
          { time: '09:30:00', venue: 'x', bid: 9.5, ask: 11 },
          { time: '09:30:10', venue: 'y', bid: 9.5, ask: 11 },
          { time: '09:30:20', venue: 'x', bid: 9.5, ask: 12 },
          { time: '09:31:20', venue: 'z', bid: null, ask: null },
          { time: '09:31:21', venue: 'x', bid: 9.5, ask: 10 },
          { time: '09:31:22', venue: 'y', bid: 10, ask: null },
        ],
      ],
      [
        60,
        [
          { time: '09:30:00', venue: 'x', bid: 9.5, ask: 11 },
          { time: '09:31:01', venue: 'y', bid: 9, ask: 12 },
        ],
      ],
    ],
    reference: (age, rows) => consolidated(age, rows),
    solution:
      'put:{[age;st;now;row;v;p] st:select from st where age>=now-sec;\n' +
      '  o:exec first since from st where venue=v,price=p;st:delete from st where venue=v;\n' +
      '  $[null p;st;st,`venue`price`since`sec!(v;p;$[null o;row;o];now)]}\n' +
      'top:{[g;st] if[0=count st;:(0n;`)];m:$[g>0;max st`price;min st`price];\n' +
      '  r:first`since xasc select from st where price=m;\n' +
      '  (r`price;r`venue)}\n' +
      'solve:{[age;quotes] a:b:([]venue:0#`;price:0#0f;since:0#0;sec:0#0);r:();i:0;\n' +
      '  while[i<count quotes;x:quotes i;n:`long$x`time;\n' +
      '    b:put[age;b;n;i;x`venue;x`bid];a:put[age;a;n;i;x`venue;x`ask];\n' +
      '    u:top[1;b];w:top[-1;a];\n' +
      '    c:(not null u 0)and(not null w 0)and u[0]>=w 0;\n' +
      '    r,:enlist $[c;(0n;`;0n;`);u,w];i+:1];\n' +
      '  flip`bid`bidder`ask`asker!flip r}',
    wrong:
      'put:{[age;st;now;row;v;p] st:select from st where age>=now-sec;\n' +
      '  o:exec first since from st where venue=v,price=p;st:delete from st where venue=v;\n' +
      '  $[null p;st;st,`venue`price`since`sec!(v;p;row;now)]}\n' +
      'top:{[g;st] if[0=count st;:(0n;`)];m:$[g>0;max st`price;min st`price];\n' +
      '  r:first`since xasc select from st where price=m;\n' +
      '  (r`price;r`venue)}\n' +
      'solve:{[age;quotes] a:b:([]venue:0#`;price:0#0f;since:0#0;sec:0#0);r:();i:0;\n' +
      '  while[i<count quotes;x:quotes i;n:`long$x`time;\n' +
      '    b:put[age;b;n;i;x`venue;x`bid];a:put[age;a;n;i;x`venue;x`ask];\n' +
      '    u:top[1;b];w:top[-1;a];\n' +
      '    c:(not null u 0)and(not null w 0)and u[0]>=w 0;\n' +
      '    r,:enlist $[c;(0n;`;0n;`);u,w];i+:1];\n' +
      '  flip`bid`bidder`ask`asker!flip r}',
  }),
  problem({
    id: 'cells-of-a-sheet',
    level: 5,
    statement:
      'A sheet is a dictionary from cells such as A1 to texts. A text is a whole number, or a ' +
      'formula that begins with "=". A formula has whole numbers, cells, + - and * (which binds ' +
      'more strongly), round brackets, a minus sign before any of these, and sums of a column ' +
      'such as SUM(A1:A3), both ends included. There are no blanks. Cells have one letter and ' +
      'one digit. A cell that is not in the sheet counts as 0. A cell that depends on itself, ' +
      'directly or through others, is null, and so is every cell that depends on such a cell, ' +
      'also in a sum or a product with 0. Give the values of all cells of the sheet, in its order.',
    takes: { cells: 'symbol -> string' },
    gives: 'symbol -> long',
    draw: (random) => [sheet(random)],
    edges: [
      [
        [
          ['A1', '=A2*0'],
          ['A2', '=SUM(A1:A3)'],
          ['A3', '-4'],
          ['B1', '=-(A3-2)*3'],
        ],
      ],
      [
        [
          ['A1', '=10-3-2'],
          ['A2', '=2+3*A1'],
          ['B2', '=--B9+SUM(A1:A3)'],
        ],
      ],
    ],
    reference: (cells) => [...sheetValues(new Map(cells))],
    solution:
      'cell:{[c;v;n] $[n in v;0N;not n in key c;0;"="=first c n;' +
      'first terms[c;v,n;1_c n];"J"$c n]}\n' +
      'factor:{[c;v;s] f:first s;\n' +
      '  $[f="-";{(neg x 0;x 1)}factor[c;v;1_s];\n' +
      '    f="(";{(x 0;1_x 1)}terms[c;v;1_s];\n' +
      '    s like "SUM(*";[a:"J"$s 5;b:"J"$s 8;k:`$s[4],/:string a+til 0|1+b-a;\n' +
      '      ({x+y}/[0;cell[c;v]each k];10_s)];\n' +
      '    f in .Q.n;[n:(s in .Q.n)?0b;("J"$n#s;n _ s)];\n' +
      '    (cell[c;v;`$2#s];2_s)]}\n' +
      'product:{[c;v;s] r:factor[c;v;s];\n' +
      '  while["*"=first r 1;t:factor[c;v;1_r 1];r:(r[0]*t 0;t 1)];r}\n' +
      'terms:{[c;v;s] r:product[c;v;s];\n' +
      '  while[(first r 1)in"+-";t:product[c;v;1_r 1];\n' +
      '    r:($["+"=first r 1;r[0]+t 0;r[0]-t 0];t 1)];r}\n' +
      'solve:{[cells] key[cells]!cell[cells;0#`]each key cells}',
    wrong:
      'cell:{[c;v;n] $[n in v;0N;not n in key c;0;"="=first c n;' +
      'first terms[c;v,n;1_c n];"J"$c n]}\n' +
      'factor:{[c;v;s] f:first s;\n' +
      '  $[f="-";{(neg x 0;x 1)}factor[c;v;1_s];\n' +
      '    f="(";{(x 0;1_x 1)}terms[c;v;1_s];\n' +
      '    s like "SUM(*";[a:"J"$s 5;b:"J"$s 8;k:`$s[4],/:string a+til 0|1+b-a;\n' +
      '      (sum cell[c;v]each k;10_s)];\n' +
      '    f in .Q.n;[n:(s in .Q.n)?0b;("J"$n#s;n _ s)];\n' +
      '    (cell[c;v;`$2#s];2_s)]}\n' +
      'product:{[c;v;s] r:factor[c;v;s];\n' +
      '  while["*"=first r 1;t:factor[c;v;1_r 1];r:(r[0]*t 0;t 1)];r}\n' +
      'terms:{[c;v;s] r:product[c;v;s];\n' +
      '  while[(first r 1)in"+-";t:product[c;v;1_r 1];\n' +
      '    r:($["+"=first r 1;r[0]+t 0;r[0]-t 0];t 1)];r}\n' +
      'solve:{[cells] key[cells]!cell[cells;0#`]each key cells}',
  }),
])
