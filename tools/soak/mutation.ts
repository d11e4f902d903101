import { availableParallelism, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { mixed, type Queue, queuesOf, sharesOf } from '../mutation/choice.ts'
import { type Edit, nameOf } from '../mutation/edits.ts'
import { assemblyLinesOf, readProduction } from '../mutation/production.ts'
import {
  isCounted,
  isDead,
  openResults,
  readExplanations,
  staleExplanations,
  survivorsOfLastRun,
} from '../mutation/results.ts'
import { openScratches, type Scratch } from '../mutation/scratch.ts'
import { attempt, inParallel, type Trial } from '../mutation/trial.ts'

/** The least share of edits that must turn the suite red. */
const LEAST_KILLED = 0.97
/** How many edits of a line in assembly are tried before it counts as a line that no test sees. */
const TRIES_PER_LINE = 6
const MAX_JOBS = 2
const LOW_PRIORITY = 10

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(Math.min(MAX_JOBS, availableParallelism())) },
    assembly: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

/** A queue and how many faults it still has to give. */
type Share = { queue: Queue; open: number }

await main()

/**
 * Plants faults in the production contracts, one at a time, and demands that the Solidity suite
 * turns red. `--edits` many spread over all files; with `--assembly` each line in assembly until a
 * test sees it; with `--again` what survived the last run. A run that was cut short goes on where
 * it stopped, as long as neither sources nor tests changed.
 */
async function main() {
  setPriority(LOW_PRIORITY)
  const results = openResults()
  const production = readProduction()
  const chosen = production.edits.filter(({ file }) =>
    basename(file).includes(values.only),
  )
  const scratches = await openScratches(
    Number(values.jobs),
    values.seed,
    production.sources,
  )
  const trial = { production, results, scratches }
  const isGood = values.assembly
    ? await tryAssembly(trial, chosen)
    : summarise(trial, await trySample(trial, chosen))
  const stale = staleExplanations(production.edits, results)
  for (const name of stale) console.log(`explained, but gone or seen by a test: ${name}`)
  process.exit(isGood && stale.length === 0 ? 0 : 1)
}

/** Tries edits of all files until enough of them were faults, and answers which. */
async function trySample(trial: Trial, edits: Edit[]): Promise<Edit[]> {
  if (values.again) return tryAgain(trial, edits)
  const queues = queuesOf(edits, values.seed)
  const tried: Edit[] = []
  let missing = Number(values.edits)
  while (missing > 0 && queues.some((queue) => queue.edits.length > 0)) {
    const shares = sharesOf(queues, missing)
    const round = queues.map((queue) => ({ queue, open: shares.get(queue.file) ?? 0 }))
    await inParallel(trial, (scratch) => nextOf(trial, scratch, round, tried))
    missing = Number(values.edits) - countedOf(trial, tried).length
  }
  return countedOf(trial, tried)
}

/** Tries the next edit of the queue that has most left to give; undefined when the round is over. */
function nextOf(
  trial: Trial,
  scratch: Scratch,
  round: Share[],
  tried: Edit[],
): Promise<void> | undefined {
  const filled = round.filter(({ queue, open }) => open > 0 && queue.edits.length > 0)
  const share = filled.sort((a, b) => b.open - a.open)[0]
  const edit = share?.queue.edits.shift()
  if (!share || !edit) return undefined
  share.open -= 1
  tried.push(edit)
  return attempt(trial, scratch, edit).then((one) => {
    // The next candidate takes the place of one that was no fault.
    if (!isCounted(one)) share.open += 1
  })
}

async function tryAgain(trial: Trial, edits: Edit[]): Promise<Edit[]> {
  const survivors = survivorsOfLastRun()
  const chosen = edits.filter((edit) => survivors.has(nameOf(edit)))
  const queue = [...chosen]
  await inParallel(trial, (scratch) => {
    const edit = queue.shift()
    return edit && attempt(trial, scratch, edit)
  })
  return countedOf(trial, chosen)
}

/** Tries edits of every line in assembly until a test sees one; answers whether all were seen. */
async function tryAssembly(trial: Trial, edits: Edit[]): Promise<boolean> {
  const lines = [...assemblyLinesOf(edits)]
  const queue = [...lines]
  await inParallel(trial, (scratch) => {
    const line = queue.shift()
    return line && tryLine(trial, scratch, line[1])
  })
  const unseen = lines.filter(
    ([, ofLine]) => !ofLine.some((edit) => isDeadIn(trial, edit) || isExplained(edit)),
  )
  console.log(`\n${lines.length} lines in assembly, ${unseen.length} that no test sees`)
  for (const [place] of unseen) console.log(`  ${place}`)
  return unseen.length === 0
}

async function tryLine(trial: Trial, scratch: Scratch, ofLine: Edit[]) {
  if (ofLine.some((edit) => isDeadIn(trial, edit))) return
  for (const edit of mixed(ofLine, values.seed).slice(0, TRIES_PER_LINE)) {
    if (isDead(await attempt(trial, scratch, edit))) return
  }
}

/** Prints the figures of each file and every survivor; answers whether enough turned red. */
function summarise(trial: Trial, tried: Edit[]): boolean {
  console.log(`\n${'File'.padEnd(24)}   Edits   Killed   Gas only   Survived`)
  for (const file of [...new Set(tried.map((edit) => edit.file))].sort()) {
    printRow(
      trial,
      basename(file),
      tried.filter((edit) => edit.file === file),
    )
  }
  printRow(trial, 'all', tried)
  const invalid = [...trial.results.byName.values()].filter((one) => !isCounted(one))
  const sameCode = invalid.filter(({ outcome }) => outcome === 'same code').length
  console.log(
    `Not counted: ${invalid.length - sameCode} that do not compile, ${sameCode} that change no code.`,
  )
  const survivors = tried.filter((edit) => !isDeadIn(trial, edit))
  for (const edit of survivors) printSurvivor(trial, edit)
  const share = tried.length === 0 ? 0 : 1 - survivors.length / tried.length
  console.log(
    `${tried.length} edits, ${(share * 100).toFixed(1)} % killed, ${survivors.filter(isExplained).length} of ${survivors.length} survivors explained`,
  )
  return share >= LEAST_KILLED
}

function printRow(trial: Trial, name: string, edits: Edit[]) {
  const count = (outcome: string) =>
    edits.filter((edit) => trial.results.byName.get(nameOf(edit))?.outcome === outcome)
      .length
  const killed = count('killed') + count('timed out')
  const columns = [
    String(edits.length).padStart(7),
    String(killed).padStart(8),
    String(count('gas only')).padStart(10),
    String(count('survived')).padStart(10),
  ]
  console.log(`${name.padEnd(24)} ${columns.join(' ')}`)
}

function printSurvivor(trial: Trial, edit: Edit) {
  const outcome = trial.results.byName.get(nameOf(edit))?.outcome
  const reason = readExplanations().get(nameOf(edit))?.reason ?? 'not explained'
  console.log(`\n${edit.file}:${edit.line} ${edit.place} (${edit.operator}, ${outcome})`)
  console.log(`  ${edit.edit}\n  ${reason}`)
}

function countedOf({ results }: Trial, edits: Edit[]): Edit[] {
  return edits.filter((edit) => {
    const one = results.byName.get(nameOf(edit))
    return one !== undefined && isCounted(one)
  })
}

function isDeadIn({ results }: Trial, edit: Edit): boolean {
  const one = results.byName.get(nameOf(edit))
  return one !== undefined && isDead(one)
}

function isExplained(edit: Edit): boolean {
  return readExplanations().has(nameOf(edit))
}
