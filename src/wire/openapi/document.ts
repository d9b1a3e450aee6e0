import { byName } from '../../sim/by-name.ts'
import type { JsonObject } from '../../sim/json.ts'
import { EVERY_CALL } from '../operations.ts'
import { SOCKET_PATH } from '../subprotocol.ts'
import { GATEWAY_SECURITY, gatewayErrors, gatewayPaths } from './gateway-paths.ts'
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
  const errors = gatewayErrors()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Backchannel',
      version,
      summary: 'Multi-turn reinforcement-learning environments that give feedback.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8000', description: 'Where "npm start" listens.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...httpPaths(schemas),
      ...gatewayPaths(),
      [SOCKET_PATH]: webSocketPath(schemas),
    },
    components: {
      schemas: { ...schemas.components, ...errors.schemas },
      responses: { ...problemResponses(), ...errors.responses },
      securitySchemes: SECURITY,
    },
    'x-faults': faultTable(),
    'x-faults-of-every-call': [...EVERY_CALL],
  }
}

/** Descriptions of the first parts of operation names. */
const TAGS: Readonly<Record<string, string>> = byName({
  env: 'What can be played.',
  task: 'The problems of an environment.',
  episode: 'Playing, reading and checking episodes.',
  group: 'The rollouts of one task in one batch, and what later ones are shown.',
  gateway: 'The models of agent programs, in the formats of OpenAI and Anthropic.',
  run: 'Training and evaluation runs.',
  server: 'Health, metrics, this description.',
})

const SECURITY: JsonObject = {
  ...GATEWAY_SECURITY,
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A configured token. Not needed on a server that listens on loopback without one.',
  },
  resumeKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The resume_key of one episode, instead of a token.',
  },
}
