// Guards that a principal's large messages are received one by one, and that refusals are cheap.
import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Fault } from '../../wire/faults.ts'
import { Holdings } from '../holdings.ts'
import { parseFrame, unparsedCallId } from './connection.ts'
import { LargeReads } from './large-reads.ts'
import { ReadPauses } from './read-pauses.ts'
import { countReceived } from './received.ts'

const KILOBYTE = 1024

/** Rounds of the loop that come when the test says so; turns are there at once. */
function byHand() {
  const next: (() => void)[] = []
  const turns = { run: (_: string, work: () => void) => work() }
  const large = new LargeReads({
    turns,
    owner: 'mallory',
    nextRound: (callback) => void next.push(callback),
  })
  const round = async (): Promise<void> => {
    for (const callback of next.splice(0)) callback()
    await new Promise(setImmediate)
  }
  return { large, round }
}

function receivingSocket(large: LargeReads) {
  const stream = new EventEmitter() as unknown as Duplex
  const socket = Object.assign(new EventEmitter(), { pause: vi.fn(), resume: vi.fn() })
  const holding = new Holdings(1e9).take('mallory')
  const ws = socket as unknown as WebSocket
  const received = countReceived(ws, stream, { holding, large, reading: new ReadPauses(socket) })
  const get = (kilobytes: number): void => {
    stream.emit('data', Buffer.alloc(kilobytes * KILOBYTE))
  }
  return { socket, received, get }
}

it('reads small messages at once, and large ones of one socket in each round', async () => {
  const { large, round } = byHand()
  const sockets = [1, 2, 3].map(() => receivingSocket(large))
  for (const { get } of sockets) get(200)
  expect(sockets.map(({ socket }) => socket.pause.mock.calls.length)).toEqual([0, 0, 0])
  for (const { get } of sockets) get(100)
  expect(sockets.map(({ socket }) => socket.pause.mock.calls.length)).toEqual([1, 1, 1])
  const resumed: number[] = []
  for (let rounds = 0; rounds < 3; rounds++) {
    await round()
    resumed.push(sockets.filter(({ socket }) => socket.resume.mock.calls.length > 0).length)
  }
  expect(resumed).toEqual([1, 2, 3])
})

it('counts many messages together', () => {
  const { large } = byHand()
  const { socket, received, get } = receivingSocket(large)
  for (let count = 0; count < 3; count++) {
    get(100)
    received.whole()
  }
  expect(socket.pause).toHaveBeenCalledTimes(1)
})

it('does not decode a frame with too many values', () => {
  const frame = Buffer.from(`[${'[],'.repeat(100_000)}[]]`)
  const text = vi.spyOn(frame, 'toString')
  const bounds = { callValuesMax: 20_000, batchValuesMax: 100_000, batchMax: 1_024 }
  expect(parseFrame(frame, false, bounds)).toBeInstanceOf(Fault)
  expect(text).not.toHaveBeenCalled()
})

it('finds the id of a call with too many values, so that its caller does not wait', () => {
  const idOf = (text: string): number | null => unparsedCallId(Buffer.from(text))
  expect(idOf('{"jsonrpc":"2.0","id":17,"method":"run.log","params":[')).toBe(17)
  expect(idOf('{"jsonrpc": "2.0", "id": 17, "method": "run.log"')).toBe(17)
  expect(idOf('[{"jsonrpc":"2.0","id":17,"method":"run.log"')).toBeNull()
  expect(idOf('{"jsonrpc":"2.0","id":17.5,')).toBeNull()
  expect(idOf(`{"jsonrpc":"2.0","id":${'9'.repeat(200)},`)).toBeNull()
})
