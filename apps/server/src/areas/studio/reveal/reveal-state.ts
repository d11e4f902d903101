import type { Hex } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { requireHex } from '../draft-creation.ts'
import type { DraftRow } from '../queries/drafts.ts'
import type { SetFacts } from '../queries/sets.ts'

/** Commitment of a draft to the hidden order of its set. */
export type RevealState = {
  /** Undefined: none was made for the present works and network. */
  commitment: Hex | undefined
  /** One was made for other works or another network. */
  isOutdated: boolean
}

type Scoped = Pick<DraftRow, 'chain_id' | 'reveal_commitment' | 'reveal_scope'>

/** Returns the commitment of a draft, if it belongs to the present works and network. */
export function readRevealState(
  context: AppContext,
  draft: Scoped,
  set: Pick<SetFacts, 'set_hash'> | undefined,
): RevealState {
  if (draft.reveal_commitment === null)
    return { commitment: undefined, isOutdated: false }
  const isCurrent =
    set?.set_hash && draft.reveal_scope === revealScope(context, draft, set.set_hash)
  return isCurrent
    ? { commitment: requireHex(draft.reveal_commitment), isOutdated: false }
    : { commitment: undefined, isOutdated: true }
}

/** Returns a text that differs where a reveal file of a draft is of no use any more. */
export function revealScope(
  { chains }: AppContext,
  { chain_id }: Pick<DraftRow, 'chain_id'>,
  setHash: string,
): string {
  const factory = chains.find(({ id }) => id === chain_id)?.contracts?.factory
  return `${chain_id} ${factory?.toLowerCase() ?? 'none'} ${setHash}`
}
