import { z } from 'zod'
import { chatProfileSchema } from '../../effects/chat-profile.ts'
import { WORKERS_SHARE } from '../../effects/memory/worker-memory.ts'
import { DIALECT_NAMES } from '../../env/dialects/index.ts'
import { FEEDBACK_SHAPE } from '../../env/group.ts'
import type { FrameBounds } from '../../wire/count-values.ts'
import { foreignWorldSettings } from './foreign-world.ts'
import { pythonWorldSettings } from './python-world.ts'
import {
  listeningHost,
  milliseconds,
  pageOrigin,
  servedHost,
  TOKEN_PATTERN,
  TOKEN_RULE,
} from './settings.ts'

const megabytes = (count: number): number => count * 1024 * 1024

/** A token of the config file: its text, or the environment variable that contains it. */
const token = z
  .strictObject({
    principal: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,64}$/, 'use letters, digits, dot, dash and underscore'),
    role: z.enum(['client', 'admin']).default('client'),
    token: z.string().regex(TOKEN_PATTERN, `must be ${TOKEN_RULE}`).optional(),
    token_env: z.string().min(1).optional(),
  })
  .refine((entry) => (entry.token === undefined) !== (entry.token_env === undefined), {
    message: 'give either token or token_env',
  })

/** Harmony keeps thoughts in channels, which raw text from ids would lose. */
const READ_DIALECTS: readonly string[] = DIALECT_NAMES.filter((name) => name !== 'harmony')

