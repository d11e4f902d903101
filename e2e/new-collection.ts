import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fundFromFaucet } from '@platemark/wire/config'
import { endpointUrl } from '@platemark/wire/endpoint'
import type { DraftFields } from '@platemark/wire/studio'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A public phase that is open since an hour and for a day; price 0.002 ETH, 5 a wallet. */
export function openPhase(changes: Partial<DraftPhase> = {}): DraftPhase {
  return {
    phase_id: 255,
    kind: 'public',
    title: 'Public',
    start: fromNow(-3600),
    end: fromNow(86_400),
    price_wei: '2000000000000000',
    max_per_wallet: 5,
    max_supply: null,
    ...changes,
  }
}

type DraftPhase = NonNullable<DraftFields['phases']>[number]

/** An ISO time so many seconds from now, a whole second. */
export function fromNow(seconds: number): string {
  return `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`
}

type Wishes = {
  url: string
  name: string
  phases: DraftPhase[]
  description?: string
  max_supply?: number
  chain_alias?: string
  /** Of the creator; absent: somebody new. */
  creatorKey?: Hex
  /** Gives the creator test funds; absent: the faucet of the network does. */
  fund?: (address: Hex) => Promise<unknown>
  lists?: { phase_id: number; entries: { address: string; quantity?: number }[] }[]
}

/**
 * Makes a collection as anybody does, with `npm run collection`, and resolves with the path
 * of its page.
 */
export async function newCollection({
  url,
  creatorKey = generatePrivateKey(),
  fund,
  ...wishes
}: Wishes): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-collection-'))
  try {
    const file = join(folder, 'collection.json')
    const content = {
      chain_alias: 'local',
      kind: 'drop',
      symbol: 'PRINT',
      max_supply: 100,
      ...wishes,
    }
    writeFileSync(file, JSON.stringify(content))
    const command = join(root, 'tools', 'local', 'collection-command.ts')
    const { address } = privateKeyToAccount(creatorKey)
    await (fund?.(address) ?? fundCreator(address, url, content.chain_alias))
    const { stdout } = await run(
      process.execPath,
      [command, 'create', file, '--url', url],
      { env: { ...process.env, PLATEMARK_PRIVATE_KEY: creatorKey } },
    )
    const page = stdout.trim().split('\n').at(-1) ?? ''
    return new URL(page).pathname
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = promisify(execFile)
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Gives a creator test funds. Each has a key of their own, so that no two count the same nonces. */
async function fundCreator(address: Hex, url: string, chainAlias: string): Promise<void> {
  const body = { address }
  const path = endpointUrl(fundFromFaucet, { params: { chain_alias: chainAlias } })
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The faucet answered ${await response.text()}`)
}
