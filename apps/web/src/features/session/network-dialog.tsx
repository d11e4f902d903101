import type { AppConfig, Network } from '@platemark/api/config'
import { type SwitchFailure, switchReasonMessage } from '@platemark/rules/switch-messages'
import { addNetwork, toSwitchFailure } from '@platemark/wallet/switch-network'
import { isUnknownNetwork } from '@platemark/wallet/wallet-error'
import { useEffect, useState } from 'react'
import type { Config } from 'wagmi'
import { NetworkMark } from '../../components/network-mark.tsx'
import type { DialogRequest } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { moveWallet, toWalletNetwork } from '../../lib/wagmi.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { findNetwork } from './find-network.ts'
import { UnsupportedNetwork } from './unsupported-network.tsx'

type NetworkDialogProps = {
  config: AppConfig
  wagmi: Config
  request: Extract<DialogRequest, { name: 'network' }>
  onClose: () => void
}

type Phase = 'asking' | 'waiting' | 'refused' | 'unknown' | 'adding'

/** Dialog that switches the wallet to another network, adding it where unknown. */
export function NetworkDialog({ config, wagmi, request, onClose }: NetworkDialogProps) {
  const [phase, setPhase] = useState<Phase>(request.isUnknown ? 'unknown' : 'asking')
  const [failure, setFailure] = useState<SwitchFailure>()
  const { wallet } = useSession()
  const { network, message } = findNetwork(config, request.chainId)
  const isThere = wallet?.chainId === request.chainId
  const [wasThere] = useState(isThere)
  useEffect(() => {
    // A wallet may switch long after the wait for it has ended, or by hand.
    if (isThere && !wasThere) onClose()
  }, [isThere, wasThere, onClose])
  if (!wallet) return null
  if (!network)
    return (
      <Dialog title="Switch network" isOpen onClose={onClose}>
        <UnsupportedNetwork {...{ config, message, onClose }} />
      </Dialog>
    )

  const move = async (isAdding: boolean) => {
    setPhase(isAdding ? 'adding' : 'waiting')
    try {
      await moveWallet(
        wagmi,
        wallet.connector,
        network,
        isAdding ? addNetwork : undefined,
      )
      onClose()
    } catch (error) {
      setFailure(toSwitchFailure(error))
      setPhase(!isAdding && isUnknownNetwork(error) ? 'unknown' : 'refused')
    }
  }
  const isWaiting = phase === 'waiting' || phase === 'adding'
  const isAdding = phase === 'unknown' || phase === 'adding'
  const from = findNetwork(config, wallet.chainId).network
  const here = from?.name ?? 'another network'
  const why = request.subject ? `${request.subject} ${network.name}. ` : ''
  return (
    <Dialog
      title={
        isAdding ? `Add ${network.name} to ${wallet.name}` : `Switch to ${network.name}`
      }
      isOpen
      onClose={onClose}
    >
      <p className="dialog-text">
        {isAdding
          ? `${wallet.name} does not know ${network.name} yet. It will show these details and ask you.`
          : `${why}Your wallet is on ${here}.`}
      </p>
      {isAdding ? (
        <NetworkDetails network={network} />
      ) : (
        <div className="chains">
          <Side title="Wallet is on" name={here} alias={from?.alias} />
          <Icon name="arrow" />
          <Side title="Switch to" {...network} />
        </div>
      )}
      {phase === 'refused' && failure && (
        <Notice kind="error" title={failureTitle(failure)}>
          {switchReasonMessage(failure, { wallet: wallet.name })}
          {` Your wallet is on ${here}.`}
        </Notice>
      )}
      <Button isWide isBusy={isWaiting} onClick={() => move(isAdding)}>
        {isWaiting ? `Confirm in ${wallet.name}` : actionOf(phase, network)}
      </Button>
      <Button look="plain" isWide className="cancel" onClick={onClose}>
        Not now
      </Button>
    </Dialog>
  )
}

type SideProps = {
  title: string
  name: string
  /** Undefined: a network that this instance does not list, which has no mark. */
  alias: string | undefined
}

function Side({ title, name, alias }: SideProps) {
  return (
    <div className="chain">
      {alias && <NetworkMark alias={alias} size={28} />}
      <span>
        <span className="muted tiny">{title}</span>
        <b>{name}</b>
      </span>
    </div>
  )
}

function NetworkDetails({ network }: { network: Network }) {
  const [rpc = ''] = toWalletNetwork(network).rpcUrls
  return (
    <dl className="key-values box">
      <dt>Network</dt>
      <dd>{network.name}</dd>
      <dt>Chain ID</dt>
      <dd>{network.id}</dd>
      <dt>Native coin</dt>
      <dd>{network.native_currency.symbol}</dd>
      <dt>RPC</dt>
      <dd>{withoutScheme(rpc)}</dd>
      {network.explorer && (
        <>
          <dt>Explorer</dt>
          <dd>{withoutScheme(network.explorer.url)}</dd>
        </>
      )}
    </dl>
  )
}

function failureTitle({ kind }: SwitchFailure): string {
  return kind === 'unanswered'
    ? 'The network was not switched yet.'
    : 'The network was not switched.'
}

function actionOf(phase: Phase, network: Network): string {
  if (phase === 'unknown') return 'Add and switch'
  return phase === 'refused' ? 'Try again' : `Switch to ${network.name}`
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
