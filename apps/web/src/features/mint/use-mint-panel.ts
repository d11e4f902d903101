import type { AppConfig } from '@platemark/api/config'
import { parseMintOrder } from '@platemark/mint/mint-order'
import type { WalletPhase } from '@platemark/rules/mint-phase'
import { phaseNames } from '@platemark/rules/mint-result-messages'
import { mintState } from '@platemark/rules/mint-state'
import type { MintInput, MintWallet } from '@platemark/rules/mint-state-types'
import { formatMoment } from '@platemark/rules/times'
import { abstractWalletId } from '@platemark/wallet/wallets'
import { useEffect, useState } from 'react'
import type { Address, Client } from 'viem'
import { useAppConfig } from '../../components/app-config.ts'
import type { Wallet } from '../../lib/session.ts'
import { isSmartWallet } from '../../lib/session-keys/is-smart-wallet.ts'
import { openSigner } from '../../lib/session-keys/open-signer.ts'
import { useChainTime } from '../../lib/use-chain-time.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import type { ChainRead, OptimisticMinted } from './collection-overlay.ts'
import type { MintPanelContext } from './mint-panel-context.ts'
import { useMint } from './use-mint.ts'
import { useReferrer } from './use-referrer.ts'
import { useRefreshAccounts } from './use-refresh-accounts.ts'
import { useNetworkFee, useRefresh, useWalletReads } from './use-wallet-reads.ts'

export type ConnectedMintPanelProps = {
  context: MintPanelContext
  wallet: Wallet
  /** Chain read while the API is down; null otherwise. */
  chain: ChainRead | null
  onOptimisticMinted: (optimisticMinted: OptimisticMinted | null) => void
  /** Called with whether the API fails for this wallet. */
  onApiDown: (isApiDown: boolean) => void
}

/** Returns state and actions of the connected mint panel. */
export function useMintPanel(props: ConnectedMintPanelProps) {
  const { context, wallet, chain, onApiDown } = props
  const { collection, network } = context
  const [quantity, setQuantity] = useState(1)
  const [chosenPhaseId, setChosenPhaseId] = useState<number | null>(null)
  const [isReferred, setIsReferred] = useState(true)
  const config = useAppConfig()
  const wagmi = walletConfig(config)
  const client = wagmi.getClient({ chainId: collection.chain_id })
  const now = useChainTime(client, network.id, network.is_demo) ?? context.now
  const thanks = useReferrer(collection, wallet, isReferred)
  const reads = useWalletReads(collection, wallet, client, chain)
  const refresh = useRefresh(collection, wallet)
  useReportApiDown(reads.isApiDown, onApiDown)
  const mint = useCollectionMint(props, {
    config,
    client,
    now,
    refresh,
    phases: reads.phases,
  })

  const isFixed = isFixedWallet(config, wallet, collection.chain_id)
  const own = { ...mint, ...reads, isFixed, chosenPhaseId, quantity }
  const input = toMintInput(props, now, own)
  const order = parseMintOrder(mintState(input), {
    contract: contractOf(collection),
    account: wallet.address,
    entries: reads.entries,
    ...thanks,
  })
  const fee = useNetworkFee(client, network, order)
  const state = mintState({ ...input, networkFeeWei: fee?.wei ?? null })

  const send = async () => {
    if (!order || state.code !== 'ready') return
    const refusal = await mint.send(order, collection.minted)
    if (refusal?.kind === 'contract' && refusal.error === 'BadReferrer') {
      setIsReferred(false)
    }
  }
  return {
    ...{
      now,
      state,
      order,
      wagmi,
      mint,
      config,
      networkFeeWei: fee?.wei ?? null,
      refresh,
      send,
      setQuantity,
      setChosenPhaseId,
    },
    ...thanks,
    balanceWei: reads.balanceWei,
    isFeeRough: fee?.isWhole === false,
  }
}

type MintOptions = {
  config: AppConfig
  client: Client
  now: number
  phases: readonly WalletPhase[] | null
  refresh(): void
}

/** Runs `useMint` for this collection, with the names that its messages use. */
function useCollectionMint(
  { context, wallet, onOptimisticMinted }: ConnectedMintPanelProps,
  { config, client, now, phases, refresh }: MintOptions,
) {
  const { collection, network, terms } = context
  const refreshAccounts = useRefreshAccounts()
  return useMint({
    ...{ client, onOptimisticMinted },
    signer: () => openSigner(config, wallet),
    chainId: collection.chain_id,
    contract: contractOf(collection),
    account: wallet.address,
    blockTag: network.is_demo ? 'pending' : 'latest',
    depth: network.confirmations,
    sponsorUrl: network.sponsor_url,
    subjectOf: (phaseId) => ({
      phase: phaseNames(phaseId, terms.phases, phases),
      network: network.name,
      wallet: wallet.name,
      now,
      when: (at) => formatMoment(at, true, now),
    }),
    onChanged() {
      refresh()
      refreshAccounts()
    },
  })
}

function contractOf({ contract_address }: MintPanelContext['collection']): Address {
  // Safe: the API contract defines it as an address.
  return contract_address as Address
}

type OwnInput = Pick<
  MintInput,
  'unavailable' | 'attempt' | 'result' | 'chosenPhaseId' | 'quantity'
> &
  Pick<MintWallet, 'balanceWei' | 'phases'> & { isFixed: boolean }

/** Returns whether a wallet cannot switch to a network: a smart wallet exists on its own only. */
function isFixedWallet(config: AppConfig, wallet: Wallet, chainId: number): boolean {
  return wallet.connector === abstractWalletId && !isSmartWallet(config, wallet, chainId)
}

function toMintInput(
  { context, wallet }: ConnectedMintPanelProps,
  now: number,
  { isFixed, balanceWei, phases, ...own }: OwnInput,
): MintInput {
  const { collection, terms, isAccountWanted } = context
  const { chainId } = wallet
  return {
    now,
    unavailable: own.unavailable,
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt: own.attempt,
    result: own.result,
    wallet: { chainId, isFixed, balanceWei, phases },
    needsSignIn: isAccountWanted,
    chosenPhaseId: own.chosenPhaseId,
    quantity: own.quantity,
    networkFeeWei: null,
  }
}

function useReportApiDown(isApiDown: boolean, onApiDown: (isApiDown: boolean) => void) {
  useEffect(() => {
    onApiDown(isApiDown)
    return () => onApiDown(false)
  }, [isApiDown, onApiDown])
}
