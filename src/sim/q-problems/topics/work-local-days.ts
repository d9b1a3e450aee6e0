import type { RandomStream } from '../../random.ts'
import { items } from '../draws.ts'
import { problem, topic } from '../problem.ts'
import { type Click, minutesOfDays, type ZoneChange } from '../references/local-days.ts'

const DAY_MINUTES = 1440
const OFFSETS = [-600, -300, -60, 0, 60, 120, 345] as const

type Rules = [gap: number, tail: number, cap: number, carry: number, late: number]
type Arguments = [Click[], ZoneChange[], (readonly [string, string])[], Rules]

/** Clicks around two midnights, some of them out of order, repeated or undone. */
function clicks(random: RandomStream, midnights: readonly number[], gap: number): Click[] {
  const made: Click[] = []
  let at = (midnights[0] as number) - random.integer(0, 90)
  const count = random.integer(10, 18)
  while (made.length < count) {
    const user = random.pick(['ann', 'ann', 'bob'])
    const earlier = made.length > 2 && random.chance(0.2) ? random.pick(made) : undefined
    if (earlier !== undefined) {
      made.push({ ...earlier, kind: random.pick(['undo', 'undo', 'hit', 'out', 'in']) })
      continue
    }
    at += random.pick([0, random.integer(1, gap), gap, gap + 1, random.integer(gap + 1, 2 * gap)])
    if (made.length === Math.floor(count / 2)) at = (midnights[1] as number) - random.integer(0, 40)
    const delay = random.chance(0.15) ? random.integer(1, 40) : 0
    made.push({ user, kind: random.pick(['in', 'hit', 'hit', 'hit', 'out']), at: at - delay })
  }
  return made
}

function zoneChanges(random: RandomStream, midnights: readonly number[]): ZoneChange[] {
  const zone = (): string => random.pick(['x', 'y'])
  const changes = midnights.flatMap((midnight) =>
    items(random, [1, 2], () => ({
      zone: zone(),
      since: midnight + random.integer(-90, 120),
      offset: random.pick(OFFSETS),
    })),
  )
  const [first] = changes as [ZoneChange]
  const again = random.chance(0.3) ? [{ ...first, offset: random.pick(OFFSETS) }] : []
  return random.shuffle([...changes, ...again])
}

function drawn(random: RandomStream): Arguments {
  const day = random.integer(-1, 3)
  const midnights = [day * DAY_MINUTES, (day + random.integer(1, 2)) * DAY_MINUTES]
  const rules: Rules = [
    random.integer(5, 40),
    random.pick([0, random.integer(1, 30), random.integer(30, 90)]),
    random.integer(20, 120),
    random.pick([0, random.integer(1, 30), random.integer(30, 200)]),
    random.pick([5, 20, 60, 3000]),
  ]
  return [
    clicks(random, midnights, rules[0]),
    zoneChanges(random, midnights),
    [
      ['ann', 'x'],
      ['bob', random.pick(['x', 'y', 'z'])],
    ],
    rules,
  ]
}

const clicksOf = (text: string): Click[] =>
  text.split(', ').map((part) => {
    const [user = '', kind = '', at] = part.split(' ')
    return { user, kind, at: Number(at) }
  })

const solution = (kept: string, end: string): string =>
  'valid:{[t;late] t:t where not t[`at]<(prev maxs t`at)-late;k:0#0;i:0;\n' +
  '  while[i<count t;\n' +
  '    $[`undo=t[`kind]i;[j:k where(t[`user;k]=t[`user]i)and t[`at;k]=t[`at]i;\n' +
  `      ${kept}];k,:i];i+:1];\n` +
  '  t k}\n' +
  'sessions:{[g;tail;t] s:0#0;e:0#0;o:0N;l:0N;i:0;\n' +
  '  while[i<count t;a:t[`at]i;k:t[`kind]i;\n' +
  '    if[not[null o]and(k=`in)or g<a-l;s,:o;e,:l+tail;o:0N];\n' +
  '    $[k=`out;if[not null o;s,:o;e,:a;o:0N];[if[null o;o:a];l:a]];i+:1];\n' +
  '  if[not null o;s,:o;e,:l+tail];\n' +
  `  ${end}}\n` +
  'local:{[z;m] z:`since xasc z;m+0^z[`offset]z[`since]bin m}\n' +
  'capped:{[cap;most;u;c] d:min key c;l:max key c;r:();x:0;\n' +
  '  while[(d<=l)or x>0;x+:0^c d;n:cap&x;if[n>0;r,:enlist(u;d;n)];x:most&x-n;d+:1];r}\n' +
  'one:{[z;h;r;t;u] m:sessions[r 0;r 1;`at xasc select from t where user=u];\n' +
  '  c:count each group local[select from z where zone=h u;m]div 1440;\n' +
  '  $[count c;capped[r 2;r 3;u;c];()]}\n' +
  'solve:{[clicks;zones;homes;rules] t:valid[clicks;rules 4];\n' +
  '  r:raze one[zones;homes;rules;t]each asc distinct t`user;\n' +
  '  $[count r;flip`user`day`minutes!flip r;([]user:0#`;day:0#0;minutes:0#0)]}'

