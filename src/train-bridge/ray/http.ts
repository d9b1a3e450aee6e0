import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** A Ray cluster refused a request or did not answer. The error has its message and a remedy. */
export class RayError extends Error {
  readonly remedy: string
  /** The HTTP status, or undefined without an answer. */
  readonly status: number | undefined

  constructor(message: string, remedy: string, status?: number) {
    super(message)
    this.name = 'RayError'
    this.remedy = remedy
    this.status = status
  }
}

/** Address of a Ray head, and its credentials. */
export interface RayAccess {
  /** The dashboard, `http://head:8265`. */
  readonly address: string
  readonly token?: string | undefined
  /** Time limit of one call, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number
}

/** An answer of the dashboard. */
export interface RayAnswer {
  readonly status: number
  readonly text: string
}

const ANSWER_BYTES_MAX = 256 * 1024 * 1024

/**
 * Calls the dashboard. Bytes are sent unchanged, other bodies as JSON. It uses `node:http`, because
 * the dashboard refuses requests that look like a browser's, as those of `fetch` do.
 *
 * @throws RayError if there is no answer, or the token is refused
 */
export async function callRay(
  access: RayAccess,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Uint8Array | object,
): Promise<RayAnswer> {
  const isBytes = body === undefined || body instanceof Uint8Array
  const answer = await send(access, method, path, isBytes ? body : Buffer.from(toText(body)))
  if (answer.status === 401 || answer.status === 403) {
    const message = `Ray at ${access.address} refused the token (${answer.status})`
    const remedy =
      'Set the variable named by launch.ray_token_env to the token of the cluster, which ' +
      '"ray get-auth-token" prints on its head.'
    throw new RayError(message, remedy, answer.status)
  }
  return answer
}

const toText = (body: object): string => JSON.stringify(body)

function send(
  { address, token, timeoutMs = 30_000 }: RayAccess,
  method: string,
  path: string,
  body: Uint8Array | undefined,
): Promise<RayAnswer> {
  const url = new URL(address.replace(/\/+$/, '') + path)
  const ask = url.protocol === 'https:' ? secureRequest : plainRequest
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      const remedy =
        'Check launch.address, that the head runs ("ray status" there), and that it was started ' +
        'with --dashboard-host=0.0.0.0 if it is another machine.'
      reject(new RayError(`no Ray head answers at ${address}: ${reason}`, remedy))
    }
    const request = ask(url, { method, headers, timeout: timeoutMs }, (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES_MAX) response.destroy(new Error('the answer is too long'))
        else pieces.push(piece)
      })
      response.on('error', (error) => fail(error.message))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({ status: response.statusCode ?? 0, text })
      })
    })
    request.on('timeout', () => request.destroy(new Error(`nothing within ${timeoutMs} ms`)))
    request.on('error', (error) => fail(errorCode(error)))
    request.end(body)
  })
}

const errorCode = (error: Error): string =>
  (error as NodeJS.ErrnoException).code ?? (error.message === '' ? error.name : error.message)
