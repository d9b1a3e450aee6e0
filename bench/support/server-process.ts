import { builtData, builtSchema, builtServe } from './built.ts'
import { argument, serveMessages } from './child-messages.ts'

/** A built server as a measured process; its argument is the database's path. */
const { serve } = await builtServe()
const { configSchema } = await builtSchema()
const { mockDataSet } = await builtData()
const nothing = (): void => undefined
const server = await serve({
  config: configSchema.parse({ port: 0, db: argument<string>() }),
  dataSets: [mockDataSet()],
  log: { info: nothing, warn: nothing, error: nothing },
})
const collect = (): void => (globalThis as { gc?: () => void }).gc?.()
serveMessages(
  server.url,
  { collect },
  () => server.stop(),
  () => server.host.metrics.steps,
)
