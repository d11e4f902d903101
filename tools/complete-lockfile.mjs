// Gives the lockfile an entry for every platform package that `npm install` left out because this
// machine's registry does not carry it: `npm ci` refuses a lockfile in which one is missing.
// With --check nothing is written, and an incomplete lockfile is an error.
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

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

function main() {
  const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
  const text = readFileSync(file, 'utf8')
  const { text: wanted, added } = completeLockfile(text)
  const problems = lockfileProblems(text)
  if (process.argv.includes('--check')) {
    if (wanted !== text) problems.unshift('it is not complete; run npm run gen:lockfile')
    for (const problem of problems) console.error(`package-lock.json: ${problem}`)
    process.exit(problems.length > 0 ? 1 : 0)
  }
  if (wanted !== text) writeFileSync(file, wanted)
  for (const name of added) console.log(`added ${name}`)
  console.log(
    added.length > 0 ? `${added.length} packages added.` : 'Nothing was missing.',
  )
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

/** Returns the problems of a lockfile: download URLs, because each names a host. */
export function lockfileProblems(text) {
  return Object.entries(JSON.parse(text).packages)
    .filter(([, entry]) => /^[a-z+]+:\/\//.test(entry.resolved ?? ''))
    .map(
      ([path]) => `${path} names a host; see omit-lockfile-registry-resolved in .npmrc`,
    )
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
