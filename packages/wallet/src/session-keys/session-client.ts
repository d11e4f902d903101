import { createSessionClient } from '@abstract-foundation/agw-client/sessions'
import {
  type Account,
  type Address,
  createClient,
  type Hash,
  type Hex,
  isAddressEqual,
  type Transport,
  type TypedDataDefinition,
} from 'viem'
import { WalletError } from '../errors.ts'
import { isAccountDeployed } from '../smart-account/deployment.ts'
import { type ChainReader, estimateZkFees, type ZkChain } from '../smart-account/fees.ts'
import {
  requireAddress,
  requireSmartChain,
  type SmartTransaction,
  toJsonNumbers,
  withEngineErrors,
} from '../smart-account/smart-account.ts'
import type { CallPolicy, SessionSpec, TransferPolicy } from './session-spec.ts'

/** Sends for a smart account with a session key. Every method throws `WalletError`. */
export type SessionClient = {
  account: Address
  spec: SessionSpec
  reader: ChainReader
  sendTransaction(transaction: SmartTransaction): Promise<Hash>
  /** Signs a transaction of zkSync, the only typed data that a session may sign. */
  signTypedData(data: TypedDataDefinition): Promise<Hex>
}

type Options = {
  /** Address of the smart account. */
  account: Address
  /** The session key. */
  signer: Account
  spec: SessionSpec
  chain: ZkChain
  transport: Transport
}

/**
 * Opens a session that was created on the chain. Throws `WalletError`: `invalid_chain`,
 * `invalid_address`. Sending throws `session_target_required`, `no_policy`, `account_not_deployed`
 * before anything is signed, and the reason of the module behind the node's error.
 */
export function openSession(options: Options): SessionClient {
  const { account, signer, spec, chain, transport } = options
  requireSmartChain(chain)
  requireAddress(account)
  const reader: ChainReader = createClient({ chain, transport })
  const client = createSessionClient({
    account,
    signer,
    chain,
    transport,
    // Safe: the library's enums are the numbers of the table.
    session: spec as never,
  })

  return {
    account,
    spec,
    reader,
    sendTransaction: (transaction) =>
      withEngineErrors(async () => {
        const { to, data = '0x', value = 0n } = transaction
        if (!to) throw new WalletError('session_target_required')
        requirePolicy(spec, to, data)
        if (!(await isAccountDeployed(reader, account)))
          throw new WalletError('account_not_deployed')
        const call = { from: account, to, data, value }
        const fees = await estimateZkFees(reader, { ...transaction, ...call })
        const sent = { ...transaction, to, data, value, ...fees, type: 'eip712' }
        return client.sendTransaction(sent as never)
      }),
    signTypedData: (data) =>
      withEngineErrors(() => client.signTypedData(toJsonNumbers(data) as never)),
  }
}

/** Returns the policy that a call falls under. Throws `WalletError` (`no_policy`) without one. */
export function requirePolicy(
  { callPolicies, transferPolicies }: SessionSpec,
  to: Address,
  data: Hex,
): CallPolicy | TransferPolicy {
  const selector = data.slice(0, 10).toLowerCase()
  // A call has at least the four bytes of a selector.
  const policy =
    selector.length === 10
      ? callPolicies.find(
          (each) =>
            isAddressEqual(each.target, to) && each.selector.toLowerCase() === selector,
        )
      : transferPolicies.find(({ target }) => isAddressEqual(target, to))
  if (!policy) throw new WalletError('no_policy')
  return policy
}
