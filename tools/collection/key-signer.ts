import type { Network } from '@platemark/api/config'
import { parseQuantity, tryRpc } from '@platemark/mint/read-contract'
import type { Signer, TransactionCall } from '@platemark/mint/request-transaction'
import { isHexData, type Rpc } from '@platemark/mint/rpc'
import { type Hex, keccak256, parseTransaction, type TransactionSerializable } from 'viem'
import { prepareTransactionRequest, sendRawTransaction } from 'viem/actions'
import type { ChainConnection } from './chain.ts'
import type { CommandSession } from './session.ts'
import type { SignedTransaction } from './state-file.ts'

/** Gas beyond the estimate, in per cent: other transactions may be mined before. */
const GAS_MARGIN = 20n

type SignerOptions = {
  network: Network
  chain: ChainConnection
  /** Stores a signed transaction before it is sent. */
  onSigned(signed: SignedTransaction): void
  /** A transaction that is taken as lost: the first one takes its nonce, so that one is mined. */
  replaced?: SignedTransaction | undefined
}

/** Nodes take a transaction in place of another one of the same nonce for a tenth more. */
const FEE_BUMP = { of: 8n, by: 9n }

/**
 * Returns a wallet (EIP-1193) that signs with the key of the session. What it signed is stored
 * before it is sent, so that a command that is killed in between sends the same again.
 */
export function createKeySigner(
  { account }: CommandSession,
  { network, chain, onSigned, replaced }: SignerOptions,
): Signer {
  const { client, rpc } = chain
  let lost = replaced
  const send = async ({ to, data, value }: TransactionCall): Promise<Hex> => {
    const sinceBlock = parseQuantity(await rpc('eth_blockNumber', []))
    const prepared = await prepareTransactionRequest(client, {
      ...{ account, to, data, value: BigInt(value), chain: client.chain },
    })
    const { gas = 0n } = prepared
    const terms = lost && (await replaceTerms(lost, prepared, account.address, rpc))
    lost = undefined
    const nonce = terms?.nonce ?? prepared.nonce
    // Safe: what viem prepared can be signed; its types do not join the two.
    const complete = {
      ...{ ...prepared, ...terms?.fees, nonce },
      chainId: network.id,
      gas: max((gas * (100n + GAS_MARGIN)) / 100n, terms?.gas ?? 0n),
    } as TransactionSerializable
    const raw = await account.signTransaction(complete)
    const hash = keccak256(raw)
    const block = { since_block: String(sinceBlock), sent_at: Date.now() }
    onSigned({ hash, nonce, to, raw, ...block })
    await sendRawTransaction(client, { serializedTransaction: raw })
    return hash
  }
  return {
    async request({ method, params }) {
      if (method === 'eth_chainId') return rpc(method, [])
      if (method === 'eth_accounts') return [account.address]
      if (method !== 'eth_sendTransaction') {
        throw new Error(`signer has no method ${method}`)
      }
      // Safe: the sessions request this method with one transaction.
      const [call] = params as [TransactionCall]
      return send(call)
    },
  }
}

type Fees = {
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
  gasPrice?: bigint | undefined
}

/**
 * Returns what replaces a transaction; undefined where its nonce was used. Its gas is the least: nodes
 * estimate on a state in which it may be mined already, where the same call is cheaper.
 */
async function replaceTerms(
  { raw, nonce }: SignedTransaction,
  prepared: Fees,
  account: string,
  rpc: Rpc,
): Promise<{ nonce: number; gas: bigint; fees: Fees } | undefined> {
  const used = await rpc('eth_getTransactionCount', [account, 'latest'])
  if (parseQuantity(used) > nonce) return undefined
  const old: Fees & { gas?: bigint | undefined } = parseTransaction(raw)
  const names = ['maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const
  const fees = names.flatMap((name) => {
    const [now, then = 0n] = [prepared[name], old[name]]
    if (now === undefined) return []
    return [[name, max(now, (then * FEE_BUMP.by) / FEE_BUMP.of + 1n)]]
  })
  return { nonce, gas: old.gas ?? 0n, fees: Object.fromEntries(fees) }
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/**
 * Sends a stored transaction again that no node knows and whose nonce is free; resolves to
 * whether it may still be mined, or was.
 */
export async function resendSigned(
  signed: SignedTransaction,
  { account }: CommandSession,
  rpc: Rpc,
): Promise<boolean> {
  const known = await rpc('eth_getTransactionByHash', [signed.hash])
  if (known) return true
  const used = await rpc('eth_getTransactionCount', [account.address, 'latest'])
  if (parseQuantity(used) > signed.nonce) return false
  const hash = await tryRpc(rpc, 'eth_sendRawTransaction', [signed.raw])
  return isHexData(hash)
}
