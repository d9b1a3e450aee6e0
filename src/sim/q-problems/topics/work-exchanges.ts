import type { RandomStream } from '../../random.ts'
import { problem, topic } from '../problem.ts'
import { icebergTrades, type OrderRow } from '../references/icebergs.ts'

const NEW_ORDERS = [
  'limit',
  'limit',
  'limit',
  'limit',
  'ioc',
  'fok',
  'post',
  'stop',
  'stop',
] as const

/** Orders that mostly rest in the book at first, so that later ones meet several of them. */
function orderRows(random: RandomStream): OrderRow[] {
  const rows: OrderRow[] = []
  const count = random.integer(14, 24)
  const stopShare = random.pick([0, 0.5])
  while (rows.length < count) {
    const earlier = rows.length < 4 || random.chance(0.75) ? undefined : random.pick(rows)
    rows.push(
      earlier === undefined ? newOrder(random, rows.length, stopShare) : change(random, earlier),
    )
  }
  return rows
}

function newOrder(random: RandomStream, place: number, stopShare: number): OrderRow {
  const isStop = place < 10 && random.chance(stopShare)
  const kind = isStop ? 'stop' : place < 6 ? 'limit' : random.pick(NEW_ORDERS)
  const side = random.pick(['B', 'S'])
  const isLarge = place >= 6 && random.chance(0.35)
  const price =
    (side === 'B' ? 9 : 10) + random.integer(-2, 2) + (place < 6 ? 0 : random.pick([-1, 1]))
  return {
    kind,
    id: place + 1,
    owner: random.pick(['ann', 'bob', 'cy', 'dee']),
    side,
    qty: isLarge ? random.integer(9, 30) : random.integer(1, 9),
    price: kind === 'stop' ? 9 + random.integer(0, 2) : price,
    peak: kind === 'limit' || kind === 'post' ? random.pick([0, 2, 3]) : 0,
  }
}

function change(random: RandomStream, earlier: OrderRow): OrderRow {
  const kind = random.pick(['cancel', 'amend', 'amend', 'amend'])
  const qty = Math.max(1, earlier.qty + random.pick([-3, -1, 0, 2]))
  return { ...earlier, kind, qty, price: earlier.price + random.pick([-1, 0, 0, 0, 1]) }
}

const row = (text: string): OrderRow => {
  const [kind = '', id, owner = '', side = '', qty, price, peak = 0] = text.split(' ')
  return {
    ...{ kind, id: Number(id), owner, side },
    ...{ qty: Number(qty), price: Number(price), peak: Number(peak) },
  }
}

const rowsOf = (...texts: readonly string[]): OrderRow[] => texts.map(row)

/** The functions of the solution, apart from the parts that the plausible mistake changes. */
const solution = (fillOrKill: string, replenished: string): string =>
  'drop:{B::B(til count B)except x}\n' +
  'place:{[r] B::B,@[r;`tip;:;$[0=r`peak;r`qty;r[`peak]&r`qty]]}\n' +
  'best:{[s;p] g:$[s=`B;1;-1];i:where(B[`side]<>s)and 0<=g*p-B`price;\n' +
  '  $[0=count i;0N;i first iasc g*B[`price]i]}\n' +
  'trade:{[o;p] n:o`qty;\n' +
  '  while[(n>0)and not null k:best[o`side;p];r:B k;m:n&r`tip;n-:m;\n' +
  '    if[not r[`owner]=o`owner;L::r`price;\n' +
  '      T::T,enlist $[`B=o`side;(o`id;r`id);(r`id;o`id)],(L;m)];\n' +
  '    r[`qty]-:m;r[`tip]-:m;\n' +
  `    $[r[\`tip]>0;B::update qty:r[\`qty],tip:r[\`tip] from B where i=k;[${replenished}]]];\n` +
  '  @[o;`qty;:;n]}\n' +
  'arrive:{[o] o:trade[o;o`price];if[0<o`qty;place o]}\n' +
  'bound:{$[`B=x;1;-1]*1000000000}\n' +
  'post:{[o] k:best[o`side;bound o`side];g:$[`B=o`side;1;-1];\n' +
  '  if[not null k;o[`price]:g*(g*o`price)&-1+g*B[k;`price]];place o}\n' +
  'amend:{[r] W::update qty:r[`qty],price:r[`price] from W where id=r`id;\n' +
  '  k:B[`id]?r`id;if[k=count B;:()];o:B k;\n' +
  '  h:(o[`price]=r`price)and r[`qty]<=o`qty;o[`qty`price]:r`qty`price;o[`tip]&:r`qty;\n' +
  '  if[h;B::update qty:o[`qty],tip:o[`tip] from B where i=k;:()];drop k;arrive o}\n' +
  'stops:{while[(not null L)and count j:where ?[W[`side]=`B;L>=W`price;L<=W`price];\n' +
  '  o:W first j;W::W(til count W)except first j;trade[o;bound o`side]]}\n' +
  'step:{[r] k:r`kind;o:(cols B)#r,enlist[`tip]!enlist 0;\n' +
  `  $[k=\`limit;arrive o;k=\`ioc;trade[o;o\`price];k=\`fok;[${fillOrKill}];\n` +
  '    k=`post;post o;k=`stop;W::W,o;k=`cancel;\n' +
  '    [B::delete from B where id=r`id;W::delete from W where id=r`id];amend r];\n' +
  '  stops[]}\n' +
  'solve:{[orders] T::();L::0N;\n' +
  '  W::B::([]id:0#0;owner:0#`;side:0#`;qty:0#0;price:0#0;peak:0#0;tip:0#0);\n' +
  '  step each orders;\n' +
  '  $[count T;flip`buyer`seller`price`qty!flip T;([]buyer:0#0;seller:0#0;price:0#0;qty:0#0)]}'

