import type { Config } from '../config/schema.ts'
import type { Host } from '../host.ts'
import type { Adapter } from './adapter.ts'
import { OpenEnvAdapter } from './openenv/index.ts'

/** The adapters that the config leaves on. */
export function adaptersOf(host: Host, { openenv }: Config['adapters']): readonly Adapter[] {
  return openenv ? [new OpenEnvAdapter(host)] : []
}
