import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PricedPhase } from '@platemark/api/studio'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { type BuiltList, buildList, type ListPiece } from '../list-file.ts'
import { hexDigits } from './bundle-format.ts'

/** List of a bundle, built anew from its file. */
export type BundleList = {
  chain_id: number
  content_hash: Hex
  built: BuiltList
  pieces: Generator<BuiltList | ListPiece, void>
}

const amount = z.string().check(z.regex(/^(0|[1-9][0-9]{0,77})$/))

const listFile = z.object({
  version: z.literal(2),
  chain_id: z.int(),
  collection_id: hexDigits(32),
  root: hexDigits(64),
  phases: z.array(
    z.object({
      phase_id: z.int().check(z.minimum(0), z.maximum(254)),
      title: z.string(),
      start: z.iso.datetime(),
      end: z.iso.datetime(),
      price_wei: amount,
      max_per_wallet: z.int(),
      max_supply: z.nullable(z.int()),
    }),
  ),
  entries: z.array(
    z.tuple([hexDigits(40), z.int(), z.nullable(z.int()), z.nullable(amount)]),
  ),
})

/**
 * Builds a list from its published file and compares the result with it: root, proofs and bytes
 * are then those that the contract was given. Returns a sentence where they are not.
 */
export function rebuildList(bytes: Buffer): BundleList | { problem: string } {
  const read = listFile.safeParse(parseJson(bytes))
  if (!read.success) return { problem: 'it is not a list file.' }
  const { chain_id, collection_id, phases, entries } = read.data
  const ids = [...new Set(entries.map(([, phase]) => phase))].sort((a, b) => a - b)
  const pieces = buildList({
    scope: { chainId: chain_id, collectionId: collection_id },
    phases: phases.map((phase): PricedPhase => ({ ...phase, kind: 'allowlist' })),
    lists: ids.map((phase_id) => {
      const own = entries.filter(([, phase]) => phase === phase_id)
      const stored = own.map(([address, , quantity, price]) => [address, quantity, price])
      return { phase_id, content: gzipSync(JSON.stringify(stored)) }
    }),
  })
  const first = pieces.next().value
  if (!first || !('root' in first) || !bytes.equals(first.file)) {
    return { problem: 'its entries do not give its root: it was changed.' }
  }
  const content_hash = `0x${createHash('sha256').update(bytes).digest('hex')}` as const
  return { chain_id, content_hash, built: first, pieces }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
