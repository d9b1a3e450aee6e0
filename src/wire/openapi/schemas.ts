import { z } from 'zod'
import { feedbackSchema } from '../../env/group.ts'
import type { JsonObject } from '../../sim/json.ts'
import * as requests from '../requests.ts'
import * as results from '../results.ts'
import { ROUTES, type Route } from '../routes.ts'
import * as scalars from '../scalars.ts'

/** The name of every shared schema, and what a reader should know of it. */
const NAMED: readonly (readonly [name: string, schema: z.ZodType, description: string])[] = [
  ['JsonObject', scalars.openObject, 'An object whose members depend on the environment.'],
  ['Action', scalars.action, 'One assistant turn: structured in the OpenAI form, or raw text.'],
  ['StructuredAction', scalars.structuredAction, 'One assistant turn in the OpenAI form.'],
  ['TextAction', scalars.textAction, 'The raw text of a model, tool calls in the Hermes form.'],
  ['Message', scalars.message, 'One chat message in the OpenAI form.'],
  ['Tool', results.toolSchema, 'A tool as chat APIs describe it.'],
  ['EnvListParams', requests.envList, 'Lists the environments.'],
  ['EnvDescribeParams', requests.envDescribe, 'Describes one environment.'],
  ['EpisodeOpenParams', requests.episodeOpen, 'A task by its id, or by split and index.'],
  ['EpisodeStepParams', requests.episodeStep, 'One assistant turn; seq counts from 1.'],
  ['EpisodeResumeParams', requests.episodeResume, 'Asks where an episode stands.'],
  ['EpisodeForkParams', requests.episodeFork, 'The first `position` steps begin the new episode.'],
  ['EpisodeCloseParams', requests.episodeClose, 'Ends an episode.'],
  ['EpisodeWatchParams', requests.episodeWatch, 'The rows from a position on.'],
  ['EpisodeUnwatchParams', requests.episodeUnwatch, 'Stops a watch.'],
  ['Group', requests.group, 'Which rollout of which group an episode is.'],
  ['GroupBeatParams', requests.groupBeat, 'A rollout that goes on.'],
  ['GroupCritiqueParams', requests.groupCritique, 'What later attempts should know.'],
  ['GroupStatusParams', requests.groupStatus, 'The name of a group.'],
  ['GroupListParams', requests.groupList, 'Which groups, and where the page begins.'],
  ['Feedback', feedbackSchema, 'When rollouts open, and what their openings show.'],
  ['EnvironmentSummary', results.environmentSummary, 'An environment in a listing.'],
  ['EnvironmentDescription', results.environmentDescription, 'All that is public of one.'],
  ['ShownAttempt', results.shownAttempt, 'An earlier attempt as an opening tells it.'],
  ['OpenResult', results.openResult, 'What a client gets to begin with.'],
  ['StepInfo', results.stepInfo, 'For the trainer, never for the model.'],
  ['StepResult', results.stepResult, 'Messages to append, the reward, and whether it is over.'],
  ['ResumeResult', results.resumeResult, 'Where an episode stands, with the whole conversation.'],
  ['CloseResult', results.closeResult, 'The account of an episode that is over.'],
  ['BeatResult', results.beatResult, 'For how long others wait for a rollout.'],
  ['CritiqueResult', results.critiqueResult, 'The critique that is kept.'],
  ['GroupSummary', results.groupSummary, 'A group in a listing.'],
  ['GroupMember', results.groupMember, 'A rollout of a group.'],
  ['GroupStatus', results.groupStatus, 'A group with all of its rollouts.'],
  ['GroupPage', results.groupPage, 'Groups, and where the next page begins.'],
  ['WatchResult', results.watchResult, 'An episode and one of its positions.'],
  ['LogRow', results.logRow, 'One row of a log: `payload` for admins, `view` for others.'],
  ['EpisodeSummary', results.episodeSummary, 'An episode in a listing.'],
  ['EpisodePage', results.episodePage, 'Episodes, and where the next page begins.'],
  ['TaskPage', results.taskPage, 'Tasks, and where the next page begins.'],
  ['Status', ROUTES.health.result, 'How the server does, in a word.'],
  ['ReplayReport', results.replayReport, 'What a second play of a log came to.'],
]

const PROBLEM = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  hint: z.string(),
  details: scalars.openObject,
})

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The place of a shared schema in the document. */
export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** The shared schemas of the document, and the names by which operations refer to them. */
export interface SchemaTable {
  readonly components: Readonly<Record<string, JsonObject>>
  /** A reference to a schema that is in the table; throws for any other. */
  ref(schema: z.ZodType): JsonObject
  /** The members of a query schema, each with its own schema. */
  queryMembers(route: Route): readonly { name: string; required: boolean; schema: JsonObject }[]
}

/** Converts every schema of the wire: those with a name here, and those of single operations. */
export function schemaTable(): SchemaTable {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, schema, description] of NAMED) registry.add(schema, { id, description })
  registry.add(PROBLEM, { id: 'Problem', description: 'An error, in the form of RFC 9457.' })
  for (const route of Object.values(ROUTES) as Route[]) {
    const name = capital(route.operation)
    const { body, result, query } = route
    if (body !== undefined && !registry.has(body)) registry.add(body, { id: `${name}Body` })
    if (typeof result !== 'string' && !registry.has(result)) {
      registry.add(result, { id: `${name}Result` })
    }
    if (query !== undefined && !registry.has(query)) registry.add(query, { id: `${name}Query` })
  }
  const converted = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  }).schemas as unknown as Record<string, JsonObject>
  const all = Object.fromEntries(
    Object.entries(converted).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
  return {
    components: Object.fromEntries(Object.entries(all).filter(([name]) => !isQuery(name))),
    ref(schema) {
      const id = registry.get(schema)?.id
      if (id === undefined) throw new Error('openapi: a schema without a name')
      return schemaRef(id)
    },
    queryMembers: ({ query }) =>
      query === undefined ? [] : membersOf(all[registry.get(query)?.id ?? ''] ?? {}),
  }
}

const isQuery = (name: string): boolean => name.endsWith('Query')

function membersOf(schema: JsonObject): { name: string; required: boolean; schema: JsonObject }[] {
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(
    ([name, member]) => ({ name, required: required.includes(name), schema: member }),
  )
}

/** Bounds that every whole number of JSON has anyway say nothing to a reader. */
function dropNoise(schema: Record<string, unknown>): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const names = schema.propertyNames as { type?: unknown } | undefined
  if (names !== undefined && Object.keys(names).length === 1) delete schema.propertyNames
}
