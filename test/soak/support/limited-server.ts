import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { servedDataSets } from '../../../src/cli/data-sets.ts'
import { configSchema } from '../../../src/server/config/schema.ts'
import { serve } from '../../../src/server/serve.ts'
import { openStore } from '../../../src/store/open.ts'

/** A server whose file may have only so many pages, as if its disk were that small. */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    port: { type: 'string', default: '0' },
    db: { type: 'string', default: '' },
    'log-level': { type: 'string', default: 'warn' },
  },
})

const log = pino({ level: values['log-level'] }, pino.destination({ dest: 2, sync: true }))
const config = configSchema.parse({ port: Number(values.port), db: values.db })
const store = await openStore({ path: values.db, pagesMax: Number(values.pages) })
const server = await serve({ config, dataSets: servedDataSets(undefined), log, store })
process.stdout.write(`listening on ${server.url}\n`)
process.once('SIGTERM', () => void server.stop())
