import type { Config } from '../config/schema.ts'
import type { GatewayAdapter } from '../gateway/index.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { Adapter } from './adapter.ts'
import { McpAdapter } from './mcp/index.ts'
import { OpenEnvAdapter } from './openenv/index.ts'
import { OrsAdapter } from './ors/index.ts'

/** The adapters that the config enables. */
export function createAdapters(
  host: Host,
  { openenv, mcp, ors }: Config['adapters'],
  log: HostLog,
  gateway: GatewayAdapter | undefined,
): readonly Adapter[] {
  return [
    ...(gateway === undefined ? [] : [gateway]),
    ...(openenv ? [new OpenEnvAdapter(host)] : []),
    ...(mcp ? [new McpAdapter(host, log)] : []),
    ...(ors ? [new OrsAdapter(host)] : []),
  ]
}
