import { isSameAddress } from '@platemark/rules/addresses'
import './share.css'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { formatAmount, formatUsd } from '@platemark/rules/amounts'
import { feeShares } from '@platemark/rules/price'
import { isOver } from '@platemark/rules/states'
import { useState } from 'react'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { collectionHref } from '../../../components/collection-href.ts'
import { openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { embedCode } from './embed-code.ts'

type ShareProps = { collection: Collection; network: Network }

/** Share link; a connected wallet other than the creator's earns the referral fee. */
export function Share({ collection, network }: ShareProps) {
  const { wallet } = useSession()
  const reward = useReward(collection, network)
  const { creator, owner, name, state } = collection
  const isTheirs = [creator.address, owner].some((one) =>
    isSameAddress(one, wallet?.address),
  )
  const canEarn = reward !== null && !isTheirs && !isOver(state)
  const referrer = canEarn && wallet ? wallet.address : null
  const url = `${location.origin}${collectionHref(collection)}${referrer ? `?ref=${referrer}` : ''}`
  return (
    <section className="card share" id="share" aria-labelledby="share-title">
      <ShareImage collection={collection} />
      <div>
        <h2 id="share-title" tabIndex={-1}>
          {canEarn ? `Share ${name} and earn` : `Share ${name}`}
        </h2>
        <p className="muted">
          {canEarn ? earningSentence(reward) : idleSentence(collection, isTheirs)}
        </p>
        <CopyLine
          label="Your link"
          action="Copy link"
          text={url}
          shown={url.replace(/^https?:\/\//, '')}
        />
        {canEarn && !wallet && (
          <p className="small muted">
            <button
              type="button"
              className="link"
              onClick={() => openWalletDialog({ purpose: 'connect' })}
            >
              Connect your wallet{' '}
            </button>{' '}
            to get your referral link.
          </p>
        )}
        {!isOver(state) && (
          <details className="share-embed">
            <summary>Embed the mint panel</summary>
            <p className="small muted">
              Paste this into the HTML of your page to show the mint panel there.
            </p>
            <CopyLine
              label="Embed code"
              action="Copy code"
              text={embedCode({ collection, origin: location.origin, referrer })}
            />
          </details>
        )}
      </div>
    </section>
  )
}

function earningSentence(reward: string): string {
  return `You get 20% of the mint fee (${reward}) for every mint through your link. It costs the collector and the creator nothing. Your own mints don’t count.`
}

/** Returns why a link earns nothing. */
function idleSentence({ name, state }: Collection, isTheirs: boolean): string {
  if (isOver(state)) {
    return 'Minting is over, so links no longer earn a share of the mint fee.'
  }
  return isTheirs
    ? 'You don’t earn from links to your own collections. The link still works.'
    : `Minting ${name} has no mint fee, so links earn nothing.`
}

/** Returns the referral share of one token and its value; null without a mint fee. */
function useReward({ mint_fee_wei, chain_alias }: Collection, network: Network) {
  const rate = useNativeCurrency(chain_alias)?.usd_rate
  const { referrerWei } = feeShares(0n, BigInt(mint_fee_wei), true)
  if (referrerWei === 0n) return null
  const { native_currency: coin } = network
  const amount = formatAmount(referrerWei, coin)
  return typeof rate === 'number'
    ? `${amount}, ${formatUsd(referrerWei, rate, coin.decimals)}`
    : amount
}

/** Preview image that messengers show with the link. */
function ShareImage({ collection }: { collection: Collection }) {
  const [hasFailed, setFailed] = useState(false)
  const { chain_alias, contract_address, name } = collection
  const src = `/og/collection/${chain_alias}/${contract_address.toLowerCase()}.png`
  return (
    <div className="share-image">
      {!hasFailed && (
        <img
          src={src}
          width={1200}
          height={630}
          alt={`${name} as messengers show it`}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}

type CopyLineProps = {
  label: string
  action: string
  /** Text that is copied; `shown` stands in its place on the screen. */
  text: string
  shown?: string
}

function CopyLine({ label, action, text, shown = text }: CopyLineProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Copying failed'>()
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Copying failed'),
    )
  }
  return (
    <div className="copy-line">
      <input
        className="input"
        aria-label={label}
        readOnly
        value={shown}
        onFocus={(event) => event.target.select()}
      />
      <Button look="quiet" onClick={copy}>
        <Icon name={outcome === 'Copied' ? 'check' : 'copy'} />
        {outcome ?? action}
      </Button>
      <span className="hide" role="status">
        {outcome}
      </span>
    </div>
  )
}
