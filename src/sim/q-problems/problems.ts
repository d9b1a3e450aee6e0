import type { Problem } from './problem.ts'
import { ARITHMETIC } from './topics/arithmetic.ts'
import { CALENDARS } from './topics/calendars.ts'
import { DATES } from './topics/dates.ts'
import { DICTIONARIES } from './topics/dictionaries.ts'
import { DYNAMIC_PROGRAMMING } from './topics/dynamic-programming.ts'
import { GRAPH_WAYS } from './topics/graph-ways.ts'
import { GRAPHS } from './topics/graphs.ts'
import { LISTS } from './topics/lists.ts'
import { MACHINES } from './topics/machines.ts'
import { MARKET_DATA } from './topics/market-data.ts'
import { MARKET_QUOTES } from './topics/market-quotes.ts'
import { RECORDS } from './topics/records.ts'
import { RECURSION } from './topics/recursion.ts'
import { SERIES } from './topics/series.ts'
import { SIMULATION } from './topics/simulation.ts'
import { SPEED } from './topics/speed.ts'
import { STRINGS } from './topics/strings.ts'
import { SUBSEQUENCES } from './topics/subsequences.ts'
import { TABLES } from './topics/tables.ts'
import { TEXTS } from './topics/texts.ts'
import { WORK } from './topics/work.ts'
import { WORK_ALLOCATIONS } from './topics/work-allocations.ts'
import { WORK_BOOKS } from './topics/work-books.ts'
import { WORK_BUDGETS } from './topics/work-budgets.ts'
import { WORK_CLOSES, WORK_LEGS, WORK_TIERS, WORK_VWAPS } from './topics/work-desks.ts'
import { WORK_EXCHANGES } from './topics/work-exchanges.ts'
import { WORK_FEEDS } from './topics/work-feeds.ts'
import { WORK_FEES } from './topics/work-fees.ts'
import { WORK_LEDGERS } from './topics/work-ledgers.ts'
import { WORK_LIFETIMES } from './topics/work-lifetimes.ts'
import { WORK_LOCAL_DAYS } from './topics/work-local-days.ts'
import { WORK_REPAIRS } from './topics/work-repairs.ts'
import { WORK_RULES } from './topics/work-rules.ts'
import { WORK_SESSION_BARS } from './topics/work-session-bars.ts'
import { WORK_SIDES } from './topics/work-sides.ts'
import { WORK_STATEMENTS } from './topics/work-statements.ts'
import { WORK_SYSTEMS } from './topics/work-systems.ts'
import { WORK_VECTORS } from './topics/work-vectors.ts'
import { WORK_VERSIONS } from './topics/work-versions.ts'
import { WORK_WINDOWS } from './topics/work-windows.ts'
import { WORK_WIRES } from './topics/work-wires.ts'

/** Every problem, by topic. */
export const PROBLEMS: readonly Problem[] = [
  ...ARITHMETIC,
  ...LISTS,
  ...STRINGS,
  ...DICTIONARIES,
  ...TABLES,
  ...DATES,
  ...RECURSION,
  ...DYNAMIC_PROGRAMMING,
  ...SUBSEQUENCES,
  ...SIMULATION,
  ...MACHINES,
  ...GRAPHS,
  ...GRAPH_WAYS,
  ...MARKET_DATA,
  ...MARKET_QUOTES,
  ...SERIES,
  ...RECORDS,
  ...CALENDARS,
  ...TEXTS,
  ...SPEED,
  ...WORK,
  ...WORK_BOOKS,
  ...WORK_BUDGETS,
  ...WORK_SYSTEMS,
  ...WORK_LEDGERS,
  ...WORK_RULES,
  ...WORK_VECTORS,
  ...WORK_WINDOWS,
  ...WORK_STATEMENTS,
  ...WORK_LIFETIMES,
  ...WORK_EXCHANGES,
  ...WORK_LOCAL_DAYS,
  ...WORK_WIRES,
  ...WORK_VERSIONS,
  ...WORK_REPAIRS,
  ...WORK_SIDES,
  ...WORK_FEEDS,
  ...WORK_SESSION_BARS,
  ...WORK_ALLOCATIONS,
  ...WORK_FEES,
  ...WORK_CLOSES,
  ...WORK_TIERS,
  ...WORK_VWAPS,
  ...WORK_LEGS,
]
