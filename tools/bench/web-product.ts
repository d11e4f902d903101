import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, http } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { creatorAccounts } from '../local/accounts.ts'
import { type Api, signIn } from '../local/api.ts'
import { makeDraft, prepareDraft, waitForCollection } from '../local/collection.ts'
import { freePort } from '../local/ports.ts'
import { type Program, root, startProgram, stopProgram } from '../program.ts'
import { photograph } from './web-photographs.ts'

/** The product with the production build, and the pages that are measured. */
export type BenchProduct = {
  url: string
  pages: Record<PageName, string>
  stop(): Promise<unknown>
}

export type PageName = 'home' | 'collection' | 'collections' | 'collector' | 'about'

const COLLECTIONS = 14
const PROMOTED = 3
const chain = 'local'

/**
 * Starts the product on its own database and chains, kept in `folder` from run to run, with
 * collections whose pictures weigh as photographs do.
 */
export async function startBenchProduct(folder: string): Promise<BenchProduct> {
  mkdirSync(folder, { recursive: true })
  const place = { port: await freePort(), chainPort: await freePort(2), folder }
  process.env.WEB_FOLDER = join(root, 'apps', 'web', 'dist', 'production')
  process.env.RATE_LIMIT_SCALE = '1000'
  const program = await startProgram(place, ['--empty'])
  try {
    const made = readMade(folder) ?? (await make(program, folder))
    const [first = ''] = made
    const creator = creatorAccounts()[0]?.address ?? ''
    return {
      url: program.url,
      pages: {
        home: '/',
        collection: `/collection/${chain}/${first}`,
        collections: '/collections',
        collector: `/collector/${creator}`,
        about: '/about',
      },
      stop: () => stopProgram(program),
    }
  } catch (error) {
    await stopProgram(program)
    throw error
  }
}

function fileIn(folder: string): string {
  return join(folder, 'bench-collections.json')
}

function readMade(folder: string): string[] | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8'))
  } catch {
    return undefined
  }
}

/** Makes every collection through the API and the chain; answers their slugs. */
async function make(program: Program, folder: string): Promise<string[]> {
  const [account] = creatorAccounts()
  if (!account) throw new Error('There is no creator.')
  const api = await signIn(program.url, account)
  const client = createClient({ chain: foundry, transport: http(program.rpcUrls[0]) })
  const slugs: string[] = []
  const promoted: string[] = []
  for (let place = 0; place < COLLECTIONS; place += 1) {
    console.log(`collection ${place + 1} of ${COLLECTIONS} ...`)
    const { to, data, valueWei, address } = await prepare(api, place)
    const hash = await sendTransaction(client, { account, to, data, value: valueWei })
    await waitForTransactionReceipt(client, { hash })
    const { alias } = await waitForCollection(api, chain, address)
    slugs.push(alias ?? address)
    if (place > 0 && place <= PROMOTED) promoted.push(`${chain}/${address}`)
  }
  for (const place of promoted) await promote(folder, place)
  writeFileSync(fileIn(folder), JSON.stringify(slugs))
  return slugs
}

/** Puts a collection on the launchpad, as the operator of this product. */
async function promote(folder: string, place: string) {
  const command = join(root, 'tools', 'operator', 'main.ts')
  await promisify(execFile)(process.execPath, [
    command,
    'promote',
    place,
    '--data',
    folder,
  ])
}

async function prepare(api: Api, place: number) {
  const hasCover = place === 0
  const draft = await makeDraft(api, {
    fields: {
      chain_alias: chain,
      kind: 'drop',
      name: `Photograph ${place + 1}`,
      description: 'A picture that weighs as a photograph does, to measure pages with.',
      symbol: 'PHOTO',
      max_supply: 500,
      phases: [
        {
          phase_id: 255,
          kind: 'public',
          title: 'Public',
          start: `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`,
          end: '2100-01-01T00:00:00Z',
          price_wei: '2000000000000000',
          max_per_wallet: 5,
          max_supply: null,
        },
      ],
    },
    image: await photograph(place, { width: 1200, height: 1200 }),
    cover: hasCover ? await photograph(100, { width: 2048, height: 512 }) : undefined,
    lists: [],
  })
  return prepareDraft(api, draft)
}
