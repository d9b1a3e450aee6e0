import * as feed from './feed.ts'
import type { Operation } from './operation.ts'
import { nothing } from './requests.ts'
import * as runs from './runs.ts'
import * as views from './views.ts'

const STORE_READ = ['store/unavailable'] as const
const RUN = ['run/not_found', ...STORE_READ] as const

/** The operations that look at what was played and play nothing. */
export const VIEW_OPERATIONS = {
  'feed.read': {
    summary: 'What happened to episodes since a cursor: the caller’s own, all of them for admins.',
    who: 'token',
    params: feed.feedRead,
    result: feed.feedChange,
    http: 'GET /v1/feed',
    socket: 'call',
    faults: STORE_READ,
  },
  'feed.watch': {
    summary: 'Sends what happens to episodes while it happens; a socket has one such feed.',
    who: 'token',
    params: feed.feedRead,
    result: feed.feedState,
    socket: 'alone',
    faults: [...STORE_READ, 'capacity/watches'],
  },
  'feed.unwatch': {
    summary: 'Stops the feed of the socket; answers an empty cursor if there was none.',
    who: 'token',
    params: nothing,
    result: feed.feedState,
    socket: 'alone',
    faults: [],
  },
  'run.status': {
    summary: 'A run as its episodes tell of it: how many, how they ended, means by condition.',
    who: 'token',
    params: runs.runStatus,
    result: runs.runDetail,
    http: 'GET /v1/runs/{run}',
    socket: 'call',
    faults: RUN,
  },
  'run.series': {
    summary: 'Metrics of a run over its training, by condition, with intervals.',
    who: 'token',
    params: runs.runSeries,
    result: runs.runSeriesResult,
    http: 'GET /v1/runs/{run}/series',
    socket: 'call',
    faults: RUN,
  },
  'run.tasks': {
    summary: 'The tasks of a run under one condition, the hardest first.',
    who: 'token',
    params: runs.runTasks,
    result: runs.runTasksResult,
    http: 'GET /v1/runs/{run}/tasks',
    socket: 'call',
    faults: RUN,
  },
  'run.compare': {
    summary: 'Two runs, task by task, under one condition: which got worse, which better.',
    who: 'token',
    params: runs.runCompare,
    result: runs.runCompareResult,
    http: 'GET /v1/runs/{run}/compare',
    socket: 'call',
    faults: RUN,
  },
  'episode.account': {
    summary: 'How an attempt is told to later ones: what it did, the critique, who was told.',
    who: 'token or resume key',
    params: views.episodeAccount,
    result: views.accountResult,
    http: 'GET /v1/episodes/{episode_id}/account',
    socket: 'call',
    faults: [
      ...(['episode/not_found', 'episode/damaged', 'episode/unverifiable'] as const),
      ...(['env/unavailable', ...STORE_READ] as const),
    ],
  },
  'search.said': {
    summary: 'Episodes in which words were said: the caller’s own, all of them for admins.',
    who: 'token',
    params: views.searchSaid,
    result: views.saidResult,
    http: 'GET /v1/search',
    socket: 'call',
    faults: STORE_READ,
  },
  'env.card': {
    summary: 'What people read about an environment: licence, players, levels of its splits.',
    who: 'token or resume key',
    params: views.envCard,
    result: views.cardResult,
    http: 'GET /v1/environments/{env}/card',
    socket: 'call',
    faults: ['env/unknown'],
  },
  'task.stats': {
    summary: 'What was made of some tasks, by condition: the caller’s own, all for admins.',
    who: 'token',
    params: views.taskStats,
    result: views.taskStatsResult,
    http: 'GET /v1/environments/{env}/stats',
    socket: 'call',
    faults: ['env/unknown', ...STORE_READ],
  },
  'q.run': {
    summary: 'Runs q code on a fresh console, within the limits of the environment q-code-v1.',
    who: 'token',
    params: views.qRun,
    result: views.qRunResult,
    http: 'POST /v1/q/run',
    socket: 'call',
    faults: ['env/unavailable'],
  },
  'math.grade': {
    summary: 'Grades an answer against a right one, as mathematics environments do.',
    who: 'token',
    params: views.mathGrade,
    result: views.mathGradeResult,
    http: 'POST /v1/math/grade',
    socket: 'call',
    faults: ['env/unavailable'],
  },
  'server.status': {
    summary: 'How the server does: store, loop, what is under way, limits and their use.',
    who: 'admin',
    params: nothing,
    result: views.serverStatus,
    http: 'GET /v1/status',
    socket: 'call',
    faults: STORE_READ,
  },
} as const satisfies Readonly<Record<string, Operation>>
