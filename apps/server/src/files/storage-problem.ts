import { Problem } from '@platemark/api/problem'

/** State of a file store that cannot do what is asked. */
export type StorageState = 'full' | 'refused' | 'away'

const sentences: Record<StorageState, string> = {
  full: 'The storage of this site is full, and nothing was saved. Try again later.',
  refused: 'The storage of this site cannot be used right now. Try again later.',
  away: 'The storage of this site is not responding. Try again shortly.',
}

/** Problem of a failed store; the server logs its cause for the operator. */
export class StorageProblem extends Problem {
  readonly state: StorageState

  constructor(state: StorageState, cause: unknown) {
    super('storage_unavailable', sentences[state], { cause })
    this.state = state
  }
}
