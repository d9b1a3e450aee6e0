import type { RandomStream } from '../../random.ts'
import { items } from '../draws.ts'
import { sortedGroups } from '../market-draws.ts'
import { problem, topic } from '../problem.ts'
import { type AuctionOrder, fillsOf } from '../references/auction.ts'
import { paidBy, type Tap } from '../references/fares.ts'
import { rangesKnown, type VersionEntry } from '../references/versions.ts'

const AUCTION = 'table id:long, side:symbol, qty:long, price:long'

const auctionOrders = (random: RandomStream): AuctionOrder[] => {
  const marketShare = random.pick([0.1, 0.3])
  return items(random, [4, 10], (at) => {
    const side = random.pick(['B', 'S'])
    const price = 20 + random.integer(0, 5) + (side === 'B' ? 1 : 0)
    const isMarket = random.chance(marketShare)
    return { id: at + 1, side, qty: random.integer(1, 12), price: isMarket ? null : price }
  })
}

const auctionOrder = (text: string): AuctionOrder => {
  const [id, side = '', qty, price] = text.split(' ')
  return { id: Number(id), side, qty: Number(qty), price: price ? Number(price) : null }
}

const TAPS = 'table time:long, card:symbol, kind:symbol, zone:long'

/** Taps of two cards, close to the limits of 5 and 30 minutes. */
function taps(random: RandomStream): Tap[] {
  let time = random.integer(360, 400)
  let kind = 'out'
  return items(random, [7, 14], () => {
    time += random.pick([1, 2, 3, 5, 6, 14, 15, 16, 30, 31])
    kind = random.chance(0.75) ? (kind === 'in' ? 'out' : 'in') : random.pick(['in', 'out'])
    return { time, card: random.pick(['k1', 'k1', 'k1', 'k2']), kind, zone: random.integer(1, 5) }
  }).map((tap, at, all) =>
    at > 0 && random.chance(0.3) ? { ...tap, zone: (all[at - 1] as Tap).zone } : tap,
  )
}

const tap = (text: string): Tap => {
  const [time, card = '', kind = '', zone] = text.split(' ')
  return { time: Number(time), card, kind, zone: Number(zone) }
}

const VERSION_ENTRIES =
  'table id:symbol, known:long, kind:symbol, start:long, end:long, amount:long'

const versions = (random: RandomStream): VersionEntry[] =>
  items(random, [5, 11], () => {
    const start = random.integer(1, 12)
    const isUndo = random.chance(0.25)
    return {
      id: random.pick(['fig', 'fig', 'kiwi']),
      known: random.integer(1, 9),
      kind: isUndo ? 'undo' : 'set',
      start: isUndo ? 0 : start,
      end: isUndo || random.chance(0.25) ? null : start + random.integer(-1, 6),
      amount: isUndo || random.chance(0.15) ? null : random.integer(1, 3) * 10,
    }
  })

const entryOf = (text: string): VersionEntry => {
  const [id = '', known, kind = '', ...rest] = text.split(' ')
  const [start = null, end = null, amount = null] = rest.map((one) =>
    one === '-' ? null : Number(one),
  )
  return { id, known: Number(known), kind, start: start ?? 0, end, amount }
}

