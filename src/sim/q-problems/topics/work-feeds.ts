import type { RandomStream } from '../../random.ts'
import { problem, topic } from '../problem.ts'
import { FeedBook, type FeedMessage, statesOfFeed } from '../references/feed.ts'

/** Changes around prices that drift, so that some of them cross the other side. */
function changesOf(random: RandomStream, middle: number, most: number): string[] {
  return Array.from({ length: random.integer(1, most) }, () => {
    const side = random.pick(['B', 'A'])
    const distance = random.integer(random.chance(0.25) ? -2 : 1, 4)
    const size = random.chance(0.25) ? 0 : random.integer(1, 9)
    return `${side} ${side === 'B' ? middle - distance : middle + distance} ${size}`
  })
}

/**
 * Messages of one sender, whose own book has the same rules as that of the receiver. Snaps come
 * some messages after the changes that they have.
 */
function sentMessages(random: RandomStream, depth: number): FeedMessage[] {
  const book = new FeedBook(depth)
  const messages: FeedMessage[] = []
  const late: { snap: FeedMessage; after: number }[] = []
  let number = random.integer(1, 40)
  let repeated = ''
  const checkOf = (faultShare: number): number | null =>
    random.chance(0.3) ? null : (book.checksum() + (random.chance(faultShare) ? 1 : 0)) % 97
  const count = random.integer(11, 17)
  for (let at = 0; at < count; at++) {
    const own = changesOf(random, 20, 3).join(';')
    book.apply(own)
    // Some updates repeat the changes of the one before them.
    const isOverlapping = repeated !== '' && random.chance(0.25)
    const changes = isOverlapping ? `${repeated};${own}` : own
    const lo = number + (isOverlapping ? 0 : 1)
    number += random.integer(1, 3)
    repeated = own
    messages.push({ kind: 'update', lo, hi: number, changes, check: checkOf(0.08) })
    if (at > 0 && !random.chance(0.25)) continue
    const snap = { kind: 'snap', lo: 0, hi: number, changes: book.text(), check: checkOf(0.2) }
    late.push({ snap, after: messages.length + random.integer(0, 4) })
  }
  for (const { snap, after } of late.toReversed()) messages.splice(after, 0, snap)
  return messages
}

/** Some messages are lost, come twice, or change places. */
function received(random: RandomStream, sent: readonly FeedMessage[]): FeedMessage[] {
  const messages = sent.filter(({ kind }) => kind === 'snap' || !random.chance(0.12))
  for (let times = random.integer(0, 5); times > 0; times--) {
    const from = random.integer(0, messages.length - 1)
    const [moved] = messages.splice(from, 1)
    messages.splice(Math.min(messages.length, from + random.integer(1, 3)), 0, moved as FeedMessage)
  }
  if (random.chance(0.5)) {
    const again = messages[random.integer(0, messages.length - 1)] as FeedMessage
    messages.splice(random.integer(1, messages.length), 0, again)
  }
  return messages
}

const message = (text: string): FeedMessage => {
  const [kind = '', lo, hi, check = '-', changes = ''] = text.split('|')
  return {
    ...{ kind, lo: Number(lo), hi: Number(hi), changes },
    check: check === '-' ? null : Number(check),
  }
}

const messagesOf = (...texts: readonly string[]): FeedMessage[] => texts.map(message)

const solution = (waits: string, retried: string): string =>
  'changes:{$[count x;{"SJJ"$\'" "vs x}each";"vs x;()]}\n' +
  'change:{[x] s:x 0;p:x 1;z:x 2;\n' +
  '  $[s=`B;$[z=0;B::(enlist p)_B;[B[p]:z;A::(k where p<k:key A)#A]];\n' +
  '    $[z=0;A::(enlist p)_A;[A[p]:z;B::(k where p>k:key B)#B]]]}\n' +
  'checksum:{b:desc key B;a:asc key A;\n' +
  '  (sum[(1+til count b)*b*B b]-sum(1+til count a)*a*A a)mod 97}\n' +
  'take:{[r] change each changes r`changes;\n' +
  '  B::(D sublist desc key B)#B;A::(D sublist asc key A)#A;N::r`hi;\n' +
  '  L::(null r`check)or r[`check]=checksum[]}\n' +
  `hold:{[r] L::0b;W::${waits}}\n` +
  'update1:{[r] $[not L;hold r;N>=r`hi;::;r[`lo]<=N+1;take r;hold r]}\n' +
  'snap:{[r] if[L and N>=r`hi;:()];B::A::(0#0)!0#0;take r;\n' +
  `  if[L and 0<count W;w:${retried};W::();update1 each w]}\n` +
  'step:{[r] $[`snap=r`kind;snap r;update1 r];\n' +
  '  (L;$[L;N;0N];$[L and 0<count B;max key B;0N];$[L and 0<count A;min key A;0N];count W)}\n' +
  'solve:{[depth;room;feed] D::depth;R::room;L::0b;N::0N;W::();B::A::(0#0)!0#0;\n' +
  '  flip`live`number`bid`ask`waiting!flip step each feed}'

