import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Contracts whose ABI the app uses. */
const ABIS = [
  {
    file: 'collection-factory',
    name: 'collectionFactory',
    contract: 'CollectionFactory',
  },
  { file: 'drop-collection', name: 'dropCollection', contract: 'IDropCollection' },
  {
    file: 'edition-collection',
    name: 'editionCollection',
    contract: 'IEditionCollection',
  },
  { file: 'collection', name: 'collection', contract: 'ICollection' },
  { file: 'payouts', name: 'payouts', contract: 'Payouts' },
  { file: 'royalty-split', name: 'royaltySplit', contract: 'IRoyaltySplit' },
  { file: 'platform', name: 'platform', contract: 'Platform' },
  { file: 'name-registry', name: 'nameRegistry', contract: 'INameRegistry' },
  {
    file: 'offchain-name-resolver',
    name: 'offchainNameResolver',
    contract: 'OffchainNameResolver',
  },
  { file: 'campaign-badges', name: 'campaignBadges', contract: 'ICampaignBadges' },
]

/** Folders below `contracts` of the contracts that are not of collections. */
const FOLDERS: Record<string, string> = {
  NameRegistry: 'src/names',
  HomeUniversalResolver: 'src/names',
  OffchainNameResolver: 'src/names',
  CampaignBadges: 'src/campaigns',
}

/** Contracts that are deployed, in modules apart: no page carries code that it never sends. */
const CODES = [
  { file: 'bytecode/platform', name: 'platform', contract: 'Platform' },
  {
    file: 'bytecode/management-facet',
    name: 'managementFacet',
    contract: 'ManagementFacet',
  },
  {
    file: 'bytecode/drop-collection',
    name: 'dropCollection',
    contract: 'DropCollection',
  },
  {
    file: 'bytecode/edition-collection',
    name: 'editionCollection',
    contract: 'EditionCollection',
  },
  {
    file: 'bytecode/collection-factory',
    name: 'collectionFactory',
    contract: 'CollectionFactory',
  },
  { file: 'bytecode/payouts', name: 'payouts', contract: 'Payouts' },
  {
    file: 'bytecode/royalty-split',
    name: 'royaltySplit',
    contract: 'RoyaltySplit',
  },
  {
    file: 'bytecode/name-registry',
    name: 'nameRegistry',
    contract: 'NameRegistry',
  },
  {
    file: 'bytecode/home-universal-resolver',
    name: 'homeUniversalResolver',
    contract: 'HomeUniversalResolver',
  },
  {
    file: 'bytecode/offchain-name-resolver',
    name: 'offchainNameResolver',
    contract: 'OffchainNameResolver',
  },
  {
    file: 'bytecode/campaign-badges',
    name: 'campaignBadges',
    contract: 'CampaignBadges',
  },
  // The part of ENS that the tests of names ask.
  {
    file: '../../../tools/names/universal-resolver-code',
    name: 'universalResolver',
    contract: 'UniversalResolver',
    folder: 'test/lens',
  },
]

/** Contracts that only tests deploy, in modules beside them. */
const LENSES = [
  {
    file: '../../../tools/agreement/mint-lens',
    name: 'mintLens',
    contract: 'MintLens',
    folder: 'test/lens',
  },
]

const ROOT = join(import.meta.dirname, '..')
const CONTRACTS = join(ROOT, 'contracts')
const TARGET = join(ROOT, 'packages/abi/src')

const files = generate()
if (process.argv.includes('--check')) check(files)
else write(files)

type Export = (typeof ABIS)[number] & { folder?: string }
type GeneratedFile = { path: string; text: string }
type Artifact = {
  abi: unknown[]
  bytecode: { object: string }
  deployedBytecode: {
    object: string
    /** By the id of the variable's declaration; absent where there are none. */
    immutableReferences?: Record<string, { start: number; length: number }[]> | null
  }
  ast: unknown
}

