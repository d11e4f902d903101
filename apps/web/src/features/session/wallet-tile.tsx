type WalletTileProps = {
  letter: string
  /** Announced icon, a data URI. */
  icon?: string | undefined
  /** Dashed: an account without real value. */
  isDemo?: boolean
}

/** Icon of a wallet: the announced one, or a letter. */
export function WalletTile({ letter, icon, isDemo = false }: WalletTileProps) {
  if (icon) {
    return (
      <img className="wallet-tile picture" src={icon} width={40} height={40} alt="" />
    )
  }
  return (
    <span className={`wallet-tile ${isDemo ? 'demo' : ''}`} aria-hidden="true">
      {letter}
    </span>
  )
}
