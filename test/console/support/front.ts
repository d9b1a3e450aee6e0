import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { extname, join } from 'node:path'

/** The policy under which the console is served. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the built console, and hands everything else on to a server. */
export function startFront(target: () => string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://front').pathname
    if (/^\/(v1|healthz|readyz|metrics|openapi)/.test(path)) {
      const { origin: _, host: __, ...headers } = incoming.headers
      const onward = request(
        target() + incoming.url,
        { method: incoming.method, headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.writeHead(502).end())
      incoming.pipe(onward)
      return
    }
    const file = join('dist/web', path)
    const found = existsSync(file) && statSync(file).isFile() ? file : 'dist/web/index.html'
    outgoing.writeHead(200, {
      'content-type': TYPES[extname(found)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    })
    createReadStream(found).pipe(outgoing)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
