// Gives the lockfile an entry for every platform package that `npm install` left out because this
// machine's registry does not carry it: `npm ci` refuses a lockfile in which one is missing.
// Each entry has the hash that the registry states, so that `npm ci` installs nothing else.
// With --check nothing is written, and an incomplete lockfile is an error.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = {
  arm: 'arm',
  arm64: 'arm64',
  amd64: 'x64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
}

const SHA512 = /(^|\s)sha512-[A-Za-z0-9+/]{86}==(\s|$)/

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

function main() {
  const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
  const text = readFileSync(file, 'utf8')
  const { text: complete, added } = completeLockfile(text)
  if (process.argv.includes('--check')) {
    const problems = lockfileProblems(text)
    if (complete !== text)
      problems.unshift('it is not complete; run npm run gen:lockfile')
    exitWith(problems)
  }
  const wanted = fillIntegrity(complete, registryIntegrity)
  if (wanted !== text) writeFileSync(file, wanted)
  for (const name of added) console.log(`added ${name}`)
  console.log(
    added.length > 0 ? `${added.length} packages added.` : 'Nothing was missing.',
  )
  exitWith(lockfileProblems(wanted))
}

function exitWith(problems) {
  for (const problem of problems) console.error(`package-lock.json: ${problem}`)
  process.exit(problems.length > 0 ? 1 : 0)
}

/**
 * Adds an entry for every optional package with an exact version that has none, in npm's order.
 * Throws for a package whose name has no known platform.
 */
export function completeLockfile(text) {
  const lock = JSON.parse(text)
  const added = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d/.test(version) || isLocked(lock.packages, path, name)) continue
      lock.packages[`node_modules/${name}`] = absentPackage(name, version, entry.dev)
      added.push(name)
    }
  }
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  )
  return { text: `${JSON.stringify(lock, null, 2)}\n`, added }
}

/**
 * Returns the problems of a lockfile: download URLs, because each names a host, and packages without
 * a SHA-512 hash, because npm installs whatever it gets for them.
 */
export function lockfileProblems(text) {
  return Object.entries(JSON.parse(text).packages).flatMap(([path, entry]) => {
    const problems = []
    if (/^[a-z+]+:\/\//.test(entry.resolved ?? '')) {
      problems.push(`${path} names a host; see omit-lockfile-registry-resolved in .npmrc`)
    }
    if (isDownloaded(path, entry) && !SHA512.test(entry.integrity ?? '')) {
      problems.push(
        `${path} ${entry.version} has no SHA-512 integrity; run npm run gen:lockfile, and pin a version that the registry has`,
      )
    }
    return problems
  })
}

/** Returns false for workspaces, and for packages inside the archive of another one. */
function isDownloaded(path, entry) {
  return /(^|\/)node_modules\//.test(path) && !entry.link && !entry.inBundle
}

/** Adds the integrity to entries that have none; `lookUp` returns it for a name and a version. */
export function fillIntegrity(text, lookUp) {
  const lock = JSON.parse(text)
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!isDownloaded(path, entry) || entry.integrity) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
    const integrity = lookUp(name, entry.version)
    if (!integrity) continue
    // In npm's place for it.
    const { version, ...others } = entry
    lock.packages[path] = { version, integrity, ...others }
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Requests the hash of a package from the registry of npm; undefined without such a version. */
function registryIntegrity(name, version) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  try {
    const args = ['view', `${name}@${version}`, 'dist.integrity']
    return execFileSync('npm', args, options).trim() || undefined
  } catch {
    return undefined
  }
}

function isLocked(packages, path, name) {
  return Boolean(
    packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`],
  )
}

function absentPackage(name, version, isDev) {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => SYSTEMS.includes(word))
  if (os.length === 0) throw new Error(`package name has no known platform: got ${name}`)
  const cpu = words.flatMap((word) => PROCESSORS[word] ?? [])
  // Without it, npm would fetch the variant for the other C library too.
  const libc = words.flatMap((word) => {
    if (word.startsWith('musl')) return ['musl']
    return word.startsWith('gnu') ? ['glibc'] : []
  })
  return {
    version,
    cpu,
    ...(isDev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    os,
  }
}
