import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { Fault, shown } from '../../wire/faults.ts'
import { SOCKET_PATH, SUBPROTOCOL } from '../../wire/subprotocol.ts'
import { admitVisitor } from '../access.ts'
import { asFault } from '../as-fault.ts'
import type { Gate } from '../auth.ts'
import type { Config } from '../config/schema.ts'
import { withoutConnectKey } from '../connect-keys.ts'
import type { HostCore } from '../core.ts'
import type { Holdings } from '../holdings.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { CallerLimits } from '../in-flight-limit.ts'
import { ownVersion } from '../own-version.ts'
import { type Caller, callerName } from '../principal.ts'
import { refuse } from '../refuse.ts'
import { inSlices, sweepEvery } from '../sweep.ts'
import { checkUniqueHeaders } from '../unique-headers.ts'
import { serveConnection } from './connection.ts'
import { answerOverHttp, wantsWebSocket } from './other-upgrade.ts'
import type { SocketProtocol } from './protocol.ts'

const GOING_AWAY = 1001
const POLICY = 1008

interface SocketsOptions {
  readonly server: Server
  readonly host: Host
  readonly gate: Gate
  readonly callerLimits: CallerLimits
  readonly holdings: Holdings
  readonly limits: Config['limits']
  readonly log: HostLog
  /** The other protocol at a target, if any. */
  protocolAt?(request: IncomingMessage): SocketProtocol | undefined
}

interface Sockets {
  readonly count: number
  /** Closes every socket with code 1001, and destroys those that do not close in time. */
  close(deadlineMs: number): Promise<void>
}

/** Upgrades requests of an HTTP server to WebSockets. Refusals are HTTP answers with a fault. */
export function serveSockets(options: SocketsOptions): Sockets {
  const { server, limits, callerLimits } = options
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.payload_bytes_max,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  })
  const version = `backchannel-version: ${ownVersion()}`
  sockets.on('headers', (headers) => void headers.push(version))
  const openSockets = new Map<WebSocket, OpenSocket>()

  sockets.on('wsClientError', (error, stream) => {
    const fault = new Fault('request/invalid', `this is no WebSocket handshake: ${error.message}`)
    refuse(stream, fault, { 'sec-websocket-version': '13' })
  })

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (!wantsWebSocket(request)) {
      answerOverHttp(server, request, stream)
      return
    }
    const take = ({ caller, protocol }: Admitted): void => {
      // If the client disconnected meanwhile, no socket was counted.
      if (stream.destroyed) return
      enter(options, caller, openSockets.size)
      // The stream also closes after a failed handshake, which creates no WebSocket.
      stream.once('close', () => callerLimits.sockets.leave(callerName(caller)))
      sockets.handleUpgrade(request, stream, head, (socket) => {
        const entry = { alive: true, caller }
        openSockets.set(socket, entry)
        socket.on('pong', () => {
          entry.alive = true
        })
        socket.on('close', () => {
          openSockets.delete(socket)
        })
        serveConnection(socket, stream, { ...options, caller, protocol })
      })
    }
    admit(options, request)
      .then(take)
      .catch((error) => refuse(stream, asFault(error, options.log)))
  })

  const heartbeat = startHeartbeat(options.host, openSockets, limits.ping_interval_ms)

  return {
    get count() {
      return openSockets.size
    },
    async close(deadlineMs) {
      clearInterval(heartbeat)
      for (const socket of openSockets.keys())
        socket.close(GOING_AWAY, 'the server is shutting down')
      const until = Date.now() + deadlineMs
      while (openSockets.size > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      for (const socket of openSockets.keys()) socket.terminate()
    },
  }
}

interface OpenSocket {
  alive: boolean
  readonly caller: Caller
}

/**
 * Pings every socket. A peer that vanished is detected within two intervals, and a revoked or
 * expired key within one.
 */
function startHeartbeat(
  { core }: Host,
  openSockets: ReadonlyMap<WebSocket, OpenSocket>,
  intervalMs: number,
): NodeJS.Timeout {
  const look = ([socket, entry]: readonly [WebSocket, OpenSocket]): void => {
    if (!entry.alive) {
      socket.terminate()
      return
    }
    entry.alive = false
    socket.ping()
    if (entry.caller.kind !== 'principal') void closeIfRefused(core, socket, entry.caller)
  }
  return sweepEvery(intervalMs, () => inSlices(core.scheduler, openSockets, look))
}

async function closeIfRefused(core: HostCore, socket: WebSocket, caller: Caller): Promise<void> {
  try {
    await admitVisitor(core, caller)
  } catch (error) {
    if (error instanceof Fault && error.code === 'auth/denied') {
      socket.close(POLICY, error.message)
    }
  }
}

interface Admitted {
  readonly caller: Caller
  /** The protocol; undefined for the native one. */
  readonly protocol: SocketProtocol | undefined
}

/** Identifies the owner of a new socket and its protocol. */
async function admit(
  { host, gate, protocolAt }: SocketsOptions,
  request: IncomingMessage,
): Promise<Admitted> {
  checkUniqueHeaders(request)
  const { headers } = request
  const path = (request.url ?? '').split('?')[0]
  const protocol = protocolAt?.(request)
  if (protocol === undefined && path !== SOCKET_PATH) {
    throw new Fault('request/not_found', `sockets are served at ${SOCKET_PATH} only`)
  }
  checkHandshake(request)
  gate.checkSource(headers)
  const authorization = headers.authorization ?? protocolToken(headers['sec-websocket-protocol'])
  const { key } = withoutConnectKey(request.url ?? '')
  const visitor = key === undefined ? gate.visitor(authorization) : gate.connected(key)
  return { caller: await admitVisitor(host.core, visitor), protocol }
}

/** Counts a socket against the limits of the server and of its principal. */
function enter(
  { host, limits, callerLimits }: SocketsOptions,
  caller: Caller,
  socketCount: number,
): void {
  if (host.draining) throw new Fault('server/draining', 'the server is shutting down')
  if (socketCount >= limits.sockets_max) {
    throw new Fault('capacity/sockets', `the server has ${socketCount} sockets open`)
  }
  callerLimits.sockets.enter(callerName(caller))
}

/** Refuses what the library would accept: old versions, and clients of another protocol. */
function checkHandshake({ method, httpVersion, headers }: IncomingMessage): void {
  if (method !== 'GET') {
    const details = { allow: ['GET', 'HEAD'] }
    throw new Fault('request/method_not_allowed', 'sockets are opened with GET', { details })
  }
  if (httpVersion !== '1.1') {
    throw new Fault('request/invalid', `HTTP/${httpVersion} has no upgrades: send HTTP/1.1`)
  }
  const offered = headers['sec-websocket-protocol']
  if (offered === undefined || offered.split(',').some((offer) => offer.trim() === SUBPROTOCOL))
    return
  const message = `none of the subprotocols ${shown(withoutToken(offered))} is spoken here`
  throw new Fault('request/invalid', message, { hint: `Offer ${SUBPROTOCOL}.` })
}

const withoutToken = (offered: string): string => offered.replace(/bearer\.[^\s,]+/g, 'bearer.…')

/** Browsers cannot set headers on a socket, so they send the token as a second subprotocol. */
function protocolToken(protocols: string | undefined): string | undefined {
  const token = /(?:^|,)\s*bearer\.([^\s,]+)/.exec(protocols ?? '')?.[1]
  return token === undefined ? undefined : `Bearer ${token}`
}
