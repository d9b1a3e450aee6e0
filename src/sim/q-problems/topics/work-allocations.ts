import type { RandomStream } from '../../random.ts'
import { problem, topic } from '../problem.ts'
import { checkOf, positionsFrom } from '../references/allocations.ts'

const ACCOUNTS = ['ann', 'bob', 'cy'] as const
const PARTIES = ['bob', 'cy', 'dee'] as const

/** Texts with bars and equals signs, some of which look like fields. */
const RAW = ['a|b', '79=bob|', '|10=000|8=', 'x=y', '=', '55=kiwi|54=2', '|', '32=9|31=1'] as const

function entryFields(random: RandomStream): string[] {
  const weight = random.chance(0.6) ? [`80=${random.integer(0, 4)}`] : []
  const count = random.pick([0, 0, 1, 2])
  const parties = Array.from({ length: count }, () => {
    const role = random.chance(0.75) ? [`538=${random.pick([1, 4, 4])}`] : []
    return [`524=${random.pick(PARTIES)}`, ...role]
  }).flat()
  const group = count > 0 ? [`539=${count}`, ...parties] : []
  const account = `79=${random.pick(ACCOUNTS)}`
  return random.chance(0.5) ? [account, ...weight, ...group] : [account, ...group, ...weight]
}

function groupFields(random: RandomStream): string[] {
  const count = random.pick([0, 1, 2, 3, 3])
  if (count === 0) return []
  const entries = Array.from({ length: count }, () => entryFields(random))
  // The weights of a message are never all 0.
  const sure = [`79=${random.pick(ACCOUNTS)}`, `80=${random.integer(1, 3)}`]
  const stated = random.chance(0.06) ? count : count + 1
  return [`78=${stated}`, ...sure, ...entries.flat()]
}

function fillFields(random: RandomStream, id: number): string[] {
  const group = random.chance(0.7) ? groupFields(random) : []
  const isGroupLast = random.chance(0.5)
  return [
    `37=${id}`,
    `55=${random.pick(['fig', 'fig', 'kiwi'])}`,
    ...(isGroupLast ? [] : group),
    `54=${random.pick([1, 2])}`,
    `32=${random.integer(1, 30)}`,
    `31=${random.integer(2, 40)}`,
    ...(isGroupLast ? group : []),
  ]
}

function bodyFields(random: RandomStream, number: number): string[] {
  const kind = number < 4 ? 'F' : random.pick(['F', 'F', 'F', 'F', 'C', 'R', 'R', 'H'])
  const data = (): string[] => {
    const raw = random.pick(RAW)
    return random.chance(0.3) ? [`95=${raw.length}`, `96=${raw}`] : []
  }
  const head = [`34=${number}`, `35=${kind}`]
  const isAgain = random.chance(0.1)
  const id = isAgain ? random.integer(1, number) : number
  if (kind === 'F') return [...head, ...data(), ...fillFields(random, id), ...data()]
  const ref = [`41=${random.integer(Math.max(1, number - 5), number + 1)}`]
  if (kind !== 'R') return [...head, ...data(), ...ref]
  const qty = random.chance(0.6) ? [`32=${random.integer(0, 30)}`] : []
  const price = random.chance(0.6) ? [`31=${random.integer(2, 40)}`] : []
  return [...head, ...data(), ...ref, ...qty, ...price]
}

/** A message of these fields, with its check. */
function messageOf(fields: readonly string[], isWrong = false): string {
  const text = ['8=Q', ...fields].map((field) => `${field}|`).join('')
  const check = checkOf(text)
  return `${text}10=${isWrong ? checkOf(`${text}1`) : check}|`
}

function drawnText(random: RandomStream): string {
  const numbers = Array.from({ length: random.integer(7, 12) }, (_, at) => at + 1)
  for (let times = random.integer(0, 3); times > 0; times--) {
    const [moved] = numbers.splice(random.integer(0, numbers.length - 1), 1)
    numbers.splice(random.integer(0, numbers.length), 0, moved as number)
  }
  if (random.chance(0.6)) numbers.splice(random.integer(0, numbers.length), 0, random.pick(numbers))
  return numbers
    .map((number) => messageOf(bodyFields(random, number), random.chance(0.07)))
    .join('')
}

