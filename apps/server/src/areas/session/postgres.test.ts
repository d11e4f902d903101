import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSignatureMessage,
  listSessions,
  login,
  logout,
} from '@platemark/api/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { ada } from '../../../test/server.ts'
import {
  endProcess,
  type ServerProcess,
  startServerProcess,
} from '../../../test/server-process.ts'
import { bearer, toNetworkSettings } from '../../../test/session/sign-in.ts'
import { share } from '../../../test/share.ts'
import { copyDatabase } from '../../../test/template.ts'
import { type OpenDatabase, openDatabase } from '../../database/database.ts'

let chain: EmptyChain
let opened: OpenDatabase
let programs: ServerProcess[]

/** Server process with the role `api` only. */
function start(database_url: string): Promise<ServerProcess> {
  const folder = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'sign-in-'))
  const networks = [{ ...toNetworkSettings(chain, 'local'), is_demo: false }]
  return startServerProcess(folder, {
    ...{ database_url, networks, role: 'api', port: 0, data_folder: folder },
    rate_limit_scale: 1000,
  })
}

beforeAll(async () => {
  chain = await emptyChain(31_337)
  const url = await copyDatabase()
  programs = await Promise.all([start(url), start(url)])
  opened = await openDatabase({ url })
})
afterAll(async () => {
  for (const { child } of programs) await endProcess(child)
  await opened.close()
  await chain.stop()
})

/** Calls one of the two processes. */
async function call(
  which: number,
  method: string,
  path: string,
  body?: object,
  token = '',
) {
  const response = await fetch(`${programs[which]?.url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && bearer(token)),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, ...(text === '' ? {} : JSON.parse(text)) }
}

const post = (which: number, path: string, body?: object, token?: string) =>
  call(which, 'POST', path, body, token)

const statusOf = async (which: number, token: string) =>
  (await call(which, 'GET', listSessions.path, undefined, token)).status

async function prepare() {
  const { address } = ada
  const { data } = await post(0, createSignatureMessage.path, { address })
  const signature = await ada.signMessage(data)
  return { address, signature, nonce: data.nonce, connector: 'demo' }
}

/** A hundred concurrent calls to each process. */
const everybody = <T>(one: (which: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 200 }, (_, index) => one(index % 2)))

describe('two programs on one database', { timeout: 60_000 }, () => {
  test('open one session for one text that both are sent a hundred times', async () => {
    for (let round = 0; round < share(1, 5); round += 1) {
      const signed = await prepare()
      await opened.database.deleteFrom('sessions').execute()
      // Opens all connections first, so that no login waits for its own.
      await everybody((which) => statusOf(which, 'nobody'))
      const answers = await everybody((which) => post(which, login.path, signed))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // A slow machine may run out of database connections.
      const others = new Set(statuses.filter((status) => status !== 200))
      expect([[401], [401, 503]]).toContainEqual([...others].sort())
      const sessions = await opened.database.selectFrom('sessions').selectAll().execute()
      expect(sessions).toHaveLength(1)
    }
  })

  test('end a session together', async () => {
    for (let round = 0; round < share(2, 10); round += 1) {
      const { access_token } = await post(round % 2, login.path, await prepare())
      const [here, there] = [round % 2, (round + 1) % 2]
      expect(await statusOf(here, access_token)).toBe(200)
      expect(await statusOf(there, access_token)).toBe(200)
      expect((await post(here, logout.path, undefined, access_token)).status).toBe(204)
      expect(await statusOf(there, access_token)).toBe(401)
    }
  })

  test('let a wallet have ten sessions, however many sign in at once', async () => {
    await opened.database.deleteFrom('sessions').execute()
    const signIn = async (which: number) =>
      (await post(which, login.path, await prepare())).status
    const statuses: number[] = []
    // Three texts at a time: a fifth would delete the first.
    for (let round = 0; round < 5; round += 1) {
      statuses.push(...(await Promise.all([0, 1, 0].map(signIn))))
    }
    expect(statuses).toEqual(Array(15).fill(200))
    const sessions = await opened.database.selectFrom('sessions').selectAll().execute()
    expect(sessions).toHaveLength(10)
  })
})
