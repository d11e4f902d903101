import { walletLetter } from '@platemark/wallet/wallets'
import { useState } from 'react'

type WalletTileProps = {
  name: string
  /** Announced icon, a data URI that may not decode. */
  icon?: string | undefined
  /** Dashed: an account without real value. It has no icon. */
  isDemo?: boolean
}

/**
 * Icon of a wallet: the announced one once it is decoded, and the letter of its name
 * before, without, and where it fails. Every screen shows wallets by it.
 */
export function WalletTile({ name, icon, isDemo = false }: WalletTileProps) {
  const [shown, setShown] = useState<string>()
  const [broken, setBroken] = useState<string>()
  const hasPicture = icon && !isDemo && icon !== broken
  return (
    <span
      className={`wallet-tile ${isDemo ? 'demo' : ''}`}
      data-picture={hasPicture && shown === icon ? 'shown' : undefined}
      aria-hidden="true"
    >
      {walletLetter(name)}
      {hasPicture && (
        <img
          src={icon}
          width={40}
          height={40}
          alt=""
          onLoad={() => setShown(icon)}
          onError={() => setBroken(icon)}
        />
      )}
    </span>
  )
}
