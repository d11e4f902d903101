import { getReveal, setReveal } from '@platemark/api/reveal'
import { makeRevealFile, writeRevealFile } from '@platemark/rules/reveal-file'
import { deriveRevealSecret, revealTypedData } from '@platemark/rules/reveal-secret'
import type { PrivateKeyAccount } from 'viem'
import type { Api } from './api.ts'
import { requireHex } from './collection.ts'

/** Text of a reveal file, with the hash of the set it is made for. */
type KeptOrder = { text: string; setHash: string }

/**
 * Commits a draft to the secret order of its hidden works, which follows from a signature of
 * `account`, once `keep` has stored the reveal file. Returns the file's text; undefined for a draft
 * that has no works or network to deploy to. Throws a `Problem`.
 */
export async function commitOrder(
  api: Api,
  account: PrivateKeyAccount,
  contract_id: string,
  keep: (order: KeptOrder) => void = () => undefined,
): Promise<string | undefined> {
  const params = { contract_id }
  const terms = await api.call(getReveal, { params })
  const { site, chain_id, set_hash, manifest } = terms
  if (manifest === null || set_hash === null || terms.factory === null) return undefined
  const factory = requireHex(terms.factory)
  const scope = { site, chainId: chain_id, factory, contractId: contract_id }
  const secret = deriveRevealSecret(await account.signTypedData(revealTypedData(scope)))
  const file = makeRevealFile({ ...terms, factory, set_hash, manifest }, secret)
  const text = writeRevealFile(file)
  keep({ text, setHash: set_hash })
  await api.call(setReveal, { params, body: { commitment: file.commitment, set_hash } })
  return text
}
