import type { ChainTerms } from '../changes/chain-terms.ts'
import type { ChangeProps } from '../page/change-props.ts'

/** A collection whose metadata moves, with its terms on the chain. */
export type MoveProps = Pick<ChangeProps, 'own'> & { overview: ChainTerms['overview'] }
