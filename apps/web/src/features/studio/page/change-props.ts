import type { Own } from './own.ts'

/** Changes on the page of a collection; `?change=` of its address names one. */
export type ChangeName =
  | 'airdrop'
  | 'reveal'
  | 'freeze'
  | 'move'
  | 'pause'
  | 'phases'
  | 'lists'
  | 'supply'
  | 'royalty'
  | 'payees'
  | 'owner'

export type ChangeProps = { own: Own; onClose: () => void }
