import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createClient, http } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { creatorAccounts } from '../local/accounts.ts'
import { signIn } from '../local/api.ts'
import {
  type CollectionContent,
  makeDraft,
  prepareDraft,
  waitForCollection,
} from '../local/collection.ts'
import { freePort, freePorts } from '../local/ports.ts'
import { type Program, root, startProgram, stopProgram } from '../program.ts'

const COLLECTIONS = 14
const PROMOTED = 3
const chain = 'local'

/**
 * Starts the product with the production build and collections with photograph-like pictures, kept
 * in `folder` from run to run. Returns the paths of its pages by the id of their route.
 */
export async function startBenchProduct(folder: string) {
  mkdirSync(folder, { recursive: true })
  const place = { port: await freePort(), chainPort: await freePorts(2), folder }
  process.env.WEB_FOLDER = join(root, 'apps', 'web', 'dist', 'production')
  process.env.RATE_LIMIT_SCALE = '1000'
  const program = await startProgram(place, ['--empty'])
  try {
    const file = join(folder, 'bench-collections.json')
    if (!existsSync(file))
      writeFileSync(file, JSON.stringify(await createCollections(program, folder)))
    const [first = ''] = JSON.parse(readFileSync(file, 'utf8'))
    const creator = creatorAccounts()[0]?.address ?? ''
    return {
      url: program.url,
      pages: {
        launchpad: '/',
        collection: `/collection/${chain}/${first}`,
        collections: '/collections',
        collector: `/collector/${creator}`,
        about: '/about',
        academy: '/academy',
        academy_detail: '/academy/phases-and-allowlists',
      },
      stop: () => stopProgram(program),
    }
  } catch (error) {
    await stopProgram(program)
    throw error
  }
}

/** Makes every collection through the API and the chain; returns their addresses. */
async function createCollections(
  { url, rpcUrls }: Program,
  folder: string,
): Promise<string[]> {
  const [account] = creatorAccounts()
  if (!account) throw new Error('creator accounts are empty: expected at least 1')
  const api = await signIn(url, account)
  const client = createClient({ chain: foundry, transport: http(rpcUrls[0]) })
  const made: string[] = []
  for (let place = 0; place < COLLECTIONS; place += 1) {
    console.log(`collection ${place + 1} of ${COLLECTIONS} ...`)
    const draft = await makeDraft(api, await createContent(place))
    const { to, data, valueWei, address } = await prepareDraft(api, draft)
    const hash = await sendTransaction(client, { account, to, data, value: valueWei })
    await waitForTransactionReceipt(client, { hash })
    await waitForCollection(api, chain, address)
    made.push(address)
  }
  const operator = join(root, 'tools', 'operator', 'main.ts')
  for (const address of made.slice(1, 1 + PROMOTED)) {
    const args = [operator, 'promote', `${chain}/${address}`, '--data', folder]
    await promisify(execFile)(process.execPath, args)
  }
  return made
}

async function createContent(place: number): Promise<CollectionContent> {
  const phase = {
    phase_id: 255,
    kind: 'public',
    title: 'Public',
    start: `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`,
    end: '2100-01-01T00:00:00Z',
    price_wei: '2000000000000000',
    max_per_wallet: 5,
    max_supply: null,
  } as const
  return {
    fields: {
      chain_alias: chain,
      kind: 'drop',
      name: `Photograph ${place + 1}`,
      description: 'A picture that compresses as a photograph does.',
      symbol: 'PHOTO',
      max_supply: 500,
      phases: [phase],
    },
    image: await photograph(1200, 1200),
    cover: place === 0 ? await photograph(2048, 512) : undefined,
    lists: [],
  }
}

/** Returns a JPEG that compresses as a photograph does: noise of four sizes, the fine ones weaker. */
async function photograph(width: number, height: number): Promise<Blob> {
  const layer = (side: number, sigma: number) => {
    const noise = { type: 'gaussian', mean: 128, sigma } as const
    const create = {
      width: side,
      height: side,
      channels: 3,
      background: 'black',
      noise,
    } as const
    return sharp({ create }).resize(width, height, { fit: 'fill' }).png().toBuffer()
  }
  const layers = [layer(4, 40), layer(16, 40), layer(64, 20), layer(256, 10)]
  const [ground, ...finer] = await Promise.all(layers)
  const blended = finer.map((input) => ({ input, blend: 'overlay' }) as const)
  const picture = await sharp(ground).composite(blended).jpeg({ quality: 90 }).toBuffer()
  return new Blob([new Uint8Array(picture)], { type: 'image/jpeg' })
}
