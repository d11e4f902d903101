// Runs the native forge binary: the launcher that npm installs always exits 0, also on a failing test.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

const require = createRequire(import.meta.url)
const { project, options } = readProject(process.argv.slice(2))
const child = spawn(forgeBinary(), options, {
  cwd: join(dirname(fileURLToPath(import.meta.url)), '..', project),
  // The compiler shim starts with `#!/usr/bin/env node`, which must find the Node we run on.
  env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal))
}
child.on('error', (error) => {
  console.error(`forge could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  // Ends by the same signal, so that the caller sees it; our own handler would swallow it.
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

/** Takes `--project FOLDER` out of the options: a Foundry project other than the contracts. */
function readProject(options) {
  const at = options.indexOf('--project')
  if (at < 0) return { project: 'contracts', options }
  return { project: options[at + 1] ?? '', options: options.toSpliced(at, 2) }
}

function forgeBinary() {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch
  const name = `@foundry-rs/forge-${process.platform}-${architecture}`
  // The binary is a dependency of the launcher, so it is resolved from there.
  const launcher = createRequire(require.resolve('@foundry-rs/forge/package.json'))
  const folder = dirname(launcher.resolve(`${name}/package.json`))
  return join(folder, 'bin', process.platform === 'win32' ? 'forge.exe' : 'forge')
}
