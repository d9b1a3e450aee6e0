import type { RandomStream } from '../../random.ts'
import { items } from '../draws.ts'
import { problem, topic } from '../problem.ts'
import { csvRows } from '../references/csv.ts'
import { openAmounts, type Posting } from '../references/ledger.ts'

const csvText = (random: RandomStream): string => {
  const plain = (): string => random.pick(['fig', 'kiwi 2', ' plum ', '', '12', 'a#b'])
  const quoted = (): string =>
    random.pick(['"a,b"', '"say ""hi"""', ' "two\nlines" ', '" kept "', '"#no"', '""'])
  const row = (width: number): string =>
    Array.from({ length: width }, () => (random.chance(0.4) ? quoted() : plain())).join(',')
  const lines = items(random, [2, 5], () =>
    random.pick([row(3), row(3), row(2), row(4), '# note, "', '', '  ']),
  )
  const end = random.pick(['\n', '\r\n'])
  return ['id,name,note', ...lines, row(3)].join(end) + random.pick(['', end])
}

const EVENTS = 'table kind:symbol, id:long, amount:long, due:long, ref:long'

const postings = (random: RandomStream): Posting[] =>
  items(random, [5, 12], (at) => {
    const kind = at < 2 ? 'invoice' : random.pick(['invoice', 'payment', 'payment', 'void'])
    const own = { kind, id: at + 1, amount: 0, due: 0, ref: 0 }
    if (kind === 'void') return { ...own, ref: random.integer(1, at) }
    const amount = random.integer(1, 30) * 10
    if (kind === 'invoice') return { ...own, amount, due: random.integer(1, 5) }
    return { ...own, amount, ref: random.chance(0.5) ? 0 : random.integer(1, at) }
  })

const posting = (text: string): Posting => {
  const [kind = '', ...rest] = text.split(' ')
  const [id = 0, amount = 0, due = 0, ref = 0] = rest.map(Number)
  return { kind, id, amount, due, ref }
}