const text = (...messages: readonly string[]): string =>
  messages.map((message) => messageOf(message.split('|'))).join('')

const solution = (remainders: string, first: string): string =>
  'fields:{[t] i:0;n:0;r:();\n' +
  '  while[i<count t;j:i+(i _ t)?"=";g:"J"$t i+til j-i;\n' +
  '    k:$[g=96;n;((j+1)_ t)?"|"];v:t(j+1)+til k;if[g=95;n:"J"$v];\n' +
  '    r,:enlist(g;v;i);i:j+2+k];r}\n' +
  'val:{[m;g] i:m[;0]?g;$[i<count m;m[i;1];""]}\n' +
  'num:{[m;g] "J"$val[m;g]}\n' +
  'valid:{[t;m] s:first[m]2;c:sum`long$t s+til last[m][2]-s;\n' +
  '  (val[m;10]~-3#"00",string c mod 256)and(sum 79=m[;0])=0^num[m;78]}\n' +
  'entry:{[e] p:(where 524=e[;0])cut e;k:where 4=num[;538]each p;\n' +
  `  (\`$$[count k;val[p ${first} k;524];val[e;79]];1^num[e;80])}\n` +
  'entries:{[m] a:where 79=m[;0];$[count a;entry each a cut m;enlist(`house;1)]}\n' +
  'shares:{[q;w] x:q*w;s:sum w;b:x div s;\n' +
  `  @[b;(q-sum b)#${remainders};+;1]}\n` +
  'fill:{[m] d:`$val[m;37];if[d in I;:()];\n' +
  '  I,:d;S,:`$val[m;55];D,:$["1"=first val[m;54];1;-1];Q,:num[m;32];P,:num[m;31];V,:1b;\n' +
  '  E,:enlist entries m}\n' +
  'receive:{[m] k:first val[m;35];i:I?`$val[m;41];\n' +
  '  if[k="F";:fill m];if[i=count I;:()];if[k="C";V[i]:0b];\n' +
  '  if[k="R";Q[i]:Q[i]^num[m;32];P[i]:P[i]^num[m;31]]}\n' +
  'fifo:{[q;p] l:0#0;c:0#0;g:0;i:0;\n' +
  '  while[i<count q;x:q i;y:p i;\n' +
  '    while[(0<count l)and 0>x*first l;s:signum x;k:abs[x]&abs first l;\n' +
  '      g+:k*s*first[c]-y;x-:k*s;l[0]+:k*s;if[0=first l;l:1_ l;c:1_ c]];\n' +
  '    if[x<>0;l,:x;c,:y];i+:1];(sum l;g)}\n' +
  'rows:{[i] e:E i;q:D[i]*shares[Q i;e[;1]];\n' +
  '  ([]account:e[;0];name:count[e]#S i;q:q;p:count[e]#P i)}\n' +
  'solve:{[text] I::S::0#`;D::Q::P::0#0;V::0#0b;E::();f:fields text;\n' +
  '  m:(where 8=f[;0])cut f;m:m where valid[text]each m;n:num[;34]each m;\n' +
  '  k:where(n?n)=til count n;receive each m k iasc n k;\n' +
  '  t:([]account:0#`;name:0#`;q:0#0;p:0#0),raze rows each where V;\n' +
  '  r:0!select q,p by account,name from t where q<>0;\n' +
  "  x:fifo'[r`q;r`p];([]account:r`account;name:r`name;qty:x[;0];profit:x[;1])}"

