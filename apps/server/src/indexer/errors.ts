/** A response of this endpoint was proved wrong by other endpoints or by the stored state. */
export class InconsistentRpcError extends Error {
  override readonly name = 'InconsistentRpcError'
  readonly endpoint: { name: string }
  constructor(endpoint: { name: string }, message: string) {
    super(message)
    this.endpoint = endpoint
  }
}

/** Two responses for the same blocks differ, and either may be right. */
export class RpcDisagreementError extends Error {
  override readonly name = 'RpcDisagreementError'
  /** The lowest block with a difference. */
  readonly block: number
  constructor(block: number) {
    super(`Logs of block ${block} differ between two responses.`)
    this.block = block
  }
}

/** The code at the configured address of the factory is not that of the factory. */
export class FactoryMismatchError extends Error {
  override readonly name = 'FactoryMismatchError'
}
