import { getCollection } from '@platemark/api/collections'
import { prepareReveal as prepare } from '@platemark/api/reveal'
import type { Hex } from 'viem'
import type { Api } from './api.ts'
import { requireHex } from './collection.ts'

/**
 * Requests the transaction that reveals a collection; null once the chain has it. `works` is the id
 * of a draft with the works, where the server lost them. Throws a `Problem` with what is wrong.
 */
export async function prepareReveal(
  api: Api,
  place: { chain_alias: string; contract_address: string },
  { file, works }: { file: string; works: string | undefined },
): Promise<{ to: Hex; data: Hex; valueWei: bigint } | null> {
  const { contract_id } = await api.call(getCollection, { params: place })
  const { transaction } = await api.call(prepare, {
    params: { contract_id },
    body: { file, ...(works && { works_of: works }) },
  })
  if (!transaction) return null
  const { to, data, value } = transaction
  return { to: requireHex(to), data: requireHex(data), valueWei: BigInt(value) }
}