/** Compiles the contracts afresh and renders one module for each export. */
function generate(): GeneratedFile[] {
  const temporary = mkdtempSync(join(tmpdir(), 'platemark-abi-'))
  // The first compilation of a checkout is kept: `forge test` then compiles only the tests.
  const isFirst = !existsSync(join(CONTRACTS, 'cache', 'solidity-files-cache.json'))
  const folder = isFirst ? CONTRACTS : temporary
  try {
    compile(folder)
    const names = immutableNames(join(folder, 'out'))
    return [
      ...ABIS.map((entry) => moduleOf(entry, renderAbi(entry, folder))),
      ...CODES.map((entry) => moduleOf(entry, renderCode(entry, folder, names))),
      ...LENSES.map((entry) => {
        const code = renderCode(entry, folder, names)
        return moduleOf(entry, `${renderAbi(entry, folder)}\n${code}`)
      }),
    ]
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function compile(folder: string): void {
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'tools/forge.mjs'),
      'build',
      'src',
      'test/lens',
      // The syntax trees hold the names of immutable variables.
      '--ast',
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

function moduleOf(
  { file, contract, folder = sourceFolder(contract) }: Export,
  text: string,
): GeneratedFile {
  const header = [
    '// biome-ignore-all format: one line an item keeps differences readable.',
    `// Written by tools/generate-abi.ts from contracts/${folder}/${contract}.sol.`,
  ].join('\n')
  return { path: join(TARGET, `${file}.ts`), text: `${header}\n${text}` }
}

/** Returns the folder of a contract below `contracts`: interfaces have their own. */
function sourceFolder(contract: string): string {
  const own = /^I[A-Z]/.test(contract) ? 'src/interfaces' : 'src/collections'
  return FOLDERS[contract] ?? own
}

function renderAbi({ name, contract }: Export, folder: string): string {
  const { abi } = readArtifact(folder, contract)
  const items = abi.map((item) => `  ${JSON.stringify(item, keepUseful)},`).join('\n')
  return `export const ${name}Abi = [\n${items}\n] as const\n`
}

function renderCode(
  { name, contract }: Export,
  folder: string,
  names: Map<string, string>,
): string {
  const { bytecode, deployedBytecode } = readArtifact(folder, contract)
  const runtime = deployedBytecode.object.slice(2)
  if (runtime === '' || !bytecode.object.endsWith(runtime)) {
    throw new Error(`creation code does not end with the runtime code: ${contract}`)
  }
  const immutables = Object.entries(deployedBytecode.immutableReferences ?? {})
    .map(([id, places]) => {
      const immutable = names.get(id)
      if (!immutable) throw new Error(`immutable has no name: ${contract}, id ${id}`)
      return `${immutable}: [${startsOf(places).join(', ')}]`
    })
    .sort()
  return `export const ${name}Code = {
  creation:
    '${bytecode.object}',
  // Where the code that is kept begins, and where in it each immutable is filled in; in bytes.
  runtimeStart: ${(bytecode.object.length - runtime.length - 2) / 2},
  immutables: {${immutables.length > 0 ? ` ${immutables.join(', ')} ` : ''}},
} as const
`
}

function startsOf(places: { start: number; length: number }[]): number[] {
  return places.map(({ start, length }) => {
    if (length !== 32)
      throw new Error(`immutable has a wrong length: got ${length}, expected 32`)
    return start
  })
}

/** The names of immutable variables by the ids of their declarations. */
function immutableNames(out: string): Map<string, string> {
  const names = new Map<string, string>()
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    const { mutability, nodeType, id, name } = node as Record<string, unknown>
    if (nodeType === 'VariableDeclaration' && mutability === 'immutable') {
      names.set(String(id), String(name))
    }
    for (const child of Object.values(node)) visit(child)
  }
  for (const path of globSync('*.sol/*.json', { cwd: out })) {
    visit(readJson(join(out, path)).ast)
  }
  return names
}

/** Drops the names of Solidity types: the app reads none, and the modules stay small. */
function keepUseful(key: string, value: unknown): unknown {
  return key === 'internalType' ? undefined : value
}

function readArtifact(folder: string, contract: string): Artifact {
  return readJson(join(folder, 'out', `${contract}.sol`, `${contract}.json`))
}

function readJson(path: string): Artifact {
  // Safe: forge wrote this file a moment ago, in the format of its artifacts.
  return JSON.parse(readFileSync(path, 'utf8')) as Artifact
}

function write(files: GeneratedFile[]): void {
  for (const file of files) writeFileSync(file.path, file.text)
  console.log(`Wrote ${files.length} modules.`)
}

function check(files: GeneratedFile[]): void {
  const stale = files.filter((file) => readIfThere(file.path) !== file.text)
  if (stale.length === 0) {
    console.log(`The ${files.length} modules are fresh.`)
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
