import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../program.ts'

/** A fault that the tests must find, and the runner that must find it. */
type Plant = { name: string; group: string; plant: (copy: string) => void }

const plants: Plant[] = [
  {
    name: 'an import against the table',
    group: 'server',
    plant: (copy) =>
      prepend(
        join(copy, 'apps/web/src/lib/format.ts'),
        "import '../features/launchpad/launchpad-page.tsx'\n",
      ),
  },
  {
    name: 'a failing Solidity test',
    group: 'contracts',
    plant: (copy) =>
      writeFileSync(
        join(copy, 'contracts/test/collections/Planted.t.sol'),
        'pragma solidity 0.8.37;\ncontract Planted { function test_planted() public pure { require(false, "planted"); } }\n',
      ),
  },
  {
    name: 'an unused export',
    group: 'check',
    plant: (copy) =>
      appendFileSync(
        join(copy, 'packages/rules/src/price.ts'),
        '\nexport function planted(): number {\n  return 1\n}\n',
      ),
  },
  {
    name: 'a document naming a missing path',
    group: 'server',
    plant: (copy) =>
      appendFileSync(join(copy, 'README.md'), '\nSee `tools/no-such-file.mjs`.\n'),
  },
  {
    name: 'a stale ABI',
    group: 'contracts',
    plant: (copy) => {
      const file = join(copy, 'contracts/src/collections/Payouts.sol')
      const source = readFileSync(file, 'utf8')
      const end = source.lastIndexOf('}')
      writeFileSync(
        file,
        `${source.slice(0, end)}    function planted() external pure returns (uint256) { return 1; }\n}\n`,
      )
    },
  },
  {
    name: 'a deleted test folder of the contracts',
    group: 'contracts',
    plant: (copy) => rmSync(join(copy, 'contracts/test'), { recursive: true }),
  },
  {
    name: 'the deleted tests of an area',
    group: 'server',
    plant: (copy) => deleteAll(copy, 'apps/server/src/areas/session/*.test.ts'),
  },
  {
    name: 'the deleted journeys',
    group: 'browser',
    plant: (copy) => deleteAll(copy, 'e2e/*.spec.ts'),
  },
]

main()

/** Plants each fault alone in a clone of the repository; every one must turn its runner red. */
function main() {
  const copy = mkdtempSync(join(tmpdir(), 'platemark-plants-'))
  cloneInto(copy)
  let green = 0
  for (const { name, group, plant } of plants) {
    plant(copy)
    const isRed = testsAreRed(copy, group)
    console.log(`${isRed ? 'red  ' : 'GREEN'}  ${name}`)
    if (!isRed) green += 1
    shell(copy, 'git reset -q --hard && git clean -qfd')
  }
  rmSync(copy, { recursive: true, force: true })
  console.log(`${plants.length - green} passed, ${green} failed`)
  process.exit(green === 0 ? 0 : 1)
}

/** The last commit with the packages that are installed here, as hard links. */
function cloneInto(copy: string) {
  shell(root, `git clone -q . "${copy}"`)
  shell(root, `cp -al node_modules "${join(copy, 'node_modules')}"`)
}

/** Whether the runners of `group` failed and said so in their last line. */
function testsAreRed(copy: string, group: string): boolean {
  const done = spawnSync(process.execPath, [join(copy, 'tools', 'test.mjs'), group], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  })
  const lastLine = done.stdout.trim().split('\n').at(-1) ?? ''
  return done.status === 1 && /^\d+ passed, [1-9]\d* failed$/.test(lastLine)
}

function shell(cwd: string, command: string) {
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}

function deleteAll(copy: string, pattern: string) {
  const files = globSync(pattern, { cwd: copy })
  if (files.length === 0) throw new Error(`${pattern} names no file`)
  for (const file of files) rmSync(join(copy, file))
}

function prepend(file: string, text: string) {
  writeFileSync(file, text + readFileSync(file, 'utf8'))
}