export const WORK_LEDGERS = topic('work', [
  problem({
    id: 'rows-of-csv',
    level: 5,
    statement:
      'A text has rows of fields with commas between them; lines end with "\\n" or "\\r\\n", the ' +
      'last one with or without. A field may be in double quotes: then it may have commas, line ' +
      'ends and quotes, which are written twice, and everything in it is kept, blanks included. ' +
      'Outside of the quotes such a field has blanks at most, which are dropped. Blanks at both ' +
      'ends of other fields are dropped too. Lines without anything but blanks are left out, and ' +
      'so are comments: lines whose first character other than a blank is #, not in quotes; ' +
      'quotes in a comment mean nothing. The first row is as wide as all rows should be: longer ' +
      'rows are cut, and shorter ones get empty fields at their end. Give all rows, the first ' +
      'one included, each as a list of strings. "\\r\\n" in quotes becomes "\\n".',
    takes: { text: 'string' },
    gives: 'string list list',
    draw: (random) => [csvText(random)],
    edges: [
      ['a,b\n"#x", y \n# "c\n\n"",z,w\n  # n\nq'],
      ['a,b,c\r\n"p ""q"",r",,\r\n""\r\n" s\nt "'],
    ],
    reference: (text) => csvRows(text),
    solution:
      'solve:{[text] t:ssr[text;"\\r\\n";"\\n"],"\\n";\n' +
      '  rows:();row:();b:"";q:"";isq:0b;ins:0b;com:0b;i:0;\n' +
      '  while[i<count t;c:t i;\n' +
      '    $[ins;$[c<>"\\"";q,:c;"\\""=t i+1;[q,:c;i+:1];ins:0b];\n' +
      '      c="\\n";[f:$[isq;q;trim b];\n' +
      '        if[not com or(0=count row)and(not isq)and 0=count f;rows,:enlist row,enlist f];\n' +
      '        row:();b:"";q:"";isq:0b;com:0b];\n' +
      '      com;::;\n' +
      '      c=",";[row,:enlist $[isq;q;trim b];b:"";q:"";isq:0b];\n' +
      '      c="\\"";[isq:1b;ins:1b];\n' +
      '      [b,:c;if[(0=count row)and(not isq)and"#"=first trim b;com:1b]]];\n' +
      '    i+:1];\n' +
      '  w:count first rows;{[w;r] w#r,w#enlist""}[w]each rows}',
    wrong:
      'solve:{[text] t:ssr[text;"\\r\\n";"\\n"],"\\n";\n' +
      '  rows:();row:();b:"";isq:0b;ins:0b;i:0;\n' +
      '  while[i<count t;c:t i;\n' +
      '    $[ins;$[c<>"\\"";b,:c;"\\""=t i+1;[b,:c;i+:1];ins:0b];\n' +
      '      c="\\n";[if[(0<count row)or 0<count trim b;rows,:enlist row,enlist trim b];' +
      'row:();b:""];\n' +
      '      c=",";[row,:enlist trim b;b:""];\n' +
      '      c="\\"";ins:1b;\n' +
      '      b,:c];\n' +
      '    i+:1];\n' +
      '  w:count first rows;{[w;r] w#r,w#enlist""}[w]each rows where not rows[;0]like"#*"}',
  }),
  problem({
    id: 'open-invoices',
    level: 5,
    statement:
      'Rows are booked in their order, and the kind is one of three.\n' +
      '- invoice: id, amount and due (a day number). Credit that is there is used for it.\n' +
      '- payment: amount, and in ref the id of an invoice. It is used for that invoice as far as ' +
      'it is open; if ref names no invoice in the books, this part is skipped. What is left is ' +
      'used for the open invoices, the one that is due first before others, and of those due on ' +
      'the same day the earlier row. What is still left becomes credit.\n' +
      '- void: the invoice with the id in ref is taken out of the books. What was paid for it is ' +
      'used for the open invoices as what is left of a payment is. Nothing happens if ref names ' +
      'no invoice in the books.\n' +
      'Give a dictionary from the ids of the invoices in the books at the end, in the order of ' +
      'their rows, to the amounts that are still open, 0 for a paid one, and last from 0 to the ' +
      'credit.',
    takes: { events: EVENTS },
    gives: 'long -> long',
    draw: (random) => [postings(random)],
    edges: [
      [
        [
          posting('payment 1 50 0 0'),
          posting('invoice 2 80 3'),
          posting('invoice 3 40 1'),
          posting('payment 4 60 0 2'),
          posting('void 5 0 0 2'),
          posting('void 6 0 0 2'),
        ],
      ],
      [[posting('payment 1 30 0 9')]],
    ],
    reference: (events) => openAmounts(events),
    solution:
      'pay:{[v;c;j] p:c&v[j;`amount]-v[j;`paid];(update paid:paid+p from v where i=j;c-p)}\n' +
      'use:{[v;c] {pay[x 0;x 1;y]}/[(v;c);iasc v`due]}\n' +
      'step:{[s;r] v:s 0;c:s 1;k:r`kind;j:v[`id]?r`ref;\n' +
      '  x:$[k=`invoice;(v,`id`due`amount`paid!(r`id;r`due;r`amount;0);c);\n' +
      '    k=`payment;$[j<count v;{(x 0;y+x 1)}[pay[v;r`amount;j];c];(v;c+r`amount)];\n' +
      '    j<count v;(v(til count v)except j;c+v[j;`paid]);(v;c)];\n' +
      '  use . x}\n' +
      'solve:{[events] s:step/[(([]id:0#0;due:0#0;amount:0#0;paid:0#0);0);events];v:s 0;\n' +
      '  (v[`id],0)!(v[`amount]-v`paid),s 1}',
    wrong:
      'pay:{[v;c;j] p:c&v[j;`amount]-v[j;`paid];(update paid:paid+p from v where i=j;c-p)}\n' +
      'use:{[v;c] {pay[x 0;x 1;y]}/[(v;c);til count v]}\n' +
      'step:{[s;r] v:s 0;c:s 1;k:r`kind;j:v[`id]?r`ref;\n' +
      '  x:$[k=`invoice;(v,`id`due`amount`paid!(r`id;r`due;r`amount;0);c);\n' +
      '    k=`payment;$[j<count v;{(x 0;y+x 1)}[pay[v;r`amount;j];c];(v;c+r`amount)];\n' +
      '    j<count v;(v(til count v)except j;c+v[j;`paid]);(v;c)];\n' +
      '  use . x}\n' +
      'solve:{[events] s:step/[(([]id:0#0;due:0#0;amount:0#0;paid:0#0);0);events];v:s 0;\n' +
      '  (v[`id],0)!(v[`amount]-v`paid),s 1}',
  }),
])
