import { WebSocket } from 'ws'
import { startProgram } from '../support/program.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

const SOCKETS = 10_000
const AT_ONCE = 100
const MEGABYTE = 1024 * 1024

/** Opens a socket with one episode and then sends nothing. */
function openIdle(url: string, index: number): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/v1/ws`
  const socket = new WebSocket(address, ['backchannel.v1'], { perMessageDeflate: false })
  const params = { env: 'phone-call-v2', split: 'train', index: index % 400 }
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
      reject(new Error(`socket ${index} failed (${error.message}); ${remedy}`))
    })
  })
}

/** Memory of the built program with many sockets, each with one idle episode. */
export const idleSockets: Bench = async () => {
  const scratch = scratchFolder()
  const server = await startProgram(scratch.file('idle.db'))
  const sockets: WebSocket[] = []
  try {
    // The first episode loads what all later ones share.
    sockets.push(await openIdle(server.url, 0))
    const emptyBytes = server.residentBytes()
    const startMs = performance.now()
    while (sockets.length < SOCKETS) {
      const count = Math.min(AT_ONCE, SOCKETS - sockets.length)
      const opening = Array.from({ length: count }, (_, index) =>
        openIdle(server.url, sockets.length + index),
      )
      sockets.push(...(await Promise.all(opening)))
    }
    const seconds = (performance.now() - startMs) / 1000
    const openedBytes = server.residentBytes()
    return [
      row({
        name: `${SOCKETS} sockets, one idle episode each`,
        figures: {
          rss_mb: openedBytes / MEGABYTE,
          empty_mb: emptyBytes / MEGABYTE,
          kb_each: (openedBytes - emptyBytes) / 1024 / SOCKETS,
          opened_per_second: SOCKETS / seconds,
        },
        gate: {
          what: 'resident MB',
          value: openedBytes / MEGABYTE,
          goal: 250,
          better: 'less',
        },
      }),
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
    await server.stop()
    scratch.remove()
  }
}
