import { Fault } from '../../wire/faults.ts'
import { answerer, errorAnswer } from './answer.ts'
import { socketFeed } from './socket-feed.ts'
import { socketWatches } from './socket-watches.ts'
import type { Speaker } from './speech.ts'

/** The native protocol: JSON-RPC, batches, watches. */
export const speakRpc: Speaker = (options) => {
  const { host, caller, callerLimits, holding, sender, limits, log } = options
  const following = {
    host,
    caller,
    sender,
    holding,
    limit: callerLimits.watches,
    lagBytes: limits.backlog_pause_bytes * 4,
  }
  const watches = socketWatches(following)
  const feed = socketFeed(following)
  const { calls } = callerLimits
  const batchMax = limits.batch_max
  const answers = answerer({ host, caller, watches, feed, calls, holding, batchMax, log })
  return {
    frame(value) {
      if (value instanceof Fault) sender.send(errorAnswer(null, value))
      else if (Array.isArray(value)) answers.batch(value, sender.send)
      else answers.one(value, sender.send)
    },
    closed() {
      watches.stopAll()
      feed.close()
      answers.close()
    },
  }
}
