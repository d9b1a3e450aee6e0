const DAY_MINUTES = 1440

/** What a user did at a UTC minute. */
export interface Click {
  readonly [name: string]: string | number
  readonly user: string
  readonly kind: string
  readonly at: number
}

/** The UTC offset of a zone from a UTC minute on. */
export interface ZoneChange {
  readonly [name: string]: string | number
  readonly zone: string
  readonly since: number
  readonly offset: number
}

interface DayRules {
  /** The longest time between two clicks of a session. */
  readonly gapMax: number
  /** The minutes that a session lasts after its last click, if nothing ends it. */
  readonly tail: number
  /** The maximum number of minutes that count on a day. */
  readonly cap: number
  /** The maximum number of minutes that go over to the next day. */
  readonly carryMax: number
  /** A click this long before the latest one so far still counts. */
  readonly lateMax: number
}

interface Session {
  readonly start: number
  end: number
}

type UserDay = { user: string; day: number; minutes: number }

/** The minutes that count for each user and local day. */
export function minutesOfDays(
  clicks: readonly Click[],
  zones: readonly ZoneChange[],
  homes: ReadonlyMap<string, string>,
  rules: DayRules,
): UserDay[] {
  const valid = validClicks(clicks, rules.lateMax)
  return [...new Set(valid.map(({ user }) => user))].sort().flatMap((user) => {
    const changes = zones.filter(({ zone }) => zone === homes.get(user))
    const minutesByDay = new Map<number, number>()
    for (const { start, end } of sessionsOf(
      valid.filter((click) => click.user === user),
      rules,
    )) {
      for (let minute = start; minute < end; minute++) {
        const day = Math.floor((minute + offsetAt(changes, minute)) / DAY_MINUTES)
        minutesByDay.set(day, (minutesByDay.get(day) ?? 0) + 1)
      }
    }
    return cappedDays(minutesByDay, rules).map((counted) => ({ user, ...counted }))
  })
}

/** The clicks that are neither late nor undone, in order of arrival. */
function validClicks(clicks: readonly Click[], lateMax: number): Click[] {
  const valid: Click[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const click of clicks) {
    const isLate = click.at < latest - lateMax
    latest = Math.max(latest, click.at)
    if (isLate) continue
    if (click.kind !== 'undo') {
      valid.push(click)
      continue
    }
    const undone = valid.findLastIndex(({ user, at }) => user === click.user && at === click.at)
    if (undone >= 0) valid.splice(undone, 1)
  }
  return valid
}

function sessionsOf(clicks: readonly Click[], { gapMax, tail }: DayRules): Session[] {
  const sessions: Session[] = []
  let open: { start: number; last: number } | undefined
  const close = (end: number): void => {
    if (open !== undefined) sessions.push({ start: open.start, end })
    open = undefined
  }
  for (const { kind, at } of clicks.toSorted((one, other) => one.at - other.at)) {
    if (open !== undefined && (kind === 'in' || at - open.last > gapMax)) close(open.last + tail)
    if (kind === 'out') close(at)
    else open = { start: open?.start ?? at, last: at }
  }
  if (open !== undefined) close(open.last + tail)
  sessions.forEach((session, index) => {
    const next = sessions[index + 1]
    if (next !== undefined) session.end = Math.min(session.end, next.start)
  })
  return sessions
}

function offsetAt(changes: readonly ZoneChange[], minute: number): number {
  let latest: ZoneChange | undefined
  for (const change of changes) {
    if (change.since <= minute && change.since >= (latest?.since ?? change.since)) latest = change
  }
  return latest?.offset ?? 0
}

function cappedDays(
  minutesByDay: ReadonlyMap<number, number>,
  { cap, carryMax }: DayRules,
): { day: number; minutes: number }[] {
  const days = [...minutesByDay.keys()]
  const [firstDay, lastDay] = [Math.min(...days), Math.max(...days)]
  const counted: { day: number; minutes: number }[] = []
  let carried = 0
  for (let day = firstDay; day <= lastDay || carried > 0; day++) {
    const available = (minutesByDay.get(day) ?? 0) + carried
    const minutes = Math.min(cap, available)
    if (minutes > 0) counted.push({ day, minutes })
    carried = Math.min(carryMax, available - minutes)
  }
  return counted
}
