import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DraftFields } from '@platemark/wire/studio'

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
  max_supply?: number
  chain_alias?: string
  lists?: { phase_id: number; entries: { address: string; quantity?: number }[] }[]
}

/**
 * Makes a collection as anybody does, with `npm run collection`, and resolves with the path
 * of its page.
 */
export async function newCollection({ url, ...wishes }: Wishes): Promise<string> {
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

/** An account of the development chains, funded and known to everyone. */
export const creatorKey =
  '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6'
