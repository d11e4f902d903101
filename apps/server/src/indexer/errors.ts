/** What an endpoint said was proved wrong by others, or by what is stored. */
export class InconsistentRpcError extends Error {
  override readonly name = 'Doubtful'
  readonly endpoint: { name: string }
  constructor(endpoint: { name: string }, message: string) {
    super(message)
    this.endpoint = endpoint
  }
}

/** Two readings of the same blocks differ, and nobody can say which is right. */
export class RpcDisagreementError extends Error {
  override readonly name = 'Disputed'
  /** The lowest block they tell different things of. */
  readonly block: number
  constructor(block: number) {
    super(`Two readings of block ${block} differ.`)
    this.block = block
  }
}

/** At the configured address of the factory is other code. */
export class FactoryMismatchError extends Error {
  override readonly name = 'WrongSource'
}
