import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { explainError } from './explain-error.ts'
import { readOptions } from './options.ts'
import { freePort, freePorts } from './ports.ts'
import { startProduct } from './product.ts'

const servers: Server[] = []
const folders: string[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('a start is explained in one sentence', () => {
  test.each([
    ['of the web app', '--port', 'the web app'],
    ['of a chain', '--chain-port', 'an embedded chain'],
  ])('with a taken port %s', async (_, option, holder) => {
    const taken = await listen()
    const free = { '--port': await freePort(), '--chain-port': await freePorts(2) }
    const ports = Object.entries({ ...free, [option]: taken }).flat()
    const sentence = await refusal(['--data', newFolder(), ...ports])
    expect(sentence).toMatch(new RegExp(`^Port ${taken} for ${holder} is taken .*$`))
  })

  test('in a folder of another version', async () => {
    const data = newFolder()
    writeFileSync(join(data, 'lock.sqlite'), '')
    writeFileSync(join(data, 'version'), 'platemark-0\n')
    expect(await refusal(['--data', data])).toMatch(
      /^\S+ was written by another version .*$/,
    )
  })

  test('with a wrong option', async () => {
    expect(await refusal(['--prot', '1'])).toMatch(/^Unknown option '--prot'.*$/)
  })
})

test('an error that is not expected is explained with its stack', () => {
  const error = new Error('row is missing')
  expect(explainError(error)).toBe(error.stack)
})

/** Returns the explanation of a start that fails, after its clean-up. */
async function refusal(args: (string | number)[]): Promise<string> {
  const ends: (() => unknown)[] = []
  try {
    const options = readOptions(args.map(String))
    if (options === 'help') throw new Error('options ask for help')
    await startProduct(options, { ends, log: () => {}, onLost: () => {} })
  } catch (error) {
    return explainError(error)
  } finally {
    for (const end of ends.reverse()) await end()
  }
  throw new Error('start did not fail')
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-start-'))
  folders.push(folder)
  return folder
}

async function listen(): Promise<number> {
  const server = createServer()
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
