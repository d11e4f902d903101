import { formatCount } from '@platemark/rules/amounts'
import { type CollectionState, isOver } from '@platemark/rules/states'

type Supply = { minted: number; max_supply: number | null; state: CollectionState }

/** Progress bar towards the cap; a dashed line without a cap. */
export function MintProgress({ minted, max_supply, state }: Supply) {
  if (max_supply === null) return <div className="bar thin open" aria-hidden="true" />
  const share = max_supply === 0 ? 0 : Math.min(1, minted / max_supply)
  return (
    <div
      className={`bar thin ${isOver(state) ? 'done' : ''}`}
      role="progressbar"
      aria-label="Minted"
      aria-valuemin={0}
      aria-valuemax={max_supply}
      aria-valuenow={minted}
    >
      <i style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </div>
  )
}

/** Minted count: `402 / 750`, or `640 minted` without a cap. */
export function MintedCount({ minted, max_supply }: Omit<Supply, 'state'>) {
  return (
    <span className="minted">
      <b>{formatCount(minted)}</b>
      {max_supply === null ? ' minted' : ` / ${formatCount(max_supply)}`}
    </span>
  )
}
