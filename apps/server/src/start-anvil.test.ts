import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { AnvilMissingError, startAnvil } from './start-anvil.ts'

const chainId = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  }).then((answer) => answer.json())

/** Resolves once nothing listens at a URL any more. */
async function ended(url: string): Promise<void> {
  while (await chainId(url).catch(() => undefined)) {
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

test('starts a chain on a free port, and ends it', async () => {
  const { url, stop } = await startAnvil(['--chain-id', '77'])
  expect(await chainId(url)).toMatchObject({ result: '0x4d' })
  await stop()
  await expect(chainId(url)).rejects.toThrow()
  await stop()
})

test('names a missing program, and the output of one that ends', async () => {
  await expect(startAnvil([], '/nowhere/anvil')).rejects.toThrow(AnvilMissingError)
  await expect(startAnvil(['--no-such-option'])).rejects.toThrow('--no-such-option')
})

test('the chain ends with a process that is killed', async () => {
  const file = new URL('./start-anvil.ts', import.meta.url).href
  const source = `const { startAnvil } = await import('${file}')
    console.log((await startAnvil([])).url)
    setInterval(() => {}, 1000)`
  const child: ChildProcess = spawn(process.execPath, [
    ...process.execArgv,
    ...['--input-type=module', '--eval', source],
  ])
  const [output] = await once(child.stdout ?? child, 'data')
  const url = String(output).trim()
  expect(await chainId(url)).toMatchObject({ result: '0x7a69' })
  child.kill('SIGKILL')
  await ended(url)
}, 20_000)
