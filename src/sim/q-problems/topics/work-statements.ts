import type { RandomStream } from '../../random.ts'
import { items } from '../draws.ts'
import { problem, topic } from '../problem.ts'
import { type BrokerMessage, statementOf } from '../references/statement.ts'

const MESSAGES =
  'table kind:symbol, id:long, ref:long, name:symbol, day:long, units:long, price:long'

/** Trades of two names first, then everything else. Some messages arrive twice. */
function messages(random: RandomStream): BrokerMessage[] {
  const kinds = ['buy', 'buy', 'sell', 'sell', 'split', 'dividend', 'cancel', 'amend', 'amend']
  const drawn = items(random, [9, 16], (at): BrokerMessage => {
    const kind = at < 3 ? 'buy' : random.pick([...kinds, 'cancel'])
    const name = random.pick(['fig', 'fig', 'kiwi'])
    const day = random.chance(0.3) ? random.pick([0, 1, 7, 8]) : random.integer(0, 12)
    const own = { kind, id: at + 1, ref: null, name, day }
    const ref = random.integer(random.chance(0.5) ? Math.max(1, at - 2) : 1, at + 2)
    if (kind === 'cancel') return { ...own, ref, name: '', day: null, units: null, price: null }
    if (kind === 'amend') {
      const maybe = (value: number): number | null => (random.chance(0.5) ? value : null)
      const [units, price] = [maybe(random.integer(1, 40)), maybe(random.integer(2, 400))]
      return { ...own, ref, name: '', day: maybe(own.day), units, price }
    }
    if (kind === 'dividend') return { ...own, units: null, price: random.integer(1, 9) }
    if (kind === 'split')
      return { ...own, units: random.integer(1, 5), price: random.integer(1, 4) }
    return { ...own, units: random.integer(1, 40), price: random.integer(20, 400) }
  })
  const isRepeated = random.chance(0.3)
  const again = random.integer(1, drawn.length - 1)
  return isRepeated ? drawn.with(again, { ...(drawn[again] as BrokerMessage), id: again }) : drawn
}

/** Holidays, occasionally such that four consecutive days are not business days. */
const holidays = (random: RandomStream): number[] =>
  random.chance(0.4)
    ? random.pick([
        [2, 3],
        [9, 10],
        [5, 6, 9],
      ])
    : random.sample([3, 4, 5, 6, 9, 10, 11, 12], random.integer(0, 3)).sort((a, b) => a - b)

const message = (text: string): BrokerMessage => {
  const [kind = '', id = '', ref = '-', name = '-', ...rest] = text.split(' ')
  const number = (part: string | undefined): number | null =>
    part === undefined || part === '-' ? null : Number(part)
  const [day, units, price] = [0, 1, 2].map((at) => number(rest[at])) as [null, null, null]
  return {
    kind,
    id: Number(id),
    ref: number(ref),
    name: name === '-' ? '' : name,
    day,
    units,
    price,
  }
}

const messagesOf = (...texts: readonly string[]): BrokerMessage[] => texts.map(message)

