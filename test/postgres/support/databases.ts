import { Client } from 'pg'
import { inject } from 'vitest'
import { PostgresStore } from '../../../src/store/postgres.ts'

let databases = 0
let template: Promise<string> | undefined

/** Makes an empty database in the run's cluster, and answers its address. */
export async function newDatabase(from = 'template0'): Promise<string> {
  databases += 1
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${databases}`
  await asOwner((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`))
  return addressOf(name)
}

/** Makes a database with an empty store in it, as a copy: tables take longer to make. */
export async function newStore(): Promise<string> {
  template ??= (async () => {
    const address = await newDatabase()
    await (await PostgresStore.open({ path: address })).close()
    return new URL(address).pathname.slice(1)
  })()
  return newDatabase(await template)
}

export function addressOf(name: string): string {
  const url = new URL(inject('address'))
  url.pathname = `/${name}`
  return url.href
}

/** Carries out some work on a connection to a database, by default the cluster's first. */
export async function asOwner<Result>(
  work: (client: Client) => Promise<Result>,
  connectionString: string = inject('address'),
): Promise<Result> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const EMPTY = `TRUNCATE backchannel.world, backchannel.episode, backchannel.event,
  backchannel.run_mean, backchannel.critique, backchannel.revocation, backchannel.group_place,
  backchannel.model_call, backchannel.run_report, backchannel.run_point;
  UPDATE backchannel.log_head SET number = 0, key = 0`

let reused: Promise<string> | undefined

/** Empties the one store of a test file: for those that need many, one after the other. */
export async function emptiedStore(): Promise<string> {
  reused ??= newStore()
  await asOwner((client) => client.query(EMPTY), await reused)
  return reused
}
