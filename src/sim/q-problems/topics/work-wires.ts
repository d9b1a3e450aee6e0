import type { RandomStream } from '../../random.ts'
import { problem, topic } from '../problem.ts'
import { checksum, objectsAfter } from '../references/wire.ts'

const KEYS = ['k', 'id', 'px'] as const
const OBJECTS = ['fig', 'kiwi'] as const
const VALUES = [
  ...['7', 'a b', '\\ a', 'b\\ ', ' c ', 'x\\|y', 'p\\;q', 'm=n', 's\\=t', '\\$id', '2\\*3'],
  ...[
    '$id',
    '$ px',
    '$fig.k',
    '$kiwi.id',
    '$fig.px',
    '$none',
    '',
    'n\\nm',
    'e\\\\',
    '-',
    '+',
    'u*v',
  ],
] as const

function setField(random: RandomStream): string {
  const key = random.pick(KEYS)
  if (random.chance(0.15)) return random.pick([`${key}-`, ` ${key} - `, `${key}\\-`])
  const operator = random.pick(['=', '=', ' = ', '+=', '+=', ' += '])
  return `${key}${operator}${random.pick(VALUES)}`
}

function bodyOf(random: RandomStream, number: number): string {
  const verb = random.pick(['set', 'set', 'set', 'set', 'set', 'copy', 'drop', 'ping'])
  const target = random.pick(OBJECTS)
  const fields = Array.from({ length: random.integer(1, 4) }, () => setField(random))
  if (verb === 'set') return [number, random.pick(['set', ' set ']), target, ...fields].join('|')
  if (verb === 'copy') return [number, verb, target, random.pick([...OBJECTS, 'plum'])].join('|')
  return [number, verb, target].join('|')
}

/** A message with its checksum, between blanks. */
function sent(random: RandomStream, body: string): string {
  const right = checksum(body)
  const sum = random.chance(0.1) ? random.pick([right.toLowerCase(), `0${right}`, '00']) : right
  const isWithout = random.chance(0.04)
  const [before, after] = [random.pick(['', '', '\n', ' ']), random.pick(['', ' '])]
  return `${before}${body}${isWithout ? '' : `*${sum}`}${after};`
}

/** Messages of which some come early, twice, or not at all. */
function feed(random: RandomStream): string {
  const count = random.integer(7, 12)
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const late = random.integer(0, count - 1)
  const [moved] = numbers.splice(late, 1)
  if (random.chance(0.7)) numbers.splice(random.integer(0, numbers.length), 0, moved as number)
  if (random.chance(0.6)) numbers.splice(random.integer(2, numbers.length), 0, random.pick(numbers))
  const bodies = numbers.map((number) => bodyOf(random, number))
  const gapTo = random.integer(2, count)
  if (random.chance(0.6)) {
    bodies.splice(random.integer(1, bodies.length), 0, `${random.integer(1, count)}|gap|${gapTo}`)
  }
  const first = `1|set|fig|k=1|id= \\ a \\;`
  return (
    [first, ...bodies].map((body) => sent(random, body)).join('') + random.pick(['', '\n', '9|x'])
  )
}

const sentAll = (...bodies: readonly string[]): string =>
  bodies.map((body) => `${body}*${checksum(body)};`).join('\n')

const solution = (added: string, order: string): string =>
  'strip:{[c;l] k:where l or not c in" \\n";$[count k;first[k]+til 1+last[k]-first k;0#0]}\n' +
  'trims:{[x] k:strip . x;x[;k]}\n' +
  'parts:{[s;x] k:where(x[0]=s)and not x 1;\n' +
  '  i:(0,1+k)cut til count x 0;i:$[0=count k;enlist til count x 0;(0,1+k)_til count x 0];\n' +
  "  n:count i;i:{[n;i;j] $[j<n-1;-1_i;i]}[n]'[i;til n];{x[;y]}[x]each i}\n" +
  'hex:{d:"0123456789ABCDEF";d 16 16 vs(sum`long$x)mod 256}\n' +
  'message:{[c;l;e] k:strip[c;l];c:c k;l:l k;e:e k;s:where(c="*")and not l;\n' +
  '  if[0=count s;:()];j:last s;if[not((j+1)_c)~hex j#c;:()];\n' +
  '  k:where not j#e;c:c k;l:l k;c[where l and c="n"]:"\\n";trims each parts["|";(c;l)]}\n' +
  'name:{[o;k] `$o,".",k}\n' +
  'text:{[x] x 0}\n' +
  'drop:{[o] D::(key[D]where(key D)like o,".*")_D}\n' +
  'field:{[o;x] c:x 0;l:x 1;k:where(c="=")and not l;\n' +
  '  if[0=count k;if[count c;if[("-"=last c)and not last l;\n' +
  '    D::(enlist name[o;text trims(-1_c;-1_l)])_D]];:()];\n' +
  '  j:first k;a:(j>0)and("+"=c j-1)and not l j-1;\n' +
  '  k:name[o;text trims(j-a)#/:x];v:trims(j+1)_/:x;c:v 0;\n' +
  '  if[count c;if[("$"=first c)and not first v 1;n:text trims 1_/:v;\n' +
  '    n:$["."in n;`$n;name[o;n]];c:$[n in key D;D n;""]]];\n' +
  `  D[k]:$[${added};D[k],",",c;c];}\n` +
  'apply:{[f] v:text f 1;o:text f 2;\n' +
  '  if[v~"set";field[o]each 3_f];\n' +
  '  if[v~"drop";drop o];\n' +
  '  if[v~"copy";s:text f 3;k:key[D]where(key D)like s,".*";t:D k;drop o;\n' +
  "    {[s;o;k;t] D[`$o,(count s)_string k]:t}[s;o]'[k;t]];}\n" +
  'receive:{[f] if[0=count f;:()];q:"J"$text f 0;\n' +
  '  $[(text f 1)~"gap";N::N|"J"$text f 2;\n' +
  `    (q>=N)and not q in key W;W[q]:f;::];\n` +
  '  while[N in key W;apply W N;N+:1];}\n' +
  'solve:{[text] e:{(not x)and y="\\\\"}\\[0b;text];l:0b,-1_e;\n' +
  '  D::(0#`)!();W::(0#0)!();N::1;p:where(text=";")and not l;\n' +
  "  i:-1_'(0,-1_1+p)cut til 1+last p;\n" +
  `  {[t;l;e;i] receive message[t i;l i;e i]}[text;l;e]each i;${order}}`