export const WORK_ALLOCATIONS = topic('work', [
  problem({
    id: 'positions-from-messages',
    level: 6,
    statement:
      'A text has messages, one directly after the other. A message is a row of fields. A field ' +
      'is a tag (a whole number), an equals sign, a value and a bar. A message begins with its ' +
      'only field of tag 8 and ends with its only field of tag 10. The value of a field of tag ' +
      '96 has exactly as many characters as the field of tag 95 before it says. They may be ' +
      'bars and equals signs, and mean nothing; the bar that ends the field follows them. No ' +
      'other value has a bar.\n' +
      'A message is ignored altogether, as if it were not in the text, if one of these is ' +
      'wrong:\n' +
      '- The value of tag 10 is the sum of the codes of all characters of the message before ' +
      'this field (bars too), modulo 256, written with three digits.\n' +
      '- The value of tag 78 is the number of fields of tag 79. Without a tag 78 there is none.\n' +
      'Of the other messages, tag 34 gives the number. If several have the same one, only the ' +
      'first of them in the text counts. The messages take effect in the order of their ' +
      'numbers. Tag 35 is their kind; other kinds than these do nothing:\n' +
      '- F is a fill: 37 is its id, 55 the name, 54 the side (1 buys, 2 sells), 32 the qty and ' +
      '31 the price. If a fill with a lower number has the same id, nothing happens.\n' +
      '- C cancels the fill whose id is in 41: it never took place.\n' +
      '- R replaces the qty (32) and the price (31) of the fill whose id is in 41, each only if ' +
      'the message has the tag. The fill keeps its place, and a cancelled one stays cancelled.\n' +
      'A C or R does nothing if no fill with a lower number has the id.\n' +
      'After all messages, the qty of each remaining fill is shared out to accounts. The ' +
      'fields of tag 79 divide a message into entries: an entry goes from a field of tag 79 to ' +
      'the next one. Tag 80 is its weight, 1 if it is missing; the weights of a message are not ' +
      'all 0. Its parties begin with the fields of tag 524 in the same way, each with the ' +
      'name of the party; tag 538 is the role of a party, and may be missing. The account of ' +
      'an entry is its first party with role 4, otherwise the value of tag 79. A fill without ' +
      'entries goes to the account house. An entry gets qty times its weight divided by the ' +
      'sum of the weights, rounded down. The units that are left over go, one each, to the ' +
      'entries with the largest remainders of that division; of equal ones, the earlier entry ' +
      'is first. Several entries of a fill may have the same account; each is a trade of its ' +
      'own, in their order.\n' +
      'For each account and name, the trades follow each other in the order of the fills, ' +
      'trades of 0 units excepted. A trade first closes open units of the other direction, ' +
      'those that were opened first before the others; what is left of it opens units at its ' +
      'price. So one may sell more than one has, and buy it back later. The profit of a closed ' +
      'unit is the price at which it was sold less that at which it was bought.\n' +
      'Give a row for each account and name with a trade, sorted by account and then by name: ' +
      'the open units (qty, below 0 if they were sold) and the profit of all closed units. ' +
      'There may be no rows. Numbers, quantities and prices are whole and not negative.',
    takes: { text: 'string' },
    gives: 'table account:symbol, name:symbol, qty:long, profit:long',
    draw: (random) => [drawnText(random)],
    edges: [
      [
        text(
          '34=2|35=F|37=a|55=fig|54=1|32=7|31=10|78=3|79=ann|80=2|79=bob' +
            '|539=2|524=x|524=cy|538=4|79=ann',
          '34=1|35=R|41=a|32=50',
          '34=4|35=R|41=a|32=9',
          '34=3|35=F|37=b|55=fig|54=2|95=8|96=|34=9|=7|32=4|31=12',
          '34=5|35=F|37=c|55=fig|54=1|32=6|31=11|78=2|79=house',
          '34=5|35=F|37=c|55=fig|54=1|32=6|31=11',
          '34=6|35=F|37=b|55=fig|54=1|32=60|31=11',
        ),
      ],
      [
        text(
          '34=1|35=F|37=a|55=fig|54=2|32=5|31=10',
          '34=3|35=C|41=a',
          '34=2|35=R|41=a|31=9',
          '34=4|35=R|41=a|32=3',
          '34=4|35=F|37=d|55=fig|54=1|32=1|31=1',
        ),
      ],
    ],
    reference: (messages) => positionsFrom(messages),
    solution: solution('idesc x mod s', 'first'),
    wrong: solution('til count w', 'first'),
  }),
])
