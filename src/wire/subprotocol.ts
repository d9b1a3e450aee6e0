/** The subprotocol a socket asks for. Alone, so that a client can know it without the schemas. */
export const SUBPROTOCOL = 'backchannel.v1'

/** Where the native protocol is served. */
export const SOCKET_PATH = '/v1/ws'