/** All settings of the server and their defaults, for the file, the environment and flags. */
export const configSchema = z
  .strictObject({
    /** The address to listen on. Any address but loopback needs a token. */
    host: listeningHost.default('127.0.0.1'),
    /** 0 picks a free port. */
    port: z.int().min(0).max(65_535).default(8000),
    /** The path of the SQLite file, `:memory:`, or the address of a PostgreSQL database. */
    db: z.string().min(1).default('./var/backchannel.db'),
    /** The folder of data sets. Each has a manifest.json. */
    data: z.string().min(1).optional(),
    /** Additional environments: files, packages, Python worlds, and those of other servers. */
    environments: z
      .array(
        z.union([
          z.string().min(1),
          z.strictObject({ python: pythonWorldSettings }),
          z.strictObject({ openenv: foreignWorldSettings }),
        ]),
      )
      .max(100)
      .default([]),
    /**
     * `process`: an acknowledged step survives a killed process. `full`: it also survives power
     * loss.
     */
    durability: z.enum(['process', 'full']).default('process'),
    /** With durability `full`: start even if acknowledged rows are missing. */
    accept_loss: z.boolean().default(false),
    /** Whether the console is served at `/`. */
    console: z.boolean().default(true),
    /** Other protocols to serve, with the same authentication and limits. */
    adapters: z
      .strictObject({
        /** OpenEnv, at `/openenv/{env}`. */
        openenv: z.boolean().default(true),
        /** MCP, at `/mcp` and `/mcp/{env}`. */
        mcp: z.boolean().default(true),
        /** The Open Reward Standard, at `/create_session` and beside it. */
        ors: z.boolean().default(true),
      })
      .prefault({}),
    tokens: z.array(token).max(1_000).default([]),
    /** Keys that give access to one episode. */
    keys: z
      .strictObject({
        /** The number of days after its own that a view key is valid. */
        view_days: z.int().min(1).max(3_650).default(7),
      })
      .prefault({}),
    /**
     * Host names that requests may name besides loopback. If empty and tokens are set: any name.
     */
    allowed_hosts: z.array(servedHost).default([]),
    /** Origins of web pages that may call, such as https://console.example. */
    allowed_origins: z.array(pageOrigin).default([]),
    log_level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /** Chat servers that effects may use, by profile. */
    profiles: z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), chatProfileSchema).default({}),
    /** Groups of rollouts of one task, and the feedback inside them. */
    groups: z
      .strictObject({
        /** The default feedback schedule of groups. */
        feedback: z
          .strictObject({
            start_at: FEEDBACK_SHAPE.start_at.default(1),
            waves: FEEDBACK_SHAPE.waves.exactOptional(),
            clean_share: FEEDBACK_SHAPE.clean_share.default(0.25),
            show: FEEDBACK_SHAPE.show.default('all'),
            cap_chars: FEEDBACK_SHAPE.cap_chars.default(2_000),
            critique: FEEDBACK_SHAPE.critique.default('rule'),
            when: FEEDBACK_SHAPE.when,
            hint_steps: FEEDBACK_SHAPE.hint_steps,
          })
          .prefault({}),
        /** The chat profile that writes critiques if a schedule says `model`. */
        critique_profile: z.string().min(1).optional(),
        lease_ms: milliseconds(10).default(30 * 60_000),
        silence_ms: milliseconds(10).default(120 * 60_000),
        grace_ms: milliseconds(10).default(30_000),
        arrival_ms: milliseconds(10).default(60_000),
        critique_ms: milliseconds(10).default(60_000),
        /** How long an opening over HTTP waits before the client must ask again. */
        poll_ms: z.int().min(10).max(600_000).default(25_000),
      })
      .prefault({}),
    /** The interpreter for q code: the built-in one, or a licensed q. */
    q: z
      .strictObject({
        /** The path of a licensed q. Default: the built-in interpreter. */
        binary: z.string().min(1).optional(),
        /** The path of bubblewrap, which isolates a licensed q from the network and from files. */
        bubblewrap: z.string().min(1).optional(),
        /**
         * Programs that run at the same time, if workers have enough memory. Default: one more than
         * cores, or three of a licensed q.
         */
        threads: z.int().min(1).max(1_024).optional(),
        /** Environment variables of a licensed q, such as QHOME and QLIC. */
        environment: z.record(z.string(), z.string()).default({}),
      })
      .prefault({}),
    /**
     * The part of the container's or machine's memory that workers may use together: those of q
     * code, graders, players and Python worlds.
     */
    workers_memory_share: z.number().min(0.05).max(0.9).default(WORKERS_SHARE),
    limits: z
      .strictObject({
        sessions_max: z.int().min(1).default(200_000),
        idle_ms: milliseconds(1_000).default(10 * 60_000),
        sockets_max: z.int().min(1).default(20_000),
        sockets_per_principal_max: z.int().min(1).default(20_000),
        in_flight_per_principal_max: z.int().min(1).default(50_000),
        watches_per_principal_max: z.int().min(1).default(1_000),
        waiting_per_principal_max: z.int().min(1).default(20_000),
        /** Groups of a principal in memory. The oldest idle one is dropped for a new one. */
        groups_per_principal_max: z.int().min(1).default(16_384),
        batch_max: z.int().min(1).max(10_000).default(1_024),
        /** Values in one call: named members, and items of lists. */
        call_values_max: z.int().min(1_000).default(20_000),
        /** Values in all calls of a batch. */
        batch_values_max: z.int().min(1_000).default(100_000),
        payload_bytes_max: z.int().min(1_024).default(megabytes(4)),
        /** Unsent bytes of a socket at which the server stops reading from it. */
        backlog_pause_bytes: z.int().min(1_024).default(megabytes(1)),
        /** Unsent bytes at which a socket is closed as too slow. */
        backlog_close_bytes: z.int().min(1_024).default(megabytes(32)),
        /**
         * Bytes of unsent answers and unfinished requests that the server holds for a principal.
         * Above half of it no call begins; a connection that would exceed it is closed.
         */
        held_bytes_per_principal_max: z.int().min(megabytes(1)).default(megabytes(64)),
        effect_deadline_ms: milliseconds(100).default(30_000),
        /** The size above which the store accepts no new episodes; 0 for no limit. */
        store_bytes_max: z.int().min(0).default(0),
        ping_interval_ms: milliseconds(1_000).default(30_000),
        drain_ms: milliseconds(0).default(10_000),
      })
      .prefault({}),
  })
  // Requests to a missing profile would fail as long as the server runs.
  .superRefine(({ profiles, groups }, context) => {
    for (const [name, { gateway }] of Object.entries(profiles)) {
      const { dialect } = gateway ?? {}
      if (dialect === undefined || READ_DIALECTS.includes(dialect)) continue
      const message = `"${dialect}" is none of these: ${READ_DIALECTS.join(', ')}`
      context.addIssue({ code: 'custom', path: ['profiles', name, 'gateway', 'dialect'], message })
    }
    const { critique_profile: critic, feedback } = groups
    const path = ['groups', 'critique_profile']
    const profileNames = Object.keys(profiles)
    if (critic !== undefined && !profileNames.includes(critic)) {
      const have =
        profileNames.length === 0 ? 'none is configured' : `there are: ${profileNames.join(', ')}`
      const message = `there is no chat profile "${critic}" under profiles; ${have}`
      context.addIssue({ code: 'custom', path, message })
    } else if (critic === undefined && feedback.critique === 'model') {
      const message = 'must name a chat profile, since groups.feedback.critique is "model"'
      context.addIssue({ code: 'custom', path, message })
    }
  })

export type Config = z.infer<typeof configSchema>
/** Settings as given, before the defaults are applied. */
export type ConfigInput = z.input<typeof configSchema>

/** The limits of a frame or body in the settings. */
export const frameBounds = ({ limits }: Pick<Config, 'limits'>): FrameBounds => ({
  callValuesMax: limits.call_values_max,
  batchValuesMax: limits.batch_values_max,
  batchMax: limits.batch_max,
})
