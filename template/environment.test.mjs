// Guards the promises of the contract, on tasks of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkConformance, seedWorld } from 'backchannel-rl/env'
import environment from './environment.mjs'

const world = seedWorld(7)
const tasks = Array.from({ length: 30 }, (_, index) => environment.data.stream(world, index))

for (const { name, failures } of checkConformance({ environment, world, tasks, seed: 1 })) {
  test(name, () => assert.deepEqual(failures, []))
}
