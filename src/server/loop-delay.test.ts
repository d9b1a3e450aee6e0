// Guards that a blocked event loop shows in the metrics, and is forgotten after a while.
import { expect, it } from 'vitest'
import { loopDelay } from './loop-delay.ts'

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('reports a delay until two windows have passed', async () => {
  const delay = loopDelay(1_000)
  await new Promise((resolve) => setTimeout(resolve, 30))
  block(400)
  await expect.poll(() => delay.p99Seconds(), { timeout: 10_000 }).toBeGreaterThan(0.3)
  await expect.poll(() => delay.p99Seconds(), { timeout: 20_000 }).toBeLessThan(0.3)
  delay.stop()
})
