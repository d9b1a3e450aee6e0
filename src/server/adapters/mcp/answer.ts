import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * The answer to one request, by a server that is made for it.
 *
 * @param parsedBody the body as JSON, where the request has one
 */
export async function answerOf(
  make: () => McpServer,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const body = parsedBody === undefined ? {} : { parsedBody }
  if (request.method !== 'POST' || !(await isLegacyRequest(request, parsedBody))) {
    return createMcpHandler(make, { maxSubscriptions: 0 }).fetch(request, body)
  }
  // One message answers one: as plain JSON it costs a fraction of a stream.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await make().connect(transport)
  // It holds no timer, no socket and nobody's state, so nothing is left to close.
  return transport.handleRequest(request, body)
}
