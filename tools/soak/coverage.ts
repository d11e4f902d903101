import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { nameOf } from '../mutation/edits.ts'
import { assemblyLinesOf, readProduction } from '../mutation/production.ts'
import { isDead, openResults, readExplanations } from '../mutation/results.ts'
import { isInterface, type Sources } from '../mutation/syntax.ts'
import { root } from '../program.ts'

/** One thing that the tests could run, and whether they did. */
type Point = { file: string; kind: Kind; line: number; isRun: boolean }
type Kind = z.infer<typeof kind>

const kind = z.enum(['line', 'branch', 'function'])
const gaps = z.array(
  z.object({
    file: z.string(),
    kind,
    /** The line itself, so that other lines may move. */
    code: z.string(),
    reason: z.string().check(z.minLength(20)),
  }),
)

const GAPS = 'contracts/test/coverage-gaps.json'
const UNIT_TESTS = 'test/collections/*'
const FOREIGN_TESTS = 'test/collections/ERC*.t.sol'

main()

/** Measures the production contracts and demands that every gap has a reason. */
function main() {
  const { sources, edits } = readProduction()
  const points = measure().filter(({ file }) => file in sources)
  printTable(points)
  const unmeasured = Object.keys(sources)
    .filter((file) => !isInterface(file) && /\bfunction\b/.test(sources[file] ?? ''))
    .filter((file) => !points.some((point) => point.file === file))
  for (const file of unmeasured) console.log(`nothing measured in ${file}`)
  const unexplained = compareWithGaps(points, sources)
  printAssembly(edits)
  process.exit(unexplained + unmeasured.length === 0 ? 0 : 1)
}

/** Runs the suite with counters in the code, which needs a build without the optimiser. */
function measure(): Point[] {
  const folder = join(root, 'node_modules', '.cache', 'coverage')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, 'lcov.info')
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'tools', 'forge.mjs'),
      ...['coverage', '--report', 'lcov', '--report-file', report, '--exclude-tests'],
      ...['--out', join(folder, 'out'), '--cache-path', join(folder, 'cache')],
      // The unit tests alone must reach everything; gas is another without the optimiser.
      ...['--match-path', UNIT_TESTS],
      // Forge's coverage does not find what these import from OpenZeppelin.
      ...['--skip', FOREIGN_TESTS],
    ],
    { encoding: 'utf8', maxBuffer: 1 << 29 },
  )
  const failed = run.stdout.split('\n').filter((line) => line.startsWith('[FAIL'))
  if (run.status !== 0 || failed.length > 0) {
    throw new Error(`The suite is red.\n${failed.join('\n') || run.stdout + run.stderr}`)
  }
  return parse(readFileSync(report, 'utf8'))
}

/** Reads a report in the format of lcov. */
function parse(report: string): Point[] {
  const points: Point[] = []
  let file = ''
  const lineOfFunction = new Map<string, number>()
  for (const entry of report.split('\n')) {
    const [name = '', value = ''] = entry.split(/:(.*)/s)
    const fields = value.split(',')
    const line = Number(fields[0])
    if (name === 'SF') {
      file = value
      lineOfFunction.clear()
    }
    if (name === 'DA') points.push({ file, kind: 'line', line, isRun: fields[1] !== '0' })
    if (name === 'FN') lineOfFunction.set(fields[1] ?? '', line)
    if (name === 'FNDA') {
      const begins = lineOfFunction.get(fields[1] ?? '') ?? 0
      points.push({ file, kind: 'function', line: begins, isRun: fields[0] !== '0' })
    }
    if (name === 'BRDA') {
      const isRun = fields[3] !== '0' && fields[3] !== '-'
      points.push({ file, kind: 'branch', line, isRun })
    }
  }
  return points
}

function printTable(points: Point[]) {
  console.log(
    `${'File'.padEnd(24)} ${['Lines', 'Branches', 'Functions'].map((name) => name.padStart(18)).join('')}`,
  )
  for (const file of [...new Set(points.map((point) => point.file))].sort()) {
    printRow(
      basename(file),
      points.filter((point) => point.file === file),
    )
  }
  printRow('all', points)
}

function printRow(name: string, points: Point[]) {
  const columns = kind.options.map((one) => {
    const ofKind = points.filter((point) => point.kind === one)
    const run = ofKind.filter(({ isRun }) => isRun).length
    const share = ofKind.length === 0 ? 100 : (100 * run) / ofKind.length
    return `${share.toFixed(1)} % ${run}/${ofKind.length}`.padStart(18)
  })
  console.log(`${name.padEnd(24)} ${columns.join('')}`)
}

/** Prints what was not run with its reason; answers how much has none, or a reason too many. */
function compareWithGaps(points: Point[], sources: Sources): number {
  const path = join(root, GAPS)
  const known = existsSync(path) ? gaps.parse(JSON.parse(readFileSync(path, 'utf8'))) : []
  const missed = points
    .filter(({ isRun }) => !isRun)
    .map((point) => ({
      ...point,
      code: sources[point.file]?.split('\n')[point.line - 1]?.trim() ?? '',
    }))
  let unexplained = 0
  for (const { file, kind, line, code } of missed) {
    const gap = known.find(
      (one) => one.file === file && one.kind === kind && one.code === code,
    )
    if (!gap) unexplained += 1
    console.log(`\n${file}:${line} ${kind} not run: ${code}`)
    console.log(`  ${gap?.reason ?? 'not explained'}`)
  }
  const stale = known.filter(
    (gap) =>
      !missed.some(
        ({ file, kind, code }) =>
          gap.file === file && gap.kind === kind && gap.code === code,
      ),
  )
  for (const { file, kind, code } of stale) {
    console.log(`explained, but run or gone: ${file} ${kind}: ${code}`)
  }
  return unexplained + stale.length
}

/** Prints for how many lines in assembly a planted fault was seen by a test. */
function printAssembly(edits: Parameters<typeof assemblyLinesOf>[0]) {
  const { byName } = openResults()
  const explanations = readExplanations()
  const lines = [...assemblyLinesOf(edits)]
  const unseen = lines.filter(
    ([, ofLine]) =>
      !ofLine.some((edit) => {
        const one = byName.get(nameOf(edit))
        return explanations.has(nameOf(edit)) || (one !== undefined && isDead(one))
      }),
  )
  console.log(
    [
      '',
      'forge counts the taken side of an if and nothing of conditions joined without a branch, as',
      'they are in assembly. For those stand the edits that `npm run soak -- mutation` plants:',
      `${lines.length - unseen.length} of ${lines.length} lines in assembly have one that turned the suite red or is explained.`,
    ].join('\n'),
  )
  if (byName.size === 0) {
    console.log('None was tried on these sources: npm run soak -- mutation --assembly')
    return
  }
  for (const [place] of unseen) console.log(`  none on ${place}`)
}