const FILL_OR_KILL =
  'g:$[`B=o`side;1;-1];if[o[`qty]<=exec sum qty from B where side<>o`side,owner<>o`owner,' +
  '0<=g*o[`price]-price;trade[o;o`price]]'

export const WORK_EXCHANGES = topic('work', [
  problem({
    id: 'exchange-with-icebergs',
    level: 6,
    statement:
      'Rows with orders of one name arrive one after the other. The side is B (buys) or S ' +
      '(sells), prices and quantities are whole numbers above 0, and no two new orders have the ' +
      'same id. An order that trades meets the orders in the book on the other side whose price ' +
      'is not worse for it than its limit: the best price first, and of equal prices the order ' +
      'that was placed first. It trades with each at the price of the order in the book, for the ' +
      'smaller of its own open quantity and the shown quantity of the other.\n' +
      '- An order in the book with a peak of 0 shows all of its open quantity. Another one shows ' +
      'its peak, or its open quantity if that is less. When nothing of what it shows is left but ' +
      'some is open, it shows the next such part and is placed behind all other orders of its ' +
      'price. The order that trades goes on at once, and may meet it again.\n' +
      '- Two orders of the same owner do not trade. The quantity that they would trade is taken ' +
      'off both of them (open and shown), and the order goes on. This is not a trade.\n' +
      'The kinds of rows:\n' +
      '- limit: trades with its price as the limit. What is left open is placed in the book.\n' +
      '- ioc: the same, but what is left is dropped.\n' +
      '- fok: does what ioc does, if the open quantities (hidden ones too) of the orders that it ' +
      'may meet, apart from those of its own owner, are at least its qty in all. Otherwise ' +
      'nothing happens.\n' +
      '- post: is placed in the book without a trade. If at its price it would meet an order, of ' +
      'whatever owner, its price is first changed to one below (B) or one above (S) the best ' +
      'price of the other side.\n' +
      '- stop: waits outside of the book. At the end of each row, the waiting stops are compared ' +
      'with the price of the most recent trade of all, which may be one of an earlier row. A ' +
      'stop is triggered if that price is at or above its own (B), or at or below it (S). Of ' +
      'the triggered stops, the one with the earliest row trades without a limit, and what is ' +
      'left of it is dropped. Then the others are compared once more, with the trade that is ' +
      'the most recent one by then, and so on until none is triggered. Only that price counts: ' +
      'a stop whose price was reached by an earlier trade, but is not reached by the most ' +
      'recent one, goes on waiting. Before the first trade, no stop is triggered.\n' +
      '- cancel: the order with this id leaves the book, or no longer waits.\n' +
      '- amend: gives the order with this id this qty, as its open quantity, and this price. A ' +
      'waiting one keeps waiting with its row. One in the book keeps its place, and shows what ' +
      'it did or qty if that is less, if the price is the same and qty not above its open ' +
      'quantity. Otherwise it leaves the book and acts as a new limit order with its own ' +
      'owner, side and peak.\n' +
      'The owner, side and peak of a cancel or amend mean nothing, and nothing happens if no ' +
      'order with its id is in the book or waiting. Give the trades in their order: buyer and ' +
      'seller (ids of the orders), price and qty. There may be none.',
    takes: {
      orders:
        'table kind:symbol, id:long, owner:symbol, side:symbol, qty:long, price:long, peak:long',
    },
    gives: 'table buyer:long, seller:long, price:long, qty:long',
    draw: (random) => [orderRows(random)],
    edges: [
      [
        rowsOf(
          ...['limit 1 ann S 7 10 2', 'limit 2 bob S 3 10 0', 'limit 3 cy S 5 11 3'],
          ...['fok 4 dee B 16 11', 'fok 5 bob B 12 11', 'fok 6 bob B 13 11', 'post 7 cy S 4 9'],
          ...['stop 8 ann B 3 11', 'limit 9 dee B 9 12 4', 'ioc 10 bob S 9 11'],
        ),
      ],
      [
        rowsOf(
          ...['stop 1 ann B 4 10', 'stop 2 bob B 3 11', 'stop 3 cy S 2 9', 'limit 4 dee S 4 10 1'],
          ...['limit 5 dee S 9 11 2', 'amend 5 cy B 8 11', 'limit 6 cy B 2 9', 'ioc 7 bob B 1 10'],
          ...['amend 2 dee S 5 10', 'amend 6 ann S 3 9', 'stop 8 ann S 1 12', 'amend 6 cy B 1 11'],
        ),
      ],
      [
        rowsOf(
          'post 1 ann B 5 12 2',
          'post 2 ann S 5 11 0',
          'limit 3 ann S 6 11',
          'cancel 3 x B 1 1',
        ),
      ],
    ],
    reference: (rows) => icebergTrades(rows),
    solution: solution(FILL_OR_KILL, 'drop k;if[r[`qty]>0;place r]'),
    wrong: solution(FILL_OR_KILL.replace('owner<>o`owner,', ''), 'drop k;if[r[`qty]>0;place r]'),
  }),
])
