import { createAbstractClient } from '@abstract-foundation/agw-client'
import { getBatchTransactionObject } from '@abstract-foundation/agw-client/actions'
import {
  type Abi,
  type Account,
  type Address,
  createClient,
  type Hash,
  type Hex,
  isAddress,
  type SignableMessage,
  type Transport,
  type TypedDataDefinition,
} from 'viem'
import { encodeDeployData } from 'viem/zksync'
import { WalletError, withWalletErrors } from '../errors.ts'
import { contractDeployer, smartAccountChainIds } from './contracts.ts'
import {
  encodeDeployment,
  isAccountDeployed,
  readSmartAccountAddress,
} from './deployment.ts'
import { type ChainReader, estimateZkFees, type ZkChain } from './fees.ts'

/** A transaction of a smart account: value and fees in wei, fees for a unit of gas. */
export type SmartTransaction = {
  to?: Address | null | undefined
  value?: bigint | undefined
  data?: Hex | undefined
  gas?: bigint | undefined
  nonce?: number | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
  gasPerPubdata?: bigint | undefined
  factoryDeps?: Hex[] | undefined
  paymaster?: Address | undefined
  paymasterInput?: Hex | undefined
  /** `eip712`, the only type of smart accounts, unless left out. */
  type?: string | undefined
}

/** A call of a batch. */
export type BatchCall = {
  to?: Address | undefined
  value?: bigint | undefined
  data?: Hex | undefined
}

/** Paymaster that pays for a transaction, with its input. */
export type Sponsor = {
  paymaster?: Address | undefined
  paymasterInput?: Hex | undefined
}

/** Smart account of the Abstract Global Wallet. Every method throws `WalletError`. */
export type SmartAccount = {
  address: Address
  /** The first owner, which signs; undefined for an account that is only read. */
  signer: Address | undefined
  chain: ZkChain
  transport: Transport
  reader: ChainReader
  isDeployed(): Promise<boolean>
  /** Sends one call; the first one deploys the account, paid and signed by the signer. */
  sendTransaction(transaction: SmartTransaction): Promise<Hash>
  /** Sends calls that succeed together or not at all, as one transaction. */
  sendBatch(calls: readonly BatchCall[], sponsor?: Sponsor): Promise<Hash>
  /** Returns the serialized transaction of type 0x71, not sent. */
  signTransaction(transaction: SmartTransaction): Promise<Hex>
  /** Returns the serialized transaction of a batch, not sent. */
  signBatch(calls: readonly BatchCall[], sponsor?: Sponsor): Promise<Hex>
  /** Signs by EIP-191 for ERC-1271; in the form of ERC-6492 before the account is deployed. */
  signMessage(message: SignableMessage): Promise<Hex>
  /** Signs by EIP-712 likewise; a transaction of zkSync is answered with its signature alone. */
  signTypedData(data: TypedDataDefinition): Promise<Hex>
  /** Deploys a contract from the account; checks the length of its bytecode. */
  deployContract(contract: { abi: Abi; bytecode: Hex; args?: unknown[] }): Promise<Hash>
}

type Options = {
  /** Account that signs for the smart account; it may be left out where `address` is given. */
  signer: Account | undefined
  chain: ZkChain
  /** How its chain is reached; signatures of a JSON-RPC account are asked for by it too. */
  transport: Transport | undefined
  /** Read from the factory unless given. */
  address?: Address
}

/**
 * Opens the smart account of a signer on Abstract or its testnet. Throws `WalletError`:
 * `invalid_chain`, `transport_required`, `signer_required`, `invalid_address`.
 */
