import type { JsonObject } from '../../sim/json.ts'
import { SOCKET_PATH } from '../subprotocol.ts'
import { httpPaths } from './paths.ts'
import { faultTable, problemResponses } from './problems.ts'
import { schemaTable } from './schemas.ts'
import { webSocketPath } from './websocket.ts'

/**
 * The OpenAPI 3.1 description of everything the server answers, made from the same tables and
 * schemas that it checks requests with.
 *
 * @param version of the package
 */
export function openApiDocument(version: string): JsonObject {
  const schemas = schemaTable()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Backchannel',
      version,
      summary: 'Multi-turn reinforcement-learning environments whose worlds answer back.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8000', description: 'Where "npm start" listens.' }],
    tags: [
      { name: 'episodes', description: 'Playing, reading and checking episodes.' },
      { name: 'environments', description: 'What can be played, and on which tasks.' },
      { name: 'server', description: 'Health, metrics, this description.' },
    ],
    paths: { ...httpPaths(schemas), [SOCKET_PATH]: webSocketPath(schemas) },
    components: {
      schemas: schemas.components,
      responses: problemResponses(),
      securitySchemes: SECURITY,
    },
    'x-faults': faultTable(),
  }
}

const SECURITY: JsonObject = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A configured token. Not needed on a server that listens on loopback without one.',
  },
  resumeKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The resume_key of one episode, where a token would stand.',
  },
}
