import { isSameAddress } from '@platemark/rules/addresses'
import { limitProvider, walletTimes } from '@platemark/wallet/wallet-request'
import type { Address, Hex } from 'viem'
import { SignerError, StoppedWaitingError, WrongSignerError } from './refusal.ts'
import { isHexData } from './rpc.ts'

/** A wallet that signs and sends, as EIP-1193 describes it. */
export type Signer = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** A transaction as nodes and wallets take it. */
export type TransactionCall = { from: Address; to: Address; data: Hex; value: Hex }

export type Requesting = {
  signer: Signer
  /** The network that the transaction is for. */
  chainId: number
  /** Called when the wallet is about to get the request; the transaction has no hash yet. */
  onRequest?: () => void
}

/**
 * Requests a transaction from the wallet and resolves to its hash. Rejects with a
 * `WrongSignerError` before anything is sent where the wallet is on another network or account;
 * else with a `SignerError` that has the failure as its cause. The wallet has no limit of time for
 * the transaction itself, which may be sent at any later time.
 */
export async function requestTransaction(
  call: TransactionCall,
  requesting: Requesting,
): Promise<Hex> {
  return askWallet(await openWallet(call, requesting), call, requesting)
}

/** Checks network and account of the wallet, and returns it with limits of time for its reads. */
export async function openWallet(
  { from }: TransactionCall,
  { signer, chainId }: Requesting,
): Promise<Signer> {
  const wallet = limitProvider(signer, { ...walletTimes, promptMs: Infinity })
  // It may have switched since its last event.
  const id = await wallet.request({ method: 'eth_chainId' }).catch(signerFailed)
  if (Number(id) !== chainId) throw new WrongSignerError('moved')
  const accounts = await wallet.request({ method: 'eth_accounts' }).catch(signerFailed)
  if (!isShared(accounts, from)) throw new WrongSignerError('switched')
  return wallet
}

/** Requests a transaction from a wallet that was checked. Rejects like `requestTransaction`. */
export async function askWallet(
  wallet: Signer,
  call: TransactionCall,
  { chainId, onRequest }: Requesting,
): Promise<Hex> {
  onRequest?.()
  // Wallets reject a chain id that is not the one they are on.
  const named = { ...call, chainId: `0x${chainId.toString(16)}` }
  const hash = await wallet
    .request({ method: 'eth_sendTransaction', params: [named] })
    .catch(signerFailed)
  if (!isHash(hash)) throw new WrongSignerError('unnumbered')
  return hash
}

/** Resolves and rejects like `answer`; rejects with a `StoppedWaitingError` on the signal. */
export function untilStopped<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new StoppedWaitingError('waiting was stopped')),
    )
    answer.then(resolve, reject)
  })
}

/** Throws the failure of a wallet as the cause of a `SignerError`. */
export function signerFailed(cause: unknown): never {
  throw new SignerError('wallet request failed', { cause })
}

/** Returns whether the wallet would send from this account; one that lists none is tried. */
function isShared(accounts: unknown, account: string): boolean {
  if (!Array.isArray(accounts) || accounts.length === 0) return true
  return accounts.some((one) => isSameAddress(String(one), account))
}

/** Returns whether a value is the hash of a transaction. */
export function isHash(value: unknown): value is Hex {
  return isHexData(value) && value.length === 66
}