export async function openSmartAccount(options: Options): Promise<SmartAccount> {
  const { signer, chain, transport } = options
  requireSmartChain(chain)
  if (!transport) throw new WalletError('transport_required')
  const reader: ChainReader = createClient({ chain, transport })
  if (options.address !== undefined) requireAddress(options.address)
  const address =
    options.address ?? (await readSmartAccountAddress(reader, signer?.address))
  const requireSigner = () => {
    if (!signer) throw new WalletError('account_missing')
    return signer
  }
  const openEngine = () =>
    createAbstractClient({
      signer: requireSigner(),
      chain,
      transport,
      publicTransport: transport,
      address,
    })
  const isDeployed = () => isAccountDeployed(reader, address)

  /** Fills in gas and fees; the engine fills in the pending nonce and the deployment. */
  async function prepare(transaction: SmartTransaction) {
    const owner = requireSigner()
    if (transaction.type !== undefined && transaction.type !== 'eip712')
      throw new WalletError('not_eip712')
    const to = requireTarget(transaction)
    const call = { to, value: transaction.value ?? 0n, data: transaction.data ?? '0x' }
    const sent = (await isDeployed())
      ? { from: address, ...call }
      : {
          from: owner.address,
          value: call.value,
          ...encodeDeployment(owner.address, call),
        }
    const fees = await estimateZkFees(reader, { ...transaction, ...sent })
    return { ...transaction, ...call, ...fees, type: 'eip712' as const }
  }

  const sendTransaction = (transaction: SmartTransaction): Promise<Hash> =>
    withEngineErrors(async () => {
      const prepared = await prepare(transaction)
      // Safe: the engine checks the transaction again; its types fit no plain object.
      return (await openEngine()).sendTransaction(prepared as never)
    })

  const signTransaction = (transaction: SmartTransaction): Promise<Hex> =>
    withEngineErrors(async () => {
      const prepared = await prepare(transaction)
      const client = await openEngine()
      const request = await client.prepareAbstractTransactionRequest({
        ...prepared,
        parameters: ['nonce', 'gas'],
      } as never)
      return client.signTransaction(request as never)
    })

  return {
    address,
    signer: signer?.address,
    chain,
    transport,
    reader,
    isDeployed,
    sendTransaction,
    sendBatch: async (calls, sponsor = {}) =>
      sendTransaction({ ...encodeBatch(address, calls), ...sponsor }),
    signTransaction,
    signBatch: async (calls, sponsor = {}) =>
      signTransaction({ ...encodeBatch(address, calls), ...sponsor }),
    signMessage: (message) =>
      withEngineErrors(async () => (await openEngine()).signMessage({ message })),
    signTypedData: (data) =>
      withEngineErrors(async () =>
        (await openEngine()).signTypedData(toJsonNumbers(data) as never),
      ),
    deployContract: ({ abi, bytecode, args = [] }) =>
      withEngineErrors(async () => {
        const data = encodeDeployData({ abi, bytecode, args, deploymentType: 'create' })
        return sendTransaction({ to: contractDeployer, data, factoryDeps: [bytecode] })
      }),
  }
}

/**
 * Returns typed data with its large numbers as decimal strings, the form of `eth_signTypedData_v4`:
 * the engine takes a paymaster of `0n` for one.
 */
export function toJsonNumbers(data: TypedDataDefinition): TypedDataDefinition {
  const entries = Object.entries(data.message as Record<string, unknown>).map(
    ([name, value]) => [name, typeof value === 'bigint' ? String(value) : value],
  )
  return { ...data, message: Object.fromEntries(entries) }
}

/** Throws `WalletError` (`invalid_chain`) for any chain but Abstract and its testnet. */
export function requireSmartChain({ id }: { id: number }): void {
  if (!smartAccountChainIds.some((known) => known === id))
    throw new WalletError('invalid_chain')
}

/** Throws `WalletError` (`invalid_address`) for a text that is no address. */
export function requireAddress(address: string): void {
  if (!isAddress(address, { strict: false }))
    throw new WalletError('invalid_address', { values: { address } })
}

/** Returns the account's call of itself that makes the calls. Throws `WalletError`. */
function encodeBatch(address: Address, calls: readonly BatchCall[]) {
  if (calls.length === 0) throw new WalletError('no_calls')
  const targeted = calls.map((call) => ({ ...call, to: requireTarget(call) }))
  const { to, data, value } = getBatchTransactionObject(address, { calls: targeted })
  return { to, data, value }
}

function requireTarget({ to }: { to?: Address | null | undefined }): Address {
  if (!to) throw new WalletError('target_required')
  requireAddress(to)
  return to
}

/** Runs `work` of the engine, and throws errors of the layer for those of the engine. */
export async function withEngineErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withWalletErrors(work)
  } catch (error) {
    const isSignature =
      error instanceof Error && error.message.startsWith('Expected RLP encoded EIP-712')
    throw isSignature ? new WalletError('signature_fields', { cause: error }) : error
  }
}
