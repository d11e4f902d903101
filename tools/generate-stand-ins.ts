// Compiles the stand-ins for the contracts of Abstract, and writes their code for tests and demo;
// with --check it only compares.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './program.ts'

const PROJECT = 'packages/wallet/testing/contracts'
const TARGET = join(root, 'packages/wallet/testing/stand-ins.ts')

/** Where each contract stands on Abstract; Multicall3 at the address of either network. */
const CONTRACTS = {
  accountFactory: ['AccountFactory', '0x9B947df68D35281C972511B3E7BC875926f26C1A'],
  accountRegistry: ['AccountRegistry', '0xd5E3efDA6bB5aB545cc2358796E96D9033496Dda'],
  ownerValidator: ['OwnerValidator', '0x74b9ae28EC45E3FA11533c7954752597C3De3e7A'],
  sessionModule: ['SessionModule', '0x34ca1501FAE231cC2ebc995CE013Dbe882d7d081'],
  policyRegistry: ['PolicyRegistry', '0xfD20b9d7A406e2C4f5D6Df71ABE3Ee48B2EccC9F'],
  delegateRegistry: ['DelegateRegistry', '0x0000000059A24EB229eED07Ac44229DB56C5d797'],
  delegateResolver: ['DelegateResolver', '0x0000000078CC4Cc1C14E27c0fa35ED6E5E58825D'],
  signatureValidator: [
    'SignatureValidator',
    '0xfB688330379976DA81eB64Fe4BF50d7401763B9C',
  ],
  multicall: ['Multicall', '0xAa4De41dba0Ca5dCBb288b7cC6b708F3aaC759E7'],
  multicallTestnet: ['Multicall', '0xF9cda624FBC7e059355ce98a31693d299FACd963'],
} as const

const text = render()
if (!process.argv.includes('--check')) writeFileSync(TARGET, text)
else if (readFileSync(TARGET, 'utf8') !== text) {
  console.error(
    'stand-ins.ts is not what its contracts compile to; run this without --check',
  )
  process.exit(1)
}

function render(): string {
  const temporary = mkdtempSync(join(tmpdir(), 'platemark-stand-ins-'))
  // The first compilation of a checkout is kept: `forge test` then compiles only the tests.
  const own = join(root, PROJECT)
  const isFirst = !existsSync(join(own, 'cache', 'solidity-files-cache.json'))
  const folder = isFirst ? own : temporary
  try {
    compile(folder)
    const entries = Object.entries(CONTRACTS).map(([name, [contract, address]]) => {
      const file = join(folder, 'out', `${contract}.sol`, `${contract}.json`)
      const { deployedBytecode } = JSON.parse(readFileSync(file, 'utf8'))
      return `  ${name}: {\n    address: '${address}',\n    code: '${deployedBytecode.object}',\n  },`
    })
    return `// biome-ignore-all format: one line a code keeps differences readable.
// Written by tools/generate-stand-ins.ts from ${PROJECT}/src.

/** The stand-ins for the contracts of Abstract: their addresses there, and their code. */
export const standIns = {
${entries.join('\n')}
} as const
`
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function compile(folder: string): void {
  const run = spawnSync(
    process.execPath,
    [
      ...[join(root, 'tools/forge.mjs'), 'build', 'src', '--project', PROJECT],
      ...['--out', join(folder, 'out'), '--cache-path', join(folder, 'cache')],
    ],
    { encoding: 'utf8' },
  )
  if (run.status === 0) return
  console.error(`The stand-ins do not compile.\n${run.stdout}${run.stderr}`)
  process.exit(1)
}
