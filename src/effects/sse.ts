import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

/** Reads one stream of server-sent events that arrives in pieces. */
interface SseReader {
  /** The data of each event that is whole with these bytes. */
  push(bytes: Uint8Array): readonly string[]
  /** What was still open at the end of the stream: servers may leave the last blank line out. */
  end(): readonly string[]
}

const BYTE_ORDER_MARK = '\ufeff'

/** Makes a reader for one stream. */
export function createSseReader(): SseReader {
  let events: string[] = []
  let isFirst = true
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  // `TextDecoder` takes several times as long for texts in pieces.
  const decoder = new StringDecoder('utf8')
  const readEvents = (text: string): readonly string[] => {
    events = []
    if (text === '') return events
    parser.feed(isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
    isFirst = false
    return events
  }
  return {
    push: (bytes) => readEvents(decoder.write(bytes)),
    end: () => readEvents(`${decoder.end()}\n\n`),
  }
}
