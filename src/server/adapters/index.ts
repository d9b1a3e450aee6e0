import type { Config } from '../config/schema.ts'
import type { Host } from '../host.ts'
import type { Adapter } from './adapter.ts'
import { openEnvAdapter } from './openenv/index.ts'

/** The adapters that the config leaves on. */
export function adaptersOf(host: Host, { openenv }: Config['adapters']): readonly Adapter[] {
  return openenv ? [openEnvAdapter(host)] : []
}
