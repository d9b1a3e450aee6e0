import { z } from 'zod'

/** The keys of an episode, as answers have them. */
export const KEY_MEMBERS = {
  /** Gives access to this one episode; null for callers who may only read. */
  resume_key: z.string().nullable(),
  /** The same for looking only: for viewers. */
  view_key: z.string(),
}

/** The keys after a revocation. */
export const revokeResult = z
  .strictObject({ episode_id: z.string(), ...KEY_MEMBERS })
  .meta({ id: 'RevokeResult', description: 'The new keys of an episode.' })

export const connectResult = z
  .strictObject({
    /** Names the key in `key.revoke`; no secret. */
    key_id: z.string(),
    connect_key: z.string(),
    env: z.string(),
    episode_id: z.string().nullable(),
    episodes: z.int().nullable(),
    /** Milliseconds since 1970. */
    expires_ms: z.int(),
    /** The base path of OpenEnv's clients. */
    openenv: z.string(),
    /** The path of clients of MCP. */
    mcp: z.string(),
  })
  .meta({ id: 'ConnectResult', description: 'A key in the path of a base address.' })

/** What an agent program needs to ask a model, and to call the tools of its episode. */
export const gatewayResult = z
  .strictObject({
    /** The API key; it ends with the episode. */
    key: z.string(),
    /** Names the key in `key.revoke`; no secret. */
    key_id: z.string(),
    /** The base path of OpenAI's clients. */
    base: z.string(),
    /** The same for clients that send no API key: the address contains the key. */
    base_with_key: z.string(),
    /** The path for MCP clients; null if the gateway calls the tools, or MCP is off. */
    mcp: z.string().nullable(),
    /** The name of the model. */
    model: z.string(),
  })
  .meta({ id: 'GatewayAccess', description: 'How an agent program reaches its model and tools.' })

/** An announcement of other weights. */
export const weightsResult = z
  .strictObject({
    profile: z.string(),
    version: z.int(),
    /** The version before; null for the first since the server started. */
    previous: z.int().nullable(),
  })
  .meta({ id: 'WeightsResult', description: 'The version of the weights of a model.' })

export const revokedKeyResult = z
  .strictObject({ key_id: z.string(), revoked_ms: z.int() })
  .meta({ id: 'RevokedKeyResult', description: 'When a connect key was revoked.' })
