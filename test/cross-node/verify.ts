import { LOCAL } from '../../src/server/principal.ts'
import { openHost } from './host.ts'

const host = await openHost(process.argv[2])
let passed = 0
let failed = 0
let after: string | undefined
do {
  const page = await host.core.store.log.list({
    limit: 100,
    ...(after === undefined ? {} : { after }),
  })
  for (const { episode } of page.episodes) {
    const report = await host.call('episode.replay', LOCAL, { episode_id: episode })
    if (report.verdict === 'verified') {
      passed += 1
      continue
    }
    failed += 1
    process.stdout.write(`${episode}: ${report.verdict}: ${report.reason}\n`)
  }
  after = page.next ?? undefined
} while (after !== undefined)
await host.core.store.close()
process.stdout.write(`Node ${process.versions.node} verified\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
