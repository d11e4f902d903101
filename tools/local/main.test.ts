import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { folderVersion } from '../../apps/server/src/database/database.ts'
import { listOpenPaths } from '../../apps/server/test/modes.ts'
import { copyTemplate } from '../../apps/server/test/template.ts'
import { until } from '../../apps/server/test/until.ts'
import { requestRpc } from '../json-rpc.ts'
import { freePort, freePorts } from './ports.ts'

const children: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('the product comes up, keeps others out of its folder, and leaves nothing behind', async () => {
  const data = join(newFolder(), 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, 'version'), `${folderVersion}\n`, { mode: 0o600 })
  copyTemplate(join(data, 'database'))
  const [port, chainPort] = [await freePort(), await freePorts(2)]
  const args = ['--empty', '--data', data, '--port', port, '--chain-port', chainPort]

  const first = start(args)
  await until(() => first.output().includes('Chains begun'))
  const second = start(args)
  await until(() => first.output().includes('Platemark is ready'))
  expect(await second.ended).toBe(1)
  expect(second.errors()).toMatch(/^Another Platemark \(process \d+\) is using .*\n$/)
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)
  expect(await ready.json()).toMatchObject({ data: { status: 'ready' } })

  // Without example content nothing would advance the clock of the chain later.
  const block = await requestRpc(
    `http://127.0.0.1:${chainPort}`,
    'eth_getBlockByNumber',
    ['pending', false],
  )
  expect(Number(Object(block).timestamp)).toBeGreaterThan(Date.now() / 1000 - 300)
  expect(listOpenPaths(data)).toEqual([])

  first.child.kill('SIGKILL')
  await until(() => processesOf(data, chainPort).length === 0)

  execFileSync('chmod', ['-R', 'go+rwX', data])
  const third = start(args)
  await until(() => third.output().includes('Platemark is ready'))
  expect(listOpenPaths(data)).toEqual([])
  expect(third.output()).toContain('Chains resumed')
  third.child.kill('SIGINT')
  expect(await third.ended).toBe(130)
  expect(processesOf(data, chainPort)).toEqual([])
}, 180_000)

function start(args: (string | number)[]) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'main.ts'),
      ...args.map(String),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The test needs no web app, so none is built.
      env: { ...process.env, WEB_FOLDER: join(tmpdir(), 'no-web-app') },
    },
  )
  children.push(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => code)
  return { child, ended, output: () => output, errors: () => errors }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-start-'))
  folders.push(folder)
  return folder
}

/** Returns the lines of the process table that belong to the product in `data`. */
function processesOf(data: string, chainPort: number): string[] {
  const isOurs = (line: string) =>
    line.includes(data) ||
    line.includes(`--port ${chainPort} `) ||
    line.includes(`--port ${chainPort + 1} `)
  return execFileSync('ps', ['-eo', 'stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => isOurs(line) && !line.startsWith('Z'))
}
