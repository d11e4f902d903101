import type { OperatorContext } from '../../src/areas/moderation/operator-context.ts'
import type { TestServer } from '../server.ts'

/** The context of an operator at a test server. */
export function operatorContext({ context }: TestServer): OperatorContext {
  return { ...context, by: 'olga' }
}
