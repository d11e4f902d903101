import { deriveRevealSecret, revealTypedData } from '@platemark/rules/reveal-secret'
import type { Provider } from '@platemark/wallet/provider'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { deriveWalletSecret } from './derive-secret.ts'

const account = privateKeyToAccount(generatePrivateKey())
const factory = `0x${'f'.repeat(40)}` as const
const contract_id = '3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10'
const terms = { site: 'platemark.example', chain_id: 8_453, factory, contract_id }

/** A wallet that signs typed data as its page wrote it, `count` times alike. */
function walletOf(count = 2): { provider: Provider; address: string } {
  let asked = 0
  return {
    address: account.address,
    provider: {
      async request({ params }) {
        asked += 1
        // Safe: requests of typed data carry the account and a text.
        const [address, text] = params as [string, string]
        expect(address).toBe(account.address)
        if (asked > count) return `0x${'1'.repeat(130)}`
        return account.signTypedData(JSON.parse(text))
      },
    } as Provider,
  }
}

test('the secret of a wallet is bound to the network, the factory and the collection', async () => {
  const secret = await deriveWalletSecret(terms, walletOf())
  const typed = revealTypedData({
    ...{ site: terms.site, chainId: 8_453, factory, contractId: contract_id },
  })
  expect(secret).toBe(deriveRevealSecret(await account.signTypedData(typed)))
  const others = [{ chain_id: 1 }, { factory: account.address }, { contract_id: 'other' }]
  for (const change of others) {
    expect(await deriveWalletSecret({ ...terms, ...change }, walletOf())).not.toBe(secret)
  }
})

test('a wallet that signs the same text twice in two ways is refused', async () => {
  await expect(deriveWalletSecret(terms, walletOf(1))).rejects.toThrow(
    'signed the same text differently the second time',
  )
})
