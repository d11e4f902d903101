import type { RevealTerms } from '@platemark/api/reveal'
import type { Draft } from '@platemark/api/studio'
import { getReveal, setReveal } from '@platemark/api/studio-operations'
import { commitToOrder } from '@platemark/rules/reveal-commitment'
import {
  findForeign,
  makeRevealFile,
  parseRevealFile,
  type RevealFile,
} from '@platemark/rules/reveal-file'
import type { Provider } from '@platemark/wallet/provider'
import { bytesToHex, type Hex } from 'viem'
import {
  deriveWalletSecret,
  RevealRefusedError,
} from '../../../../components/reveal/derive-secret.ts'
import { call } from '../../../../lib/api.ts'

/** Terms of a draft that has its works, on a network that it can be deployed to. */
type CompleteTerms = RevealTerms & { manifest: string; set_hash: string; factory: Hex }

/** Reads what a reveal file is made of. Rejects with a `Problem` or `RevealRefusedError`. */
async function readTerms(draftId: string): Promise<CompleteTerms> {
  const terms = await call(getReveal, { params: { contract_id: draftId } })
  const { manifest, set_hash, factory } = terms
  if (manifest === null || set_hash === null || factory === null) {
    throw new RevealRefusedError('Upload the works of the set first.')
  }
  // Safe: the API contract defines it as an address.
  return { ...terms, manifest, set_hash, factory: factory as Hex }
}

/** Makes a reveal file with a random secret. */
export async function makeRandomFile(draftId: string): Promise<RevealFile> {
  const secret = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  return makeRevealFile(await readTerms(draftId), secret)
}

/**
 * Makes a reveal file whose secret the wallet can derive again. Rejects with the wallet's error,
 * and with `RevealRefusedError` for a wallet whose signatures differ or are not those of a key.
 */
export async function makeDerivedFile(
  draftId: string,
  wallet: { provider: Provider; address: string },
): Promise<RevealFile> {
  const terms = await readTerms(draftId)
  return makeRevealFile(terms, await deriveWalletSecret(terms, wallet))
}

/**
 * Reads a reveal file back and compares it with the draft and its works, so that what is put on
 * the chain can be opened with it. Rejects with `RevealRefusedError`.
 */
export async function readRevealFile(draftId: string, text: string): Promise<RevealFile> {
  const read = parseRevealFile(text)
  if ('problem' in read) throw new RevealRefusedError(read.problem)
  const terms = await readTerms(draftId)
  const foreign = findForeign(read.file, terms)
  if (foreign) throw new RevealRefusedError(foreign)
  const again = commitToOrder(terms.manifest, read.file.secret)
  if (again.commitment !== read.file.commitment) {
    throw new RevealRefusedError(
      'The works were changed since this reveal file was made. Make a new one.',
    )
  }
  return read.file
}

/** Stores the commitment of a file that its creator has. Rejects with a `Problem`. */
export function storeCommitment(
  draftId: string,
  { commitment, set_hash }: RevealFile,
): Promise<Draft> {
  const params = { contract_id: draftId }
  return call(setReveal, { params, body: { commitment, set_hash } })
}
