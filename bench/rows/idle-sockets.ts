import { WebSocket } from 'ws'
import { startChild } from '../support/child.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

const SOCKETS = 10_000
const AT_ONCE = 100
const MEGABYTE = 1024 * 1024

/** A socket that opens one episode and then says nothing. */
function openIdle(url: string, at: number): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/v1/ws`
  const socket = new WebSocket(address, ['backchannel.v1'], { perMessageDeflate: false })
  const params = { env: 'phone-call-v1', split: 'train', index: at % 400 }
  return new Promise((resolve, reject) => {
    socket.once('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'episode.open', params })),
    )
    socket.once('message', (data) => {
      if (String(data).includes('"result"')) resolve(socket)
      else reject(new Error(String(data).slice(0, 300)))
    })
    socket.once('error', (error) => {
      const remedy = 'are 10,100 files allowed? see "ulimit -Hn"'
      reject(new Error(`socket ${at} failed (${error.message}); ${remedy}`))
    })
  })
}

/** Memory of the server with many sockets, each with one idle episode. */
export const idleSockets: Bench = async () => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('idle.db'),
  })
  const sockets: WebSocket[] = []
  try {
    const before = await server.usage()
    const startMs = performance.now()
    for (let first = 0; first < SOCKETS; first += AT_ONCE) {
      const wave = Array.from({ length: AT_ONCE }, (_, at) => openIdle(server.url, first + at))
      sockets.push(...(await Promise.all(wave)))
    }
    const seconds = (performance.now() - startMs) / 1000
    const opened = await server.usage()
    await server.ask({ kind: 'collect' })
    const settled = await server.usage()
    const megabytes = opened.residentBytes / MEGABYTE
    return [
      row({
        name: `${SOCKETS} sockets, one idle episode each`,
        figures: {
          rss_mb: megabytes,
          rss_collected_mb: settled.residentBytes / MEGABYTE,
          empty_mb: before.residentBytes / MEGABYTE,
          kb_each: (opened.residentBytes - before.residentBytes) / 1024 / SOCKETS,
          opened_per_second: SOCKETS / seconds,
        },
        gate: { what: 'resident MB', value: megabytes, goal: 250, better: 'less' },
      }),
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
    await server.stop()
    scratch.remove()
  }
}
