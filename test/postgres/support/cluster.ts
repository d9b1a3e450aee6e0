import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** Where Debian puts the programs of each version. */
const VERSIONS = '/usr/lib/postgresql'
const USER = 'backchannel'

/** A PostgreSQL server of its own in a temporary folder. */
export interface Cluster {
  readonly folder: string
  readonly port: number
  /** The address of a database in it. */
  address(database: string): string
  /** Stops it as a crash would, or after what is under way. */
  halt(signal: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** The folder of `initdb` and `postgres`; undefined where they are not installed. */
export function programsFolder(): string | undefined {
  const named = process.env.POSTGRES_BIN
  if (named !== undefined) return named
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const newest = versions.sort((one, other) => Number(other) - Number(one))
  const folders = newest.map((version) => join(VERSIONS, version, 'bin'))
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  return found ?? onPath()
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const folder = folders.find((one) => existsSync(join(one, 'initdb')))
  return folder === undefined ? undefined : dirname(realpathSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then it is run as the user of Debian's packages. */
function runAs(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A folder of the user as whom it runs. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-postgres-'))
  const { uid, gid } = runAs()
  chmodSync(folder, 0o755)
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/**
 * Makes a cluster and starts it. It ends with this process, however that ends.
 *
 * @param settings lines for its configuration
 */
export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const programs = programsFolder()
  if (programs === undefined) {
    throw new Error('PostgreSQL is not installed: apt-get install postgresql, or set POSTGRES_BIN')
  }
  const folder = temporaryFolder()
  const as = runAs()
  const data = join(folder, 'data')
  const port = await freePort()
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      ...['--no-sync', '--no-instructions'],
    ],
    { ...as, cwd: folder, stdio: 'ignore' },
  )
  const own = [
    ...["listen_addresses = '127.0.0.1'", `port = ${port}`, "timezone = 'UTC'"],
    ...[`unix_socket_directories = '${folder}'`, 'max_connections = 200', 'shared_buffers = 64MB'],
  ]
  // One user has a password, for tests of a wrong one.
  const rules = join(data, 'pg_hba.conf')
  const others = readFileSync(rules, 'utf8')
  writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${others}`)
  appendFileSync(join(data, 'postgresql.conf'), `\n${[...own, ...settings].join('\n')}\n`)
  return serverOf({ folder, data, port })
}

interface Place {
  readonly folder: string
  readonly data: string
  readonly port: number
}

/** Another server, which follows the first one and can take its place. */
export interface Standby extends Cluster {
  /** Becomes the one that is written to. */
  promote(): void
}

/** Copies a running cluster into a folder of its own, and has the copy follow it. */
export async function startStandby(primary: Cluster): Promise<Standby> {
  const programs = programsFolder() as string
  const as = runAs()
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const port = await freePort()
  const from = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=standby`
  const copy = ['-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  execFileSync(join(programs, 'pg_basebackup'), copy, { ...as, cwd: folder, stdio: 'ignore' })
  const own = `port = ${port}\nunix_socket_directories = '${folder}'\n`
  appendFileSync(join(data, 'postgresql.conf'), own)
  const server = await serverOf({ folder, data, port })
  const promote = (): void => {
    const control = ['promote', '-w', '-D', data]
    execFileSync(join(programs, 'pg_ctl'), control, { ...as, cwd: folder, stdio: 'ignore' })
  }
  return { ...server, promote }
}

/** Starts what lies in a folder. */
async function serverOf({ folder, data, port }: Place): Promise<Cluster> {
  const programs = programsFolder() as string
  const as = runAs()
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    // The shell waits for the end of its input, which comes with the end of this process.
    const script = '"$0" -D "$1" </dev/null & p=$!; echo $p; read x; kill -QUIT $p; wait $p'
    child = spawn('sh', ['-c', script, join(programs, 'postgres'), data], {
      ...as,
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const [text] = await once(child.stdout as NodeJS.ReadableStream, 'data')
    await ready(join(data, 'postmaster.pid'), String(text).trim())
  }
  const pid = (): number =>
    Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const halt = async (signal: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void> => {
    const shell = child
    if (shell === undefined || shell.exitCode !== null) return
    process.kill(pid(), signal)
    const gone = once(shell, 'exit')
    shell.stdin?.end()
    await gone
  }
  await start()
  return {
    folder,
    port,
    address: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    halt,
    start,
    remove: async () => {
      await halt('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A stale file says ready too: it must be of this process. */
async function ready(path: string, pid: string): Promise<void> {
  for (let look = 0; look < 3_000; look++) {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    if (lines[0] === pid && lines[7]?.trim() === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('PostgreSQL did not start within 30 seconds')
}
