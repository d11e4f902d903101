type WalletTileProps = {
  letter: string
  /** The picture the wallet announced, a data URI. */
  icon?: string | undefined
  /** Dashed: an account without value. */
  isDemo?: boolean
}

/** A wallet's mark: its own picture once it announced one, else a letter on a plate. */
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