export const WORK_RULES = topic('work', [
  problem({
    id: 'fills-of-an-auction',
    level: 5,
    statement:
      'The orders of an auction are in the order of their arrival: id, side B (buys) or S ' +
      '(sells), qty, and price, which is null for an order at any price.\n' +
      '- At a price p the buys trade whose price is p or more, and the sells whose price is p or ' +
      'less; orders at any price always do. What trades at p is the smaller one of the two sums ' +
      'of qty.\n' +
      '- The auction price is one of the prices of the orders: the one at which most trades. Of ' +
      'several take those where the two sums differ least, of these those that are nearest to ' +
      'the price before, and of these the lower one. If no order has a price, it is the price ' +
      'before.\n' +
      '- On each side what trades is dealt out to the orders that trade at the auction price: ' +
      'first to those at any price, then by price, the highest buy and the lowest sell first. ' +
      'All orders of one price (and all at any price) get their qty if that much is left. Else ' +
      'each gets its share of what is left, in proportion to its qty and rounded down. What then ' +
      'still is left goes to the first of them by arrival, 1 to each.\n' +
      'Give id, qty that it gets, and auction price of the orders that get something, in the ' +
      'order of their arrival. There may be none.',
    takes: { orders: AUCTION, before: 'long' },
    gives: 'table id:long, qty:long, price:long',
    draw: (random) => [auctionOrders(random), random.integer(19, 27)],
    edges: [
      [[auctionOrder('1 B 5'), auctionOrder('2 S 3'), auctionOrder('3 S 3')], 21],
      [[auctionOrder('1 B 5 20'), auctionOrder('2 S 3 21')], 20],
      [
        [
          ...[auctionOrder('1 S 4 20'), auctionOrder('2 B 3 22'), auctionOrder('3 S 2')],
          ...[auctionOrder('4 S 4 20'), auctionOrder('5 B 2 24'), auctionOrder('6 S 1 22')],
        ],
        21,
      ],
    ],
    reference: (orders, before) => fillsOf(orders, before),
    solution:
      'ok:{[o;s;x] (o[`side]=s)and(null o`price)or$[s=`B;x<=o`price;x>=o`price]}\n' +
      'part:{[o;s;k] q:o[`qty]k;l:s 1;\n' +
      '  a:$[l>=sum q;q;[w:(q*l)div sum q;w+(til count w)<l-sum w]];\n' +
      '  (@[s 0;k;:;a];l-sum a)}\n' +
      'deal:{[o;x;t;s] k:where ok[o;s;x];p:o[`price]k;\n' +
      '  g:group?[null p;-0W;$[s=`B;neg p;p]];\n' +
      '  first part[o]/[(count[o]#0;t);k value(asc key g)#g]}\n' +
      'solve:{[orders;before] o:orders;p:asc distinct o[`price]except 0N;\n' +
      '  if[0=count p;p:enlist before];\n' +
      '  b:{[o;x] sum o[`qty]*ok[o;`B;x]}[o]each p;s:{[o;x] sum o[`qty]*ok[o;`S;x]}[o]each p;\n' +
      '  c:([]p:p;m:neg b&s;d:abs b-s;f:abs p-before);\n' +
      '  x:first exec p from`m`d`f`p xasc c;t:max b&s;\n' +
      '  f:deal[o;x;t;`B]+deal[o;x;t;`S];i:where f>0;\n' +
      '  ([]id:o[`id]i;qty:f i;price:count[i]#x)}',
    wrong:
      'ok:{[o;s;x] (o[`side]=s)and(null o`price)or$[s=`B;x<=o`price;x>=o`price]}\n' +
      'deal:{[o;x;t;s] k:where ok[o;s;x];p:o[`price]k;k:k iasc$[s=`B;neg p;p];\n' +
      '  q:o[`qty]k;@[count[o]#0;k;:;q&0|t-0,-1_sums q]}\n' +
      'solve:{[orders;before] o:orders;p:asc distinct o[`price]except 0N;\n' +
      '  if[0=count p;p:enlist before];\n' +
      '  b:{[o;x] sum o[`qty]*ok[o;`B;x]}[o]each p;s:{[o;x] sum o[`qty]*ok[o;`S;x]}[o]each p;\n' +
      '  x:first p idesc b&s;t:max b&s;\n' +
      '  f:deal[o;x;t;`B]+deal[o;x;t;`S];i:where f>0;\n' +
      '  ([]id:o[`id]i;qty:f i;price:count[i]#x)}',
  }),
  problem({
    id: 'fares-of-cards',
    level: 5,
    statement:
      'Cards are tapped at gates: time in minutes, card, kind (in or out) and zone, in the order ' +
      'of time. Each card is on its own.\n' +
      '- in: a trip begins. If a trip of the card is open already, there are two cases. If the ' +
      'tap is in the zone in which that trip began, at most 5 minutes after its beginning, the ' +
      'tap is ignored: the trip stays as it is. Otherwise the open trip costs a penalty, and a ' +
      'new one begins.\n' +
      '- out while a trip is open: the trip ends. In the zone in which it began, at most 5 ' +
      'minutes after its beginning, it costs nothing and counts as no trip. Otherwise its fare ' +
      'is 2 and 1 for each zone between the two (from 4 to 1 are 3). The 2 are left out if it ' +
      'began at most 30 minutes after the end of the last trip of the card that had a fare.\n' +
      '- out while no trip is open: a penalty, unless the tap of the card just before was an out ' +
      'too, in the same zone and at most 5 minutes ago. Ignored taps are taps too.\n' +
      'A trip that is open at the end costs a penalty. All fares of a card together cost at most ' +
      '20; penalties are 9 each and come on top. Give a dictionary ' +
      'from the cards, in alphabetical order, to what they pay.',
    takes: { taps: TAPS },
    gives: 'symbol -> long',
    draw: (random) => [taps(random)],
    edges: [
      [[tap('400 k2 in 1'), tap('405 k2 in 1'), tap('406 k2 out 1'), tap('411 k2 out 1')]],
      [
        [
          ...[tap('400 k1 in 1'), tap('410 k1 out 3'), tap('440 k1 in 3'), tap('446 k1 out 3')],
          ...[tap('477 k1 in 5'), tap('480 k1 in 4'), tap('481 k1 out 4'), tap('490 k1 in 1')],
        ],
      ],
      [[1, 2, 3, 4].flatMap((n) => [tap(`${n}00 k1 in 1`), tap(`${n}40 k1 out 5`)])],
    ],
    reference: (all) =>
      sortedGroups(all, ({ card }) => card).map(([card, own]) => [card, paidBy(own)] as const),
    solution:
      'near:{[r;t;z] (z=r`zone)and 5>=r[`time]-t}\n' +
      'in1:{[s;r] $[null s`t;s,`t`z!r`time`zone;near[r;s`t;s`z];s;\n' +
      '  s,`t`z`pen!(r`time;r`zone;9+s`pen)]}\n' +
      'out1:{[s;r] $[null s`t;$[(s[`k]=`out)and near[r;s`lt;s`lz];s;@[s;`pen;+;9]];\n' +
      '  near[r;s`t;s`z];@[s;`t;:;0N];\n' +
      '  s,`t`end`paid!(0N;r`time;20&s[`paid]+abs[r[`zone]-s`z]+2*30<s[`t]-s`end)]}\n' +
      'step:{[s;r] s:$[`in=r`kind;in1[s;r];out1[s;r]];s,`k`lt`lz!r`kind`time`zone}\n' +
      'pays:{[r] s:`t`z`end`paid`pen`k`lt`lz!(0N;0N;-1000;0;0;`;0N;0N);\n' +
      '  s:s step/r;s[`paid]+s[`pen]+9*not null s`t}\n' +
      'solve:{[taps] c:asc distinct taps`card;\n' +
      '  c!{[t;c] pays select from t where card=c}[taps]each c}',
    wrong:
      'step:{[s;r] $[`in=r`kind;$[null s 0;(r`time;r`zone),2_s;(r`time;r`zone;s 2;9+s 3)];\n' +
      '  null s 0;@[s;3;+;9];\n' +
      '  (0N;0N;r`time;s[3]+abs[r[`zone]-s 1]+2*30<s[0]-s 2)]}\n' +
      'solve:{[taps] c:asc distinct taps`card;\n' +
      '  c!{[t;c] s:(0N;0N;-1000;0)step/select from t where card=c;\n' +
      '    s[3]+9*not null s 0}[taps]each c}',
  }),
  problem({
    id: 'ranges-as-known',
    level: 5,
    statement:
      'Rows say what became known about an id: on which day (known), of which kind, and for ' +
      'which range of days, from start up to the day before end; the end is null for a range ' +
      'without end. Rows that became known after the given day count for nothing. The others ' +
      'are taken by known, those of the same day in the order of the rows.\n' +
      '- set: the days of the range have this amount from now on, whatever they had; if it is ' +
      'null, they have none. A row whose range has no day is left out, as if it were not there.\n' +
      '- undo: takes back the last set of the id that is not left out and not taken back yet, ' +
      'as if it had never been there: its days have again what earlier ones gave them. ' +
      'Nothing happens if there is none. Start, end and amount of an undo mean nothing.\n' +
      'Give id, start, end and amount of the ranges that have an amount, by id and then by ' +
      'start, each as long as it can be: neighbours that touch and have the same amount are one ' +
      'range. The end is null for a range without end. There may be none.',
    takes: { rows: VERSION_ENTRIES, day: 'long' },
    gives: 'table id:symbol, start:long, end:long, amount:long',
    draw: (random) => [versions(random), random.integer(5, 9)],
    edges: [
      [[entryOf('fig 3 set 1 5 10'), entryOf('fig 2 set 5 - 10'), entryOf('fig 3 undo')], 3],
      [
        [
          entryOf('kiwi 1 set 1 - 10'),
          entryOf('fig 1 set 2 6 20'),
          entryOf('kiwi 2 set 3 3 30'),
          entryOf('kiwi 2 undo'),
          entryOf('kiwi 2 undo'),
          entryOf('kiwi 2 set 4 8 30'),
          entryOf('kiwi 3 set 5 6 -'),
          entryOf('fig 4 set 2 6 30'),
        ],
        3,
      ],
      [[entryOf('fig 1 undo'), entryOf('fig 1 set 4 2 10')], 1],
    ],
    reference: (rows, day) => rangesKnown(rows, day),
    solution:
      'line:{[r] s:{[s;r] $[`undo=r`kind;-1_s;s,enlist r]}/[0#r;r];\n' +
      '  if[0=count s;:()];b:0W^s`end;d:asc distinct s[`start],b;\n' +
      '  v:{[s;b;d] last s[`amount]where(s[`start]<=d)and d<b}[s;b]each -1_d;\n' +
      '  k:where differ v;e:(1_d k),last d;\n' +
      '  t:([]id:count[k]#first r`id;start:d k;end:?[e=0W;0N;e];amount:v k);\n' +
      '  select from t where not null amount}\n' +
      'solve:{[rows;day]\n' +
      '  r:select from rows where known<=day,(kind=`undo)or(null end)or start<end;\n' +
      '  r:`known xasc r;\n' +
      '  e:([]id:0#`;start:0#0;end:0#0;amount:0#0);\n' +
      '  e,raze{[r;x] line select from r where id=x}[r]each asc distinct r`id}',
    wrong:
      'line:{[r] b:0W^r`end;d:asc distinct r[`start],b;\n' +
      '  v:{[s;b;d] last s[`amount]where(s[`start]<=d)and d<b}[r;b]each -1_d;\n' +
      '  k:where differ v;e:(1_d k),last d;\n' +
      '  t:([]id:count[k]#first r`id;start:d k;end:?[e=0W;0N;e];amount:v k);\n' +
      '  select from t where not null amount}\n' +
      'solve:{[rows;day] r:select from rows where known<=day,kind=`set,(null end)or start<end;\n' +
      '  e:([]id:0#`;start:0#0;end:0#0;amount:0#0);\n' +
      '  e,raze{[r;x] line select from r where id=x}[r]each asc distinct r`id}',
  }),
])
