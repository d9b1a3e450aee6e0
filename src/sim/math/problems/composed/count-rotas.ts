/** A rule about the days of a rota. States are numbers from 0. */
export type RotaRule =
  /** `second` never directly follows `first`. */
  | { readonly kind: 'never_after'; readonly first: number; readonly second: number }
  /** At most `count` times in a row. */
  | { readonly kind: 'in_a_row'; readonly state: number; readonly count: number }
  | { readonly kind: 'exactly'; readonly state: number; readonly count: number }
  | { readonly kind: 'at_least'; readonly state: number; readonly count: number }
  /** `second` only occurs once `first` has occurred `count` times. */
  | {
      readonly kind: 'not_before'
      readonly first: number
      readonly count: number
      readonly second: number
    }
  | { readonly kind: 'first_is'; readonly state: number }
  | { readonly kind: 'last_is_not'; readonly state: number }
  | { readonly kind: 'ends_differ' }

export interface Rota {
  readonly days: number
  readonly states: number
  readonly rules: readonly RotaRule[]
}

type CountRule = Extract<RotaRule, { kind: 'exactly' | 'at_least' | 'not_before' }>

/** The state that a rule counts. */
const countedIn = (rule: CountRule): number => ('state' in rule ? rule.state : rule.first)

/** The part of the history that the rules need, as a number from 0 to `size` - 1. */
interface Code {
  readonly size: number
  /** The code of a rota of one day; -1 if a rule forbids it. */
  begin(state: number): number
  /** The code with one more day; -1 if a rule forbids it. */
  extend(code: number, next: number): number
  /** Whether a finished rota with this code satisfies the rules about its whole. */
  isSatisfied(code: number): boolean
}

/** The digits, lowest first: the last state, its run, the first state, and the counts of states. */
function codeOf({ states, rules }: Rota): Code {
  const counts = rules.filter(
    (rule): rule is CountRule =>
      rule.kind === 'exactly' || rule.kind === 'at_least' || rule.kind === 'not_before',
  )
  const longest = Array.from({ length: states }, (_, state) => runOf(rules, state))
  const runs = Math.max(0, ...longest) + 1
  const firsts = rules.some(({ kind }) => kind === 'ends_differ') ? states : 1
  const timesUnit = states * runs * firsts
  const radix = counts.map(({ count }) => count + 2)
  const follows = followTable(states, rules)

  /** Increments a state's count. Each count stops at one above its rule's limit. */
  function countIn(times: number, state: number): number {
    let unit = 1
    let result = times
    counts.forEach((rule, index) => {
      const base = radix[index] as number
      const digit = Math.floor(times / unit) % base
      if (countedIn(rule) === state && digit < base - 1) result += unit
      unit *= base
    })
    return result
  }

  function isSatisfied(code: number): boolean {
    const last = code % states
    const first = Math.floor(code / (states * runs)) % firsts
    let times = Math.floor(code / timesUnit)
    return rules.every((rule) => {
      if (rule.kind === 'last_is_not') return last !== rule.state
      if (rule.kind === 'ends_differ') return first !== last
      if (rule.kind === 'in_a_row' || !('count' in rule)) return true
      const digit = times % (rule.count + 2)
      times = Math.floor(times / (rule.count + 2))
      if (rule.kind === 'not_before') return true
      return rule.kind === 'exactly' ? digit === rule.count : digit >= rule.count
    })
  }

  const joined = (last: number, run: number, first: number, times: number): number =>
    last + states * (run + runs * (first + firsts * times))

  return {
    size: timesUnit * radix.reduce((product, base) => product * base, 1),
    isSatisfied,
    begin(state) {
      const isOther = rules.some((rule) => rule.kind === 'first_is' && rule.state !== state)
      const run = longest[state] === 0 ? 0 : 1
      return isOther || !isDue(counts, 0, state)
        ? -1
        : joined(state, run, firsts === 1 ? 0 : state, countIn(0, state))
    },
    extend(code, next) {
      const last = code % states
      if (follows[last * states + next] !== true) return -1
      const most = longest[next] as number
      const before = Math.floor(code / states) % runs
      const run = most === 0 ? 0 : last === next ? before + 1 : 1
      if (run > most || !isDue(counts, Math.floor(code / timesUnit), next)) return -1
      const first = Math.floor(code / (states * runs)) % firsts
      return joined(next, run, first, countIn(Math.floor(code / timesUnit), next))
    },
  }
}

/** Whether a state may come with these counts. */
function isDue(counts: readonly CountRule[], times: number, state: number): boolean {
  let rest = times
  return counts.every((rule) => {
    const digit = rest % (rule.count + 2)
    rest = Math.floor(rest / (rule.count + 2))
    return rule.kind !== 'not_before' || rule.second !== state || digit >= rule.count
  })
}

/** The longest allowed run of a state; 0 means any. */
const runOf = (rules: readonly RotaRule[], state: number): number =>
  rules.reduce(
    (run, rule) => (rule.kind === 'in_a_row' && rule.state === state ? rule.count : run),
    0,
  )

/** Whether one state may follow another, at `first * states + second`. */
const followTable = (states: number, rules: readonly RotaRule[]): boolean[] =>
  Array.from({ length: states * states }, (_, index) =>
    rules.every(
      (rule) => rule.kind !== 'never_after' || index !== rule.first * states + rule.second,
    ),
  )

/**
 * Counts the rotas that satisfy every rule, day by day. Histories with equal codes are counted
 * together.
 */
export function countRotas(rota: Rota): number {
  const code = codeOf(rota)
  let ways = new Float64Array(code.size)
  for (let state = 0; state < rota.states; state++) {
    const begun = code.begin(state)
    if (begun >= 0) ways[begun] = 1
  }
  for (let day = 1; day < rota.days; day++) {
    const more = new Float64Array(code.size)
    for (let at = 0; at < code.size; at++) {
      const count = ways[at] as number
      if (count === 0) continue
      for (let next = 0; next < rota.states; next++) {
        const longer = code.extend(at, next)
        if (longer >= 0) more[longer] = (more[longer] as number) + count
      }
    }
    ways = more
  }
  return ways.reduce((sum, count, at) => (count > 0 && code.isSatisfied(at) ? sum + count : sum), 0)
}
