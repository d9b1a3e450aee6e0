import * as feed from './feed.ts'
import type { Operation } from './operation.ts'
import { nothing } from './requests.ts'

const STORE_READ = ['store/unavailable'] as const

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
} as const satisfies Readonly<Record<string, Operation>>
