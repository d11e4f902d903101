import type { Provider, ProviderCall } from '@platemark/wallet/provider'
import { readField } from '@platemark/wallet/read-field'
import { sendBySession } from '@platemark/wallet/session-keys/send-by-session'
import { openSession, requirePolicy } from '@platemark/wallet/session-keys/session-client'
import type { OpenedSession } from '@platemark/wallet/session-keys/session-key-store'
import { type Address, type Hash, type Hex, hexToBigInt, isAddress, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { toSessionData } from './mint-session.ts'
import { type SessionAccount, sessionKeys } from './session-account.ts'

type Wallet = Pick<Provider, 'request'>

type Transaction = { to: Address; data: Hex; value: bigint }

/**
 * Puts the session keys of this browser before a wallet: transactions that a session allows are
 * sent by its key, all others by the owner, also where the session is used up, ended or expired.
 */
export function signBySessions(account: SessionAccount, wallet: Wallet): Wallet {
  return {
    async request(call) {
      // A session sends single transactions, and knows no bundles.
      if (call.method === 'wallet_getCapabilities') return {}
      const transaction = readTransaction(account, call)
      const session = transaction && (await findSession(account, transaction))
      if (!session) return wallet.request(call)
      const { hash } = await sendBySession(
        openSession({
          account: account.address,
          signer: privateKeyToAccount(session.privateKey),
          spec: session.spec,
          chain: account.chain,
          transport: account.transport,
        }),
        transaction,
        // Safe: a wallet returns the hash of the transaction.
        async () => (await wallet.request(call)) as Hash,
      )
      return hash
    },
  }
}

/** Returns the transaction of a request as sessions allow it; undefined for other requests. */
function readTransaction(
  { address }: SessionAccount,
  { method, params }: ProviderCall,
): Transaction | undefined {
  if (method !== 'eth_sendTransaction' || !Array.isArray(params)) return undefined
  const [to, data, value] = ['to', 'data', 'value'].map((field) =>
    readField(params[0], field),
  )
  if (typeof to !== 'string' || !isAddress(to, { strict: false }) || !isHex(data))
    return undefined
  const wei = isHex(value) ? hexToBigInt(value) : 0n
  return { to, data: toSessionData(address, data), value: wei }
}

/** Returns the newest session of this browser whose policies fit a transaction. */
async function findSession(
  { address, chain }: SessionAccount,
  { to, data }: Transaction,
): Promise<OpenedSession | undefined> {
  const own = await sessionKeys.list({ account: address, chainId: chain.id })
  const fits = ({ spec }: OpenedSession) => {
    try {
      return Boolean(requirePolicy(spec, to, data))
    } catch {
      return false
    }
  }
  return own
    .filter(fits)
    .sort((a, b) => Number(b.spec.expiresAt - a.spec.expiresAt))
    .at(0)
}
