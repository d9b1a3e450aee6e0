import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Answers one request with a server that is created for it.
 *
 * @param parsedBody the body as JSON, if the request has one
 */
export async function answerMcp(
  make: () => McpServer,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const body = parsedBody === undefined ? {} : { parsedBody }
  if (request.method !== 'POST' || !(await isLegacyRequest(request, parsedBody))) {
    return createMcpHandler(make, { maxSubscriptions: 0 }).fetch(request, body)
  }
  // The answer is a single message, and plain JSON costs a fraction of a stream.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await make().connect(transport)
  // The server has no timer, socket or session state, so nothing needs to be closed.
  return transport.handleRequest(request, body)
}