export const WORK_STATEMENTS = topic('work', [
  problem({
    id: 'statement-of-a-broker',
    level: 5,
    statement:
      'The rows of a table are messages to a broker, in the order of their arrival. Days are ' +
      'numbers of days since 2000.01.01, a Saturday; business days are neither Saturdays, ' +
      'Sundays nor among the holidays. A message whose id has arrived before is ignored ' +
      'altogether.\n' +
      '- cancel: the message with the id in ref has no effect, of whatever kind it is.\n' +
      '- amend: the day, units and price of the amend, as far as they are not null, take the ' +
      'place of those of the message with the id in ref, which may be an amend itself. Of ' +
      'several amends of one message, the one that arrived last counts, for each of the three ' +
      'apart.\n' +
      'Both only concern messages that arrived before them, else they have no effect. All ' +
      'cancels and amends are applied before anything is played, however late they arrived. ' +
      'The others are played by day, and on a day first the dividends, then the splits, then ' +
      'the trades, each in the order of arrival.\n' +
      '- buy: a lot of so many units of name at the price per unit; its cost is units times ' +
      'price. A trade on a day that is no business day counts as one of the next business ' +
      'day.\n' +
      '- sell: units are taken from the lots of name that were bought first; what is not ' +
      'there is not sold. From a lot, the part of its cost that belongs to the units taken, ' +
      'rounded down, goes with them, and the rest stays with the lot. What the units are sold ' +
      'for less these parts is profit.\n' +
      '- split: each lot of name has units new ones for every price old ones, rounded down, ' +
      'and keeps its cost. The cost of a lot that has none left is a loss: it is taken off ' +
      'the profit.\n' +
      '- dividend: price is paid in cash for every unit of name that is held.\n' +
      'The fee of a trade is 5 per mille of its amount, the units done times the price, ' +
      'rounded down to whole numbers, but 60 at most. For the first two trades of a day, of ' +
      'all names together, it is 8 at least. A sale of nothing has no fee, and is none of the ' +
      'two. Fees and dividends move cash at once, the amount of a trade does on the second ' +
      'business day after its own.\n' +
      'Give the state at the end of day d, whatever is dated later: a dictionary from each ' +
      'name of which units are held, in alphabetical order, to their number, and then from ' +
      'cash, fees and profit to the cash (0 at first), the sum of the fees, and the profit.',
    takes: { messages: MESSAGES, holidays: 'long list', d: 'long' },
    gives: 'symbol -> long',
    draw: (random): [BrokerMessage[], number[], number] => [
      messages(random),
      holidays(random),
      random.integer(7, 14),
    ],
    edges: [
      [
        messagesOf(
          ...['buy 1 - fig 2 10 100', 'buy 2 - fig 2 7 31', 'sell 3 - fig 3 12 50'],
          ...['cancel 4 3', 'cancel 5 4', 'amend 6 2 - 9 - -', 'amend 7 6 - 1 3 -'],
          ...['split 8 - fig 4 1 3', 'dividend 9 - fig 4 - 2', 'sell 1 - fig 4 1 1'],
        ),
        [5],
        9,
      ],
      [messagesOf('sell 1 - kiwi 4 5 9', 'cancel 2 3', 'buy 3 - kiwi 7 3 30'), [], 11],
    ],
    reference: (rows, holidays, d) => statementOf(rows, holidays, d),
    solution:
      'roll:{[h;x] while[(x in h)or(x mod 7)in 0 1;x+:1];x}\n' +
      'clean:{[s] k:where s[`q]>0;s[`n]:s[`n]k;s[`q]:s[`q]k;s[`c]:s[`c]k;s}\n' +
      'trade:{[h;s;r] m:r`units;p:r`price;\n' +
      '  if[not s[`day]=r`day;s[`day]:r`day;s[`done]:0];\n' +
      '  $[r[`kind]=`buy;[s[`n],:r`name;s[`q],:m;s[`c],:m*p;a:neg m*p];\n' +
      '    [i:where s[`n]=r`name;t:deltas m&sums s[`q]i;c:(t*s[`c]i)div s[`q]i;\n' +
      '    s[`q]:@[s`q;i;-;t];s[`c]:@[s`c;i;-;c];s[`profit]+:(p*sum t)-sum c;\n' +
      '    m:sum t;a:p*m;s:clean s]];\n' +
      '  if[m=0;:s];\n' +
      '  f:60&(8*s[`done]<2)|(5*abs a)div 1000;s[`done]+:1;s[`fees]+:f;s[`cash]-:f;\n' +
      '  if[s[`end]>=roll[h;1+roll[h;1+r`day]];s[`cash]+:a];s}\n' +
      'split:{[s;r] i:where s[`n]=r`name;s[`q]:@[s`q;i;{(x*y)div z}[;r`units;r`price]];\n' +
      '  s[`profit]-:sum s[`c]where s[`q]=0;clean s}\n' +
      'step:{[h;s;r] $[r[`kind]=`split;split[s;r];r[`kind]=`dividend;\n' +
      '  [s[`cash]+:r[`price]*sum s[`q]where s[`n]=r`name;s];trade[h;s;r]]}\n' +
      'solve:{[messages;holidays;d] ' +
      't:messages where(til count messages)=messages[`id]?messages`id;\n' +
      '  n:count t;v:n#0b;u:n#0N;p:n#0N;y:n#0N;i:n;\n' +
      '  while[0<i;i-:1;j:t[`id]?t[`ref]i;\n' +
      '    if[(not v i)and j<i;\n' +
      '      if[`cancel=t[`kind]i;v[j]:1b];\n' +
      '      if[`amend=t[`kind]i;u[j]:(t[`units;i]^u i)^u j;p[j]:(t[`price;i]^p i)^p j;\n' +
      '        y[j]:(t[`day;i]^y i)^y j]]];\n' +
      '  t:update units:units^u,price:price^p,day:day^y from t;\n' +
      '  t:t where(not v)and t[`kind]in`buy`sell`split`dividend;\n' +
      '  t:update day:`long$roll[holidays]each day from t where kind in`buy`sell;\n' +
      '  t:update o:2^(`dividend`split!0 1)kind from t;\n' +
      '  t:`day`o xasc select from t where day<=d;\n' +
      '  s:`n`q`c`cash`fees`profit`day`done`end!(0#`;0#0;0#0;0;0;0;-1;0;d);\n' +
      '  s:step[holidays]/[s;t];k:asc distinct s`n;\n' +
      '  (k,`cash`fees`profit)!({sum x[`q]where x[`n]=y}[s]each k),s`cash`fees`profit}',
    wrong:
      'roll:{[h;x] while[(x in h)or(x mod 7)in 0 1;x+:1];x}\n' +
      'clean:{[s] k:where s[`q]>0;s[`n]:s[`n]k;s[`q]:s[`q]k;s[`c]:s[`c]k;s}\n' +
      'trade:{[h;s;r] m:r`units;p:r`price;\n' +
      '  if[not s[`day]=r`day;s[`day]:r`day;s[`done]:0];\n' +
      '  $[r[`kind]=`buy;[s[`n],:r`name;s[`q],:m;s[`c],:m*p;a:neg m*p];\n' +
      '    [i:where s[`n]=r`name;t:deltas m&sums s[`q]i;c:(t*s[`c]i)div s[`q]i;\n' +
      '    s[`q]:@[s`q;i;-;t];s[`c]:@[s`c;i;-;c];s[`profit]+:(p*sum t)-sum c;\n' +
      '    m:sum t;a:p*m;s:clean s]];\n' +
      '  if[m=0;:s];\n' +
      '  f:60&(8)|(5*abs a)div 1000;s[`done]+:1;s[`fees]+:f;s[`cash]-:f;\n' +
      '  if[s[`end]>=roll[h;1+roll[h;1+r`day]];s[`cash]+:a];s}\n' +
      'split:{[s;r] i:where s[`n]=r`name;s[`q]:@[s`q;i;{(x*y)div z}[;r`units;r`price]];\n' +
      '  s[`profit]-:sum s[`c]where s[`q]=0;clean s}\n' +
      'step:{[h;s;r] $[r[`kind]=`split;split[s;r];r[`kind]=`dividend;\n' +
      '  [s[`cash]+:r[`price]*sum s[`q]where s[`n]=r`name;s];trade[h;s;r]]}\n' +
      'solve:{[messages;holidays;d] ' +
      't:messages where(til count messages)=messages[`id]?messages`id;\n' +
      '  n:count t;v:n#0b;u:n#0N;p:n#0N;y:n#0N;i:n;\n' +
      '  while[0<i;i-:1;j:t[`id]?t[`ref]i;\n' +
      '    if[(not v i)and j<i;\n' +
      '      if[`cancel=t[`kind]i;v[j]:1b];\n' +
      '      if[`amend=t[`kind]i;u[j]:(t[`units;i]^u i)^u j;p[j]:(t[`price;i]^p i)^p j;\n' +
      '        y[j]:(t[`day;i]^y i)^y j]]];\n' +
      '  t:update units:units^u,price:price^p,day:day^y from t;\n' +
      '  t:t where(not v)and t[`kind]in`buy`sell`split`dividend;\n' +
      '  t:update day:`long$roll[holidays]each day from t where kind in`buy`sell;\n' +
      '  t:update o:2^(`dividend`split!0 1)kind from t;\n' +
      '  t:`day`o xasc select from t where day<=d;\n' +
      '  s:`n`q`c`cash`fees`profit`day`done`end!(0#`;0#0;0#0;0;0;0;-1;0;d);\n' +
      '  s:step[holidays]/[s;t];k:asc distinct s`n;\n' +
      '  (k,`cash`fees`profit)!({sum x[`q]where x[`n]=y}[s]each k),s`cash`fees`profit}',
  }),
])
