import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failureText } from '../tools/failure-text.ts'
import type { OpenResult } from '../wire/results.ts'
import { CommandError } from './errors.ts'
import { onStopAsked } from './stop-signals.ts'

interface ProgramOptions {
  /** The server's address. */
  readonly url: string
  readonly timeoutMs: number
}

/** How a program ended. */
interface EndedProgram {
  /** Null if it was killed. */
  readonly exitCode: number | null
  readonly isLate: boolean
}

/**
 * Tokens that are not for a program. The first opens more than its own episode. Clients of
 * Anthropic send the second to the gateway, some of them instead of the key.
 */
const WITHHELD = ['BACKCHANNEL_TOKEN', 'ANTHROPIC_AUTH_TOKEN']

/**
 * Runs a command with the variables that its clients read. Its output goes to standard error.
 *
 * @throws CommandError if it cannot be started
 */
export async function runAgentProgram(
  [command = '', ...words]: readonly string[],
  episode: OpenResult,
  { url, timeoutMs }: ProgramOptions,
): Promise<EndedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-program-'))
  const inherited = Object.entries(process.env).filter(([name]) => !WITHHELD.includes(name))
  const env = { ...Object.fromEntries(inherited), ...programVariables(episode, url, folder) }
  // A process group of its own, so that everything it starts ends with it.
  const child = spawn(command, words, { env, stdio: ['ignore', 2, 2], detached: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    killGroup(child.pid)
  }, timeoutMs)
  // Signals to this program do not reach the other process group.
  const end = (): void => killGroup(child.pid)
  const stopListening = onStopAsked(end, end)
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    return { exitCode, isLate }
  } catch (error) {
    const message = failureText(error)
    throw new CommandError(
      `the program cannot be started: ${message}`,
      'Check its name and its path.',
    )
  } finally {
    clearTimeout(timer)
    stopListening()
    killGroup(child.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** The variables match those of the Python package. */
function programVariables(
  { gateway, episode_id: episode, messages }: OpenResult,
  url: string,
  folder: string,
): Record<string, string> {
  if (gateway === undefined) throw new CommandError('the server gave no key of the gateway')
  const withPath = (path: string): string => url.replace(/\/+$/, '') + path
  const [config, opening] = [join(folder, 'mcp.json'), join(folder, 'messages.json')]
  const mcp = gateway.mcp === null ? undefined : withPath(gateway.mcp)
  const servers = mcp === undefined ? {} : { backchannel: { type: 'http', url: mcp } }
  writeFileSync(config, JSON.stringify({ mcpServers: servers }), { mode: 0o600 })
  writeFileSync(opening, JSON.stringify(messages))
  return {
    OPENAI_BASE_URL: withPath(gateway.base),
    OPENAI_API_KEY: gateway.key,
    ANTHROPIC_BASE_URL: withPath(gateway.base).replace(/\/v1$/, ''),
    ANTHROPIC_API_KEY: gateway.key,
    BACKCHANNEL_MODEL: gateway.model,
    BACKCHANNEL_EPISODE: episode,
    BACKCHANNEL_MESSAGES: opening,
    BACKCHANNEL_MCP_CONFIG: config,
    ...(mcp === undefined ? {} : { BACKCHANNEL_MCP_URL: mcp }),
  }
}
