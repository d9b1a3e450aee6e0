/** The subprotocol a socket asks for. Alone, so that a client can know it without the schemas. */
export const SUBPROTOCOL = 'backchannel.v1'
