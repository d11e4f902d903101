import { formatCount } from '@platemark/rules/amounts'
import { useDraftEditor } from '../draft-editor.tsx'

type SetSupplyProps = {
  /** The supply as it is entered; null for none, and for no number. */
  supply: number | null
  onUse(supply: number): void
}

/** Offers the number of works of a set as supply of its drop, where they differ. */
export function SetSupply({ supply, onUse }: SetSupplyProps) {
  const { draft, fields } = useDraftEditor()
  const works = draft.set?.works ?? 0
  const isFixed = fields.art === 'set' && fields.kind === 'drop'
  if (!isFixed || works === 0 || works === supply) return null
  return (
    <p className="small set-supply">
      Your set has {formatCount(works)} {works === 1 ? 'work' : 'works'}.{' '}
      <button type="button" className="underlined-button" onClick={() => onUse(works)}>
        Use {formatCount(works)} as supply
      </button>
    </p>
  )
}
