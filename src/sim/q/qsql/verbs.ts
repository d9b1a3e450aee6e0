import { binary, type Verb } from '../verbs/verb.ts'
import { filterBy } from './fby.ts'

/** The keywords of queries that are verbs. */
export const queryVerbs: readonly Verb[] = [
  binary('fby', 'what a function gives for each group, at every row of it', filterBy, {
    type: 100,
  }),
]
