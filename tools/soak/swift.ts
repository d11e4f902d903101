import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../local/ports.ts'
import { untilAnswers } from './server-process.ts'

/** Debian packages of OpenStack Swift, whose proxy has the filter `s3api`, and their programs. */
const packages = {
  'swift-proxy': 'swift-proxy-server',
  'swift-account': 'swift-account-server',
  'swift-container': 'swift-container-server',
  'swift-object': 'swift-object-server',
  memcached: 'memcached',
}

/**
 * Starts OpenStack Swift with one replica in `folder`, on free ports: account, container and
 * object server behind a proxy that takes S3 calls. Throws a sentence with the packages where
 * it is not installed. Returns name, address and the keys of the only user.
 */
export async function startSwift(folder: string) {
  const programs = Object.values(packages)
  if (programs.some((name) => !existsSync(join('/usr/bin', name)))) {
    const names = Object.keys(packages).join(' ')
    throw new Error(
      `This soak needs OpenStack Swift. On Debian: apt-get install --no-install-recommends ${names}`,
    )
  }
  await mkdir(join(folder, 'devices', 'disk'), { recursive: true })
  const processes: ChildProcess[] = []
  const stop = () => {
    for (const child of processes) child.kill('SIGKILL')
  }
  try {
    for (const kind of ['account', 'container', 'object']) {
      const port = await freePort()
      buildRing(folder, kind, port)
      processes.push(await startServer(folder, kind, storageSettings(folder, kind, port)))
    }
    const cachePort = await freePort()
    const user = userInfo().username
    const cache = ['-l', '127.0.0.1', '-p', `${cachePort}`, '-U', '0', '-u', user]
    processes.push(spawn('memcached', cache, { stdio: 'ignore' }))
    const port = await freePort()
    const proxy = proxySettings(folder, port, cachePort)
    const server = await startServer(folder, 'proxy', proxy)
    processes.push(server)
    const endpoint = `http://127.0.0.1:${port}`
    await untilAnswers(`${endpoint}/healthcheck`, server)
    return { name: `OpenStack Swift ${version()} with s3api`, endpoint, keys, stop }
  } catch (error) {
    stop()
    throw error
  }
}

const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

/** Filters of the proxy in their order. */
const filters = [
  ...['catch_errors', 'gatekeeper', 'healthcheck', 'cache', 'listing_formats', 'bulk'],
  ...['s3api', 'tempauth', 'copy', 'slo', 'dlo', 'versioned_writes'],
]

function version(): string {
  const args = ['-W', '-f', `\${Version}`, 'swift-proxy']
  return execFileSync('dpkg-query', args, { encoding: 'utf8' })
}

function buildRing(folder: string, kind: string, port: number): void {
  const build = (...args: string[]) =>
    execFileSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...args])
  // Sixteen partitions in one replica on one device.
  build('create', '4', '1', '1')
  build('add', `r1z1-127.0.0.1:${port}/disk`, '1')
  build('rebalance')
}

async function startServer(
  folder: string,
  kind: string,
  settings: string,
): Promise<ChildProcess> {
  const file = join(folder, `${kind}-server.conf`)
  await writeFile(file, settings)
  return spawn(`swift-${kind}-server`, [file, '-v'], { stdio: 'ignore' })
}

function commonSettings(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`
}

function storageSettings(folder: string, kind: string, port: number): string {
  return `${commonSettings(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxySettings(folder: string, port: number, cachePort: number): string {
  const options: Record<string, string> = {
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cachePort}`,
    tempauth: `use = egg:swift#tempauth\nuser_test_tester = ${keys.secretAccessKey} .admin`,
  }
  const sections = filters.map(
    (name) => `[filter:${name}]\n${options[name] ?? `use = egg:swift#${name}`}\n`,
  )
  return `${commonSettings(folder, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`
}
