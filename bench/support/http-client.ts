import { Agent, request } from 'node:http'

/** Posts JSON over one connection that stays open. */
export class HttpClient {
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Returns the text of a successful answer; otherwise throws with the answer's text. */
  post(path: string, body: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { hostname, port } = this.#url
    const type = { 'content-type': 'application/json', 'content-length': body.length }
    const headers = { ...type, ...more }
    const options = { hostname, port, path, method: 'POST', headers, agent: this.#agent }
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => {
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(text.slice(0, 300)))
        })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
