import type { RevealTerms } from '@platemark/api/reveal'
import { parseSignature } from '@platemark/rules/parse-signature'
import { deriveRevealSecret, revealTypedData } from '@platemark/rules/reveal-secret'
import type { Provider } from '@platemark/wallet/provider'
import { limitProvider } from '@platemark/wallet/wallet-request'
import {
  getTypesForEIP712Domain,
  type Hex,
  serializeTypedData,
  type TypedData,
} from 'viem'

/** Why no reveal file was made or taken, a sentence for the creator. */
export class RevealRefusedError extends Error {
  override readonly name = 'RevealRefusedError'
}

type SecretTerms = Pick<RevealTerms, 'site' | 'chain_id' | 'contract_id'> & {
  factory: Hex
}

/**
 * Derives the secret of a reveal from two signatures of a wallet, 32 bytes. Rejects with the
 * wallet's error, and with `RevealRefusedError` for a wallet whose signatures differ or are not
 * those of a key.
 */
export async function deriveWalletSecret(
  { site, chain_id, factory, contract_id }: SecretTerms,
  wallet: { provider: Provider; address: string },
): Promise<Hex> {
  const typed = revealTypedData({
    ...{ site, chainId: chain_id, factory, contractId: contract_id },
  })
  const { domain, message, primaryType } = typed
  // Without its type the domain is left out of what the wallet signs.
  const types: TypedData = {
    EIP712Domain: getTypesForEIP712Domain({ domain }),
    ...typed.types,
  }
  const text = serializeTypedData({ domain, message, primaryType, types })
  const first = await sign(wallet, text)
  const second = await sign(wallet, text)
  if (first.length !== KEY_SIGNATURE_LENGTH || first !== second) {
    throw new RevealRefusedError(
      'Your wallet signed the same text differently the second time, so the secret could not be derived again. Use a random secret instead.',
    )
  }
  return deriveRevealSecret(first)
}

/** Characters of a signature of 65 bytes, as keys make them. */
const KEY_SIGNATURE_LENGTH = 132

async function sign(
  { provider, address }: { provider: Provider; address: string },
  text: string,
): Promise<Hex> {
  const signed = await limitProvider(provider).request({
    method: 'eth_signTypedData_v4',
    params: [address, text],
  })
  const read = parseSignature(String(signed))
  if ('problem' in read) {
    throw new RevealRefusedError(
      'Your wallet returned no signature. Use a random secret.',
    )
  }
  return read.signature
}
