import type { Json, JsonObject } from '../../sim/json.ts'
import { ROUTES, type Route } from '../routes.ts'
import { responsesOf } from './problems.ts'
import type { SchemaTable } from './schemas.ts'

/** The HTTP operations, by path and method. */
export function httpPaths(schemas: SchemaTable): Record<string, JsonObject> {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of Object.values(ROUTES) as Route[]) {
    const at = paths[route.path] ?? {}
    paths[route.path] = at
    at[route.method] = operation(route, schemas)
  }
  return paths
}

function operation(route: Route, schemas: SchemaTable): JsonObject {
  const parameters = [...pathParameters(route), ...queryParameters(route, schemas)]
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [tagOf(route)],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.ref(route.body) } },
          },
        }),
    responses: { '200': success(route, schemas), ...responsesOf(route) },
  }
}

function tagOf({ path }: Route): string {
  if (path.startsWith('/v1/episodes')) return 'episodes'
  if (path.startsWith('/v1/groups')) return 'groups'
  return path.startsWith('/v1/environments') ? 'environments' : 'server'
}

function securityOf({ access, path }: Route): Json {
  if (access === 'open') return []
  const token = { token: [] }
  const oneEpisode = path.includes('{episode_id}') && !path.endsWith('/fork')
  return oneEpisode ? [token, { resumeKey: [] }] : [token]
}

function pathParameters({ path }: Route): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1] as string,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(route: Route, schemas: SchemaTable): JsonObject[] {
  return schemas.queryMembers(route).map(({ name, required, schema }) => ({
    name,
    in: 'query',
    required,
    schema,
  }))
}

function success(route: Route, schemas: SchemaTable): JsonObject {
  const { result } = route
  const content =
    typeof result === 'string'
      ? { [result]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemas.ref(result) } }
  const lines = route.operation === 'getLog' ? { 'application/jsonl': jsonLines } : {}
  return { description: 'The result.', content: { ...content, ...lines } }
}

const jsonLines: JsonObject = {
  schema: { type: 'string', description: 'One row per line, with format=jsonl.' },
}
