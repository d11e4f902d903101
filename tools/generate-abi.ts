import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Contracts whose ABI the app uses; with their bytecode where it deploys them itself. */
const EXPORTS = [
  {
    file: 'collection-factory',
    name: 'collectionFactory',
    abiOf: 'CollectionFactory',
    bytecodeOf: 'CollectionFactory',
  },
  {
    file: 'drop-collection',
    name: 'dropCollection',
    abiOf: 'IDropCollection',
    bytecodeOf: undefined,
  },
  {
    file: 'edition-collection',
    name: 'editionCollection',
    abiOf: 'IEditionCollection',
    bytecodeOf: undefined,
  },
  { file: 'collection', name: 'collection', abiOf: 'ICollection', bytecodeOf: undefined },
  { file: 'payouts', name: 'payouts', abiOf: 'Payouts', bytecodeOf: 'Payouts' },
] as const

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'packages/abi/src')

const files = generate()
if (process.argv.includes('--check')) check(files)
else write(files)

type GeneratedFile = { path: string; text: string }
type Artifact = { abi: unknown[]; bytecode: { object: string } }

/** Compiles the contracts afresh and renders one module for each export. */
function generate(): GeneratedFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-abi-'))
  try {
    compile(folder)
    return EXPORTS.map((entry) => ({
      path: join(TARGET, `${entry.file}.ts`),
      text: render(entry, folder),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compile(folder: string): void {
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'tools/forge.mjs'),
      'build',
      'src',
      '--out',
      join(folder, 'out'),
      '--cache-path',
      join(folder, 'cache'),
    ],
    { encoding: 'utf8' },
  )
  if (run.status === 0) return
  console.error(`The contracts do not compile.\n${run.stdout}${run.stderr}`)
  process.exit(1)
}

function render(entry: (typeof EXPORTS)[number], folder: string): string {
  const { abi } = readArtifact(folder, entry.abiOf)
  const items = abi.map((item) => `  ${JSON.stringify(item, keepUseful)},`).join('\n')
  const header = [
    '// biome-ignore-all format: one line an item keeps differences readable.',
    `// Written by tools/generate-abi.ts from contracts/src/collections/${entry.abiOf}.sol.`,
  ].join('\n')
  const abiText = `${header}\nexport const ${entry.name}Abi = [\n${items}\n] as const\n`
  if (entry.bytecodeOf === undefined) return abiText
  const code = readArtifact(folder, entry.bytecodeOf).bytecode.object
  return `${abiText}\nexport const ${entry.name}Bytecode =\n  '${code}'\n`
}

/** Names of Solidity types tell the app nothing; leaving them out keeps the modules small. */
function keepUseful(key: string, value: unknown): unknown {
  return key === 'internalType' ? undefined : value
}

function readArtifact(folder: string, contract: string): Artifact {
  const path = join(folder, 'out', `${contract}.sol`, `${contract}.json`)
  // Safe: forge wrote this file a moment ago, in the format of its artifacts.
  return JSON.parse(readFileSync(path, 'utf8')) as Artifact
}

function write(files: GeneratedFile[]): void {
  for (const file of files) writeFileSync(file.path, file.text)
  console.log(`Wrote ${files.length} modules to packages/abi/src.`)
}

function check(files: GeneratedFile[]): void {
  const stale = files.filter((file) => readIfThere(file.path) !== file.text)
  if (stale.length === 0) {
    console.log(`The ${files.length} modules of packages/abi are fresh.`)
    return
  }
  for (const file of stale) console.error(`Stale: ${file.path.slice(ROOT.length + 1)}`)
  console.error('Run `npm run gen:abi`.')
  process.exit(1)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
