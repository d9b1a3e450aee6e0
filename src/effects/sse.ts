import { createParser } from 'eventsource-parser'

/** Reads one stream of server-sent events that arrives in pieces. */
interface SseReader {
  /** The data of each event that is whole with this text. */
  push(text: string): readonly string[]
  /** What was still open at the end of the stream: servers may leave the last blank line out. */
  end(): readonly string[]
}

/** Makes a reader for one stream. */
export function createSseReader(): SseReader {
  let events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  const read = (text: string): readonly string[] => {
    events = []
    parser.feed(text)
    return events
  }
  return { push: read, end: () => read('\n\n') }
}
