import type { OperatorContext } from '../../src/areas/moderation/operator-context.ts'
import type { TestServer } from '../server.ts'

/** Returns the context of an operator on a test server. */
export function operatorContext({ context }: TestServer): OperatorContext {
  return { ...context, by: 'olga', openInstance: async () => context }
}