export const WORK_FEEDS = topic('work', [
  problem({
    id: 'book-of-a-feed',
    level: 6,
    statement:
      'Rows of feed are messages about the order book of one name, in the order of their ' +
      'arrival. The receiver keeps a copy of the book. It is void at first, and live while the ' +
      'copy can be relied on. A live book has a number, that of the last change in it.\n' +
      'changes has the changes of a message in their order, with semicolons between them; it ' +
      'may be empty. Each change has a side (B for bids, A for asks), a price and a size, with ' +
      'one space between them; all are whole numbers. Size 0 takes the price off its side, if ' +
      'it is there. Any other size becomes the size at the price, and then all prices of the ' +
      'other side that it meets or crosses are taken off: asks at or below the price of a ' +
      'bid, bids at or above the price of an ask. After the last change of a message, only the ' +
      'best prices of each side are kept, at most depth of them; the others are forgotten.\n' +
      'The checksum of a book is the sum of place times price times size over its bids, less ' +
      'the same sum over its asks, modulo 97 (so it is never negative). The best price of a ' +
      'side has place 1, the next one 2, and so on. If the check of a message is not null, it is ' +
      'compared with the checksum of the book after the message was taken. If they differ, the ' +
      'book becomes void.\n' +
      'The messages:\n' +
      '- An update has the changes with the numbers from lo to hi. If the book is live and hi ' +
      'is not above its number, the update is ignored. If the book is live and lo is at most ' +
      'its number plus 1, the update is taken: all of its changes are applied, even those ' +
      'that the book has already, and hi becomes the number. In every other case the update ' +
      'waits, and the book is void from then on. At most room updates wait. When one more ' +
      'comes, the one that has waited longest is dropped.\n' +
      '- A snap has the whole book as it was at the number hi; its lo means nothing. It is ' +
      'ignored if the book is live and hi is not above its number. Otherwise it is taken: its ' +
      'changes are applied to an empty book, which is then live with the number hi. If the ' +
      'checksum makes it void again, the waiting updates stay where they are. Otherwise, all ' +
      'of them stop waiting, and arrive once more, one after the other, in order of lo; those ' +
      'with equal lo keep their order. Each is treated like any other update, so it may be ' +
      'ignored, be taken, make the book void or wait again.\n' +
      'Give a table with one row for each message, which tells the state after it: whether the ' +
      'book is live, its number, its best bid and its best ask, and how many updates wait. The ' +
      'number and both prices are null if the book is void, and a price is null if its side is ' +
      'empty. depth and room are above 0.',
    takes: {
      depth: 'long',
      room: 'long',
      feed: 'table kind:symbol, lo:long, hi:long, changes:string, check:long',
    },
    gives: 'table live:boolean, number:long, bid:long, ask:long, waiting:long',
    draw: (random) => {
      const depth = random.integer(1, 3)
      return [depth, random.integer(1, 4), received(random, sentMessages(random, depth))]
    },
    edges: [
      [
        2,
        2,
        messagesOf(
          ...['update|4|5|-|B 9 1', 'update|8|9|-|A 12 2', 'update|6|7|-|B 10 3;A 11 4'],
          ...['snap|0|5|-|B 8 1;B 9 1;B 7 5;A 13 1', 'update|9|9|-|A 12 2', 'update|9|10|50|A 9 1'],
          ...['snap|0|10|-|', 'snap|0|9|-|B 1 1', 'update|10|11|0|', 'update|12|12|7|A 4 5'],
          ...['snap|0|11|3|B 2 2', 'snap|0|12|4|B 2 2'],
        ),
      ],
      [
        1,
        1,
        messagesOf(
          ...['snap|0|3|-|B 5 2;B 6 1;A 9 9', 'update|4|4|-|B 6 0', 'update|5|6|-|A 9 3;A 8 0'],
          ...['update|8|8|-|B 9 9', 'update|7|7|-|B 9 9', 'snap|0|6|-|A 4 1;B 4 1'],
        ),
      ],
    ],
    reference: (depth, room, feed) => statesOfFeed(depth, room, feed),
    solution: solution('(neg R)sublist W,enlist r', '`lo xasc W'),
    wrong: solution('(neg R)sublist W,enlist r', 'W'),
  }),
])
