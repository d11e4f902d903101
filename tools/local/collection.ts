import { getCollection } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import {
  createDraft,
  type DraftFields,
  prepareDeployment,
  setList,
} from '@platemark/api/studio'
import type { Address, Hex } from 'viem'
import type { Api } from './api.ts'

/** Everything a collection is made of. */
export type CollectionContent = {
  fields: Partial<DraftFields> & Pick<DraftFields, 'chain_alias' | 'kind' | 'name'>
  image: Blob | undefined
  cover: Blob | undefined
  lists: List[]
}

export type List = {
  phase_id: number
  entries: { address: string; quantity?: number; price_wei?: string }[]
}

/** The transaction that makes a collection. */
export type Deployment = {
  chainId: number
  to: Address
  data: Hex
  valueWei: bigint
  /** Where the collection will be. */
  address: Address
}

/**
 * Makes a draft in the studio with its pictures and lists, and resolves with its id.
 * Throws a `Problem` with the fields that are wrong.
 */
export async function makeDraft(api: Api, content: CollectionContent): Promise<string> {
  const { fields, image, cover, lists } = content
  const { contract_id } = await api.call(createDraft, {
    // Safe: the server checks every field and says which one is missing or wrong.
    body: fields as DraftFields,
    files: { ...(image && { image }), ...(cover && { cover }) },
  })
  const params = { contract_id }
  for (const list of lists) await api.call(setList, { params, body: list })
  return contract_id
}

/** Has the deployment of a draft prepared. Throws a `Problem` that says what is missing. */
export async function prepareDraft(api: Api, contractId: string): Promise<Deployment> {
  const prepared = await api.call(prepareDeployment, {
    params: { contract_id: contractId },
  })
  return {
    chainId: prepared.chain_id,
    to: hexOf(prepared.to),
    data: hexOf(prepared.data),
    valueWei: BigInt(prepared.value),
    address: hexOf(prepared.predicted_address),
  }
}

/**
 * Waits until the API knows the collection, and resolves with it. Throws when that takes longer
 * than `timeoutMs`.
 */
export async function waitForCollection(
  api: Api,
  chainAlias: string,
  address: string,
  timeoutMs = 60_000,
) {
  const until = Date.now() + timeoutMs
  for (;;) {
    try {
      return await api.call(getCollection, {
        params: { chain_alias: chainAlias, contract_address: address },
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    }
    if (Date.now() > until) {
      throw new Error(
        `The collection is on the chain at ${address}, but the server has not shown it within ${timeoutMs / 1000} seconds.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** One line for each field a `Problem` complains about, else its message. */
export function listSentences(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  if (!(error instanceof Problem) || !error.fields) return [error.message]
  return Object.entries(error.fields).flatMap(([field, sentences]) =>
    sentences.map((sentence) => `${field}: ${sentence}`),
  )
}

function hexOf(text: string): Hex {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new Error(`${text} is not hexadecimal`)
  // Safe: checked above.
  return text as Hex
}
