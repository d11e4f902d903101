// Finds a Chromium for the browser tests, or installs the distribution's.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell first: the same engine without a window, a sixth faster in the tests. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of a Chromium that runs `--version`: from CHROMIUM, PATH or the applications
 * folder; else, as root on a system with apt, installs one. Throws with the install command.
 */
export function findChromium() {
  const found = search()
  if (found) return found
  const install =
    'apt-get update && { apt-get install -y --no-install-recommends chromium-headless-shell || apt-get install -y --no-install-recommends chromium; }'
  if (process.getuid?.() === 0 && inPath('apt-get')) {
    console.log(`No Chromium on this machine. Installing it (${install}) ...`)
    const done = spawnSync('sh', ['-c', install], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = done.status === 0 ? search() : undefined
    if (installed) return installed
  }
  throw new Error(
    `Chromium is missing. Install it with your package manager (Debian: sudo sh -c '${install}'), or set CHROMIUM to its path.`,
  )
}

/** Returns options for Playwright's `launch`, which hold for root and containers as well. */
export function chromiumOptions(args = []) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const executablePath = findChromium()
  return { executablePath, args: [...sandbox, '--disable-dev-shm-usage', ...args] }
}

function search() {
  const configured = process.env.CHROMIUM
  if (configured && !canRun(configured))
    throw new Error(`CHROMIUM does not start: got ${configured}`)
  const candidates = configured
    ? [configured]
    : [...names.map(inPath), ...macApplications]
  return candidates.find((path) => path && existsSync(path) && canRun(path))
}

function canRun(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

function inPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
