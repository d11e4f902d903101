/** Sends a request to the node. Throws `NodeError` for an error of it. */
export type NodeRequest = (method: string, params: unknown[]) => Promise<unknown>

/** JSON-RPC error of a node, passed on as it is. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly body: { code: number; message: string; data?: unknown }

  constructor(body: { code: number; message: string; data?: unknown }) {
    super(body.message)
    this.body = body
  }
}
