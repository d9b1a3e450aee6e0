import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the cluster's first database. */
    readonly address: string
  }
}

/** One cluster for all test files of a run, which waits for no disk. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster(['fsync = off', 'full_page_writes = off'])
  project.provide('address', cluster.address('postgres'))
  return () => cluster.remove()
}