export const WORK_LOCAL_DAYS = topic('work', [
  problem({
    id: 'minutes-of-local-days',
    level: 6,
    statement:
      'Times are whole minutes, counted in UTC from the start of day 0. Give the minutes that ' +
      'users were present on each local day. rules has five numbers: gap, tail, cap, carry and ' +
      'late; cap is above 0, and none is negative.\n' +
      'Rows of clicks are in the order of their arrival, and kind is in, hit, out or undo. A row ' +
      'is late, and ignored, if its at is less than the largest at of all rows that arrived ' +
      'before it (of any user and kind, late ones too) less late. An undo takes away the row of ' +
      'its user with the same at that arrived last before it, is neither late nor an undo, and ' +
      'was not taken away yet. If there is none, it does nothing.\n' +
      'The other rows of a user are taken in order of at, and of equal at in the order of ' +
      'arrival:\n' +
      '- If a session of the user is open, it ends before an in, and before a row whose at is ' +
      'more than gap after the at of the last row of the session.\n' +
      '- Then an in or hit belongs to the open session, or opens one if none is open. An out ' +
      'ends the open session at its at. It does nothing if none is open.\n' +
      'A session lasts from the at of its first row until it ends: with an out at the at of the ' +
      'out, otherwise tail minutes after its last row, but not after the beginning of the next ' +
      'session of the user. Its minutes are from the first one on, without the one at its end; ' +
      'there may be none.\n' +
      'homes gives the zone of each user. The local time of a zone is UTC plus the offset of its ' +
      'row in zones with the largest since that is not above the UTC minute; of equal since, the ' +
      'later row counts. Without such a row the offset is 0. The rows are in no order. The local ' +
      'day of a minute is its local time divided by 1440, rounded down, so that a day may have ' +
      'more or fewer minutes where the offset changes.\n' +
      'Of each user, the minutes of a local day and those carried to it count, but at most cap. ' +
      'Of those that do not count, at most carry are carried to the next day, also to a day ' +
      'without minutes of its own, and from there on in the same way.\n' +
      'The columns of the result are user, day and minutes (how many count), without rows of 0 ' +
      'minutes, sorted by user, then by day. There may be no rows.',
    takes: {
      clicks: 'table user:symbol, kind:symbol, at:long',
      zones: 'table zone:symbol, since:long, offset:long',
      homes: 'symbol -> symbol',
      rules: 'long list',
    },
    gives: 'table user:symbol, day:long, minutes:long',
    draw: drawn,
    edges: [
      [
        clicksOf(
          'ann in 60, ann hit 70, ann out 70, ann undo 70, ' +
            'ann in 100, bob hit 200, ann hit 95, bob out 205, bob undo 200, ann hit 200',
        ),
        [],
        [
          ['ann', 'x'],
          ['bob', 'y'],
        ],
        [10, 30, 25, 100, 105],
      ],
      [
        clicksOf(
          'ann hit 1400, ann out 1450, ann hit 1450, ann out 1470, ann hit 1480, ann hit 1500, ' +
            'ann in 1505, ann out 1600, bob hit 1700, bob undo 1700',
        ),
        [
          { zone: 'x', since: 1420, offset: -60 },
          { zone: 'x', since: 0, offset: 60 },
          { zone: 'x', since: 1420, offset: -90 },
        ],
        [
          ['ann', 'x'],
          ['bob', 'x'],
        ],
        [50, 20, 40, 45, 3000],
      ],
    ],
    reference: (rows, zones, homes, [gapMax, tail, cap, carryMax, lateMax]) =>
      minutesOfDays(rows, zones, new Map(homes), { gapMax, tail, cap, carryMax, lateMax }),
    solution: solution('if[count j;k:k except last j]', 'raze s+til each(e&0W^next s)-s'),
    wrong: solution('if[count j;k:k except j]', 'raze s+til each(e&0W^next s)-s'),
  }),
])