export const WORK_WIRES = topic('work', [
  problem({
    id: 'objects-of-a-wire',
    level: 6,
    statement:
      'A text is a feed of messages about objects. Each ends with a semicolon; what is behind ' +
      'the last one is ignored. An example of a message, after which the object fig has the ' +
      'texts "a|b" for k and "7" for id:\n' +
      '3|set|fig|k = a\\|b|id=7*69;\n' +
      'A backslash escapes the next character: this is then a part of its text, not a blank and ' +
      'nothing with another meaning below; \\n is a line feed. The backslash is not part of the ' +
      'text. Blanks are spaces and line feeds that are not escaped; they are dropped at both ' +
      'ends of messages, fields, keys, values and names.\n' +
      'Behind the last star of a message is its checksum: exactly two digits of 0 to 9 and A to ' +
      'F, which are the sum of the codes of all characters before that star, modulo 256. These ' +
      'are the characters as they were sent, backslashes and all, but without the blanks ' +
      'at the beginning of the message. A message without star or with another checksum is ' +
      'ignored altogether. Before the star are fields with bars between them: a number, a verb, ' +
      'an object and more.\n' +
      'Messages are applied in the order of their numbers from 1, each as soon as all numbers ' +
      'before it were applied or given up. Those that arrive early wait; those that still wait ' +
      'at the end are not applied. If a number has arrived before, or is already applied or ' +
      'given up, the message is ignored. Only the verb gap acts at once when it arrives, ' +
      'whatever its own number is, which does not count as arrived: all numbers below the ' +
      'number in its ' +
      'third field that are not applied are given up, also those of waiting messages.\n' +
      '- set: its further fields act on the object in their order. key=value gives the key this ' +
      'text; key+=value puts a comma and the value behind the text that the key has, or gives it ' +
      'the value if the key has none; key- takes the key away. The first = of a field counts; ' +
      'other fields do nothing. A value that begins with $ stands for the text that has the ' +
      'name behind it, at that moment: name is a key of the same object or object.key. It is ' +
      'empty if there is none. The text that a name stands for is not read again.\n' +
      '- copy: the object gets exactly the keys and texts of the object in the fourth field, ' +
      'none if that has none.\n' +
      '- drop: the object loses all keys.\n' +
      'Other verbs do nothing, but their numbers count. Give a dictionary from object.key to the ' +
      'texts of all keys at the end, in alphabetical order. There is at least one. Objects ' +
      'and keys have lower-case letters only.',
    takes: { text: 'string' },
    gives: 'symbol -> string',
    draw: (random) => {
      for (;;) {
        const text = feed(random)
        if (objectsAfter(text).size > 0) return [text]
      }
    },
    edges: [
      [
        sentAll(
          ...['1|set|fig|k=a\\|b|id= \\ x |px+=$k', '3|set|fig|k-|id\\-|px+=\\$k', '3|drop|fig'],
          ...['2|set|fig|k+=2=3|k +=$fig.id|no', '6|set|kiwi|k=late', '1|gap|6', '5|drop|fig'],
          ...['4|set|fig|k=4', '7|copy|plum|fig|k'],
        ),
      ],
      [
        sentAll(
          ...['2|set|fig|id=\\\\|k=$id|px=a\\;\\nb', '1|set|fig|id=1', '3|copy|fig|none'],
          ...['4|set|kiwi|k=$none|id=$k', '5|set|kiwi|k += $ id | px = \\$id*'],
        ),
      ],
    ],
    reference: (text) => [...objectsAfter(text)],
    solution: solution('a and k in key D', 'k:asc key D;k!D k'),
    wrong: solution('a', 'k:asc key D;k!D k'),
  }),
])
