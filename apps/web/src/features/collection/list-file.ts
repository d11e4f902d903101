import { isProofOf, listLeaf } from '@platemark/rules/allowlist'
import type { ListEntry } from '@platemark/wire/collections'
import { type Address, type Hex, isHex } from 'viem'
import * as z from 'zod/mini'

/** A published list: the root that the contract knows, and where its file lies. */
export type PublishedList = { root: string; url: string }

/**
 * A wallet's entries in the public file of a list, for when the API cannot answer. Throws
 * when the file is not there, or not the one whose hash is its name.
 */
export async function readListFile(
  list: PublishedList,
  account: string,
  signal?: AbortSignal,
): Promise<ListEntry[]> {
  const response = await fetch(list.url, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The list file answered ${response.status}.`)
  return entriesIn(new Uint8Array(await response.arrayBuffer()), list, account)
}

/** The entries of `account` that lead to the root; those that do not are left out. */
export async function entriesIn(
  file: Uint8Array<ArrayBuffer>,
  { root, url }: PublishedList,
  account: string,
): Promise<ListEntry[]> {
  if (!url.endsWith(`/${await sha256(file)}.json`)) {
    throw new Error('The list file is not the one that was published.')
  }
  const parsed = listFile.parse(JSON.parse(new TextDecoder().decode(file)))
  const own = parsed.entries[account.toLowerCase()] ?? []
  return own
    .map((entry) => ({ ...entry, root }))
    .filter(({ packed, proof }) => {
      const scope = {
        chainId: parsed.chain_id,
        collectionId: hexOf(parsed.collection_id),
      }
      // Safe: the caller's wallet said that it is its address.
      const leaf = listLeaf(scope, account as Address, BigInt(packed))
      return isProofOf(hexOf(root), leaf, proof.map(hexOf))
    })
}

/** Written out: the schema of the wire would come with the first view of every page. */
const entry: z.ZodMiniType<Omit<ListEntry, 'root'>> = z.object({
  phase_id: z.number(),
  packed: z.string(),
  proof: z.array(z.string()),
  quantity: z.number(),
  price_wei: z.string(),
})

const listFile = z.object({
  chain_id: z.number(),
  collection_id: z.string(),
  entries: z.record(z.string(), z.array(entry)),
})

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error(`${text} is not hexadecimal.`)
  return text
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
