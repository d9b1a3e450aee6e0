/**
 * Cuts server-sent events out of text that arrives in pieces and gives back the data of each whole
 * event; other fields and comments are left out. Linear in the length of the text.
 */
export interface SseReader {
  push(text: string): readonly string[]
  /** What was still open at the end of the stream: servers may leave the last blank line out. */
  end(): readonly string[]
}

/** Makes a reader for one stream. Lines end with LF or CR LF. */
export function createSseReader(): SseReader {
  // Pieces of the unfinished line are kept apart, so that a long line is joined only once.
  let pieces: string[] = []
  let data: string[] = []

  const takeLine = (line: string, events: string[]): void => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text === '') {
      if (data.length > 0) events.push(data.join('\n'))
      data = []
    } else if (text.startsWith('data:')) {
      data.push(text.charAt(5) === ' ' ? text.slice(6) : text.slice(5))
    }
  }

  return {
    push: (text) => {
      const events: string[] = []
      let start = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        pieces.push(text.slice(start, end))
        takeLine(pieces.join(''), events)
        pieces = []
        start = end + 1
      }
      if (start < text.length) pieces.push(text.slice(start))
      return events
    },
    end: () => {
      const events: string[] = []
      takeLine(pieces.join(''), events)
      takeLine('', events)
      pieces = []
      return events
    },
  }
}
