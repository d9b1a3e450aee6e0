/** Sends JSON by POST, as a client that also accepts event streams. */
export const postJson = (url: string, body: unknown, headers: object = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  })

/** The JSON of an answer, or of the first message of an event stream. */
export const parseAnswer = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
