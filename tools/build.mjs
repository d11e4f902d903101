// Builds the web app and the mint component when their sources changed: `npm run build` the variant
// for production, `npm start` one with the demo wallet. Both are written to apps/web/dist.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  compileCache,
  fail,
  install,
  nodePath,
  requireNode,
  root,
  runQuietly,
} from './bootstrap.mjs'

const SOURCES = [
  'apps/web',
  'apps/widget',
  'content/academy',
  'packages/abi/src',
  'packages/academy/src',
  'packages/bundle/src',
  'packages/chains/src',
  'packages/lists/src',
  'packages/plates/src',
  'packages/rules/src',
  'packages/mint/src',
  'packages/wallet/src',
  'packages/works/src',
  'packages/api/src',
  'package-lock.json',
]
const IGNORED = new Set(['node_modules', 'dist', '.tsc', '.cache'])

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()

async function main() {
  requireNode()
  try {
    await install()
    const isBuilt = await buildWeb('production')
    if (!isBuilt) console.log('The web app is built already; nothing changed.')
  } catch (error) {
    fail(error.message)
  }
}

/**
 * Builds web app and mint component into apps/web/dist/VARIANT (`demo` or `production`) when stale.
 * Resolves with whether there was anything to do; throws with the reason when it fails.
 */
export async function buildWeb(variant) {
  const folder = join(root, 'apps/web/dist', variant)
  const marker = join(folder, '.built-from')
  const wanted = sourceHash(variant)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return false
  console.log('Building the web app, a few seconds ...')
  // Gone before and written after, so that a build that was cut short is done again.
  rmSync(marker, { force: true })
  await runBuild('apps/web/build.mjs', variant === 'demo' ? ['--demo'] : [])
  await runBuild('apps/widget/build.mjs', [join(folder, 'widget')])
  mkdirSync(folder, { recursive: true })
  writeFileSync(marker, wanted)
  return true
}

/** Runs one build script to its end. Prints its output and throws when it fails. */
async function runBuild(script, options) {
  const { status, signal, output } = await runQuietly(
    nodePath(),
    [join(root, script), ...options],
    {
      environment: { NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache() },
      onProgress: (seconds) =>
        console.log(`  still building, ${Math.round(seconds)} s ...`),
    },
  )
  if (signal) process.exit(128 + constants.signals[signal])
  if (status === 0) return
  console.error(output)
  throw new Error(
    'The web app could not be built; the lines above say why. Nothing was started.',
  )
}

/** Returns a hash of every file the web app is built from. */
function sourceHash(variant) {
  const hash = createHash('sha256').update(variant)
  for (const source of SOURCES) {
    for (const file of filesUnder(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return existsSync(path) ? [path] : []
  }
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    )
}
