import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../program.ts'
import { type Edit, nameOf } from './edits.ts'

/** What is written down about an edit that was tried. */
export type Result = z.infer<typeof result>

const outcome = z.enum([
  'killed',
  'timed out',
  'gas only',
  'survived',
  'uncompilable',
  'same code',
])
const result = z.object({
  name: z.string(),
  outcome,
  by: z.string(),
  seconds: z.number(),
})
const explanation = z.object({
  file: z.string(),
  place: z.string(),
  edit: z.string(),
  reason: z.string().check(z.minLength(20)),
})
type Explanation = z.infer<typeof explanation>

/** Where results and copies of the contracts lie; git does not see it. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'mutation')

const EXPLANATIONS = 'contracts/test/mutation-survivors.json'

/** What was found out about one state of sources and tests, by name of the edit. */
export type Results = {
  byName: Map<string, Result>
  write: (one: Result) => void
}

/** The results for sources and tests as they are now; what is written is there after a restart. */
export function openResults(): Results {
  const file = resultFile()
  const byName = readResults(file)
  const write = (one: Result) => {
    byName.set(one.name, one)
    mkdirSync(cacheFolder, { recursive: true })
    appendFileSync(file, `${JSON.stringify(one)}\n`)
  }
  return { byName, write }
}

/** What no test saw in the newest run that was made with other sources or tests. */
export function survivorsOfLastRun(): Set<string> {
  const current = resultFile()
  const others = globSync('results-*.jsonl', { cwd: cacheFolder })
    .map((file) => join(cacheFolder, file))
    .filter((file) => file !== current)
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  const results = others[0] ? [...readResults(others[0].file).values()] : []
  const survivors = results.filter((one) => isCounted(one) && !isDead(one))
  return new Set(survivors.map(({ name }) => name))
}

/** The reasons of survivors that no test can tell from the original, by name of the edit. */
export function readExplanations(): Map<string, Explanation> {
  const file = join(root, EXPLANATIONS)
  if (!existsSync(file)) return new Map()
  const list = z.array(explanation).parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(list.map((one) => [nameOf(one), one]))
}

/** Explanations of edits that are not there any more, or that a test sees by now. */
export function staleExplanations(edits: Edit[], { byName }: Results): string[] {
  const known = new Set(edits.map(nameOf))
  return [...readExplanations().keys()].filter((name) => {
    const one = byName.get(name)
    return !known.has(name) || (one !== undefined && isDead(one))
  })
}

/** Whether the suite turned red, with the gas snapshots left out. */
export function isDead({ outcome }: Result): boolean {
  return outcome === 'killed' || outcome === 'timed out'
}

/** Whether the edit was a fault at all. */
export function isCounted({ outcome }: Result): boolean {
  return outcome !== 'uncompilable' && outcome !== 'same code'
}

/** One file of results for each state of sources and tests. */
function resultFile(): string {
  const hash = createHash('sha256')
  const folder = join(root, 'contracts')
  const files = globSync(['foundry.toml', '{src,test,snapshots}/**/*.*'], { cwd: folder })
  for (const file of files.sort()) {
    if (file.endsWith('mutation-survivors.json') || file.endsWith('coverage-gaps.json'))
      continue
    hash.update(file).update(readFileSync(join(folder, file)))
  }
  return join(cacheFolder, `results-${hash.digest('hex').slice(0, 16)}.jsonl`)
}

function readResults(file: string): Map<string, Result> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const results = lines.flatMap((line) => {
    // The last line is cut short when the run was killed while it wrote.
    const parsed = result.safeParse(parseOrUndefined(line))
    return parsed.success ? [parsed.data] : []
  })
  return new Map(results.map((one) => [one.name, one]))
}

function parseOrUndefined(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
