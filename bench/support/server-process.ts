import type { ConfigInput } from '../../src/server/config/schema.ts'
import { startBuilt } from './built-server.ts'
import { argument, serveMessages } from './child-messages.ts'

/** A built server as a measured process. Its argument is its config. */
const server = await startBuilt(argument<ConfigInput>())
serveMessages(
  server.url,
  {},
  () => server.stop(),
  () => server.host.metrics.steps,
)
