/**
 * Checks the production build: the bytes of its scripts, and every page with photograph-like
 * pictures beside the same page without scripts, by Lighthouse in turns. Run it while nothing else
 * runs: `npm run bench:web [-- --rounds N] [--only PAGE]`. By default 9 rounds of the launchpad and
 * a collection and 3 of the others; PAGE is launchpad, collection, collections, collector or about.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../build.mjs'
import { root } from '../program.ts'
import { checkRuns, checkScripts, type Shell } from './web-budgets.ts'
import { startBenchProduct } from './web-product.ts'
import { type Preset, type Run, visit } from './web-visits.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string' }, only: { type: 'string' } },
})
if (options.rounds && !/^[1-9]\d*$/.test(options.rounds)) {
  throw new Error(`--rounds is invalid: got ${options.rounds}, expected 1 or more`)
}
await buildWeb('production')
const folder = join(root, 'apps', 'web', 'dist', 'production')
const product = await startBenchProduct(join(root, '.cache', 'bench-web', 'data'))
try {
  const pages = Object.entries(product.pages).filter(
    ([page]) => !options.only || page === options.only,
  )
  if (pages.length === 0) {
    const names = Object.keys(product.pages).join(', ')
    throw new Error(`--only is unknown: got ${options.only}, expected one of ${names}`)
  }
  const problems = checkBuild()
  for (const [page, path] of pages) {
    for (const preset of ['mobile', 'desktop'] as const) {
      problems.push(...(await comparePage(page, product.url + path, preset)))
    }
  }
  for (const problem of problems) console.error(`Over budget: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await product.stop()
}

/** Compares the compressed scripts of the build with their budgets. */
function checkBuild(): string[] {
  const shell: Shell = JSON.parse(readFileSync(join(folder, 'shell.json'), 'utf8'))
  const assets = join(folder, 'web', 'assets')
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const sizes = Object.fromEntries(
    scripts.map((file) => [`assets/${file}`, statSync(join(assets, `${file}.br`)).size]),
  )
  const { connect, mint } = shell.steps
  console.log(`connect and sign: ${connect.bytes} bytes, mint: ${mint.bytes} more`)
  return checkScripts(sizes, shell)
}

/** Runs Lighthouse on the page and on the same page without its scripts, in turns. */
async function comparePage(page: string, url: string, preset: Preset): Promise<string[]> {
  const isMain = page === 'launchpad' || page === 'collection'
  const rounds = Number(options.rounds ?? (isMain ? 9 : 3))
  const ours: Run[] = []
  const plain: Run[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await visit(url, { preset, hasScripts: true }))
    plain.push(await visit(url, { preset, hasScripts: false }))
  }
  const { line, problems } = checkRuns(page, preset, ours, plain)
  console.log(line)
  return problems
}
