import type { Json, JsonObject } from '../../sim/json.ts'
import { HTTP_ROUTES, type HttpRoute } from '../http-route.ts'
import type { Who } from '../operation.ts'
import { permittedFaults } from '../operations.ts'
import { faultResponses } from './problems.ts'
import { camelCase, type SchemaTable } from './schemas.ts'

/** The HTTP operations, by path and method. */
export function httpPaths(schemas: SchemaTable): Record<string, JsonObject> {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of HTTP_ROUTES) {
    const methods = paths[route.path] ?? {}
    paths[route.path] = methods
    methods[route.method.toLowerCase()] = operationObject(route, schemas)
  }
  return paths
}

function operationObject(route: HttpRoute, schemas: SchemaTable): JsonObject {
  const { name, operation, query, body } = route
  const parameters = [...pathParameters(route, schemas), ...schemas.queryParameters(query)]
  const faults = permittedFaults(name, 'http')
  return {
    operationId: camelCase(name),
    summary: operation.summary,
    tags: [name.split('.')[0] as string],
    security: securityFor(operation.who),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse({}).success,
            content: { 'application/json': { schema: schemas.ref(body) } },
          },
        }),
    responses: { '200': success(route, schemas), ...faultResponses(faults) },
    'x-faults': [...operation.faults],
  }
}

const TOKEN: JsonObject = { token: [] }

const SECURITY: Readonly<Record<Who, readonly JsonObject[]>> = {
  everybody: [],
  token: [TOKEN],
  admin: [TOKEN],
  'token or resume key': [TOKEN, { resumeKey: [] }],
}

const securityFor = (who: Who): Json => SECURITY[who]

function pathParameters({ inPath, operation }: HttpRoute, schemas: SchemaTable): JsonObject[] {
  return inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas.inline(operation.params.shape[name]),
  }))
}

function success({ operation }: HttpRoute, schemas: SchemaTable): JsonObject {
  const { result, lines } = operation
  const content: JsonObject =
    typeof result === 'string'
      ? { [result]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemas.result(result) } }
  return {
    description: 'The result.',
    content: lines === true ? { ...content, 'application/jsonl': JSON_LINES } : content,
  }
}

const JSON_LINES: JsonObject = {
  schema: { type: 'string', description: 'One member of the list per line, with format=jsonl.' },
}
