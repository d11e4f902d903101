import type { OperatorContext } from '../../src/areas/moderation/operator-context.ts'
import type { TestServer } from '../server.ts'

/** The desk of an operator at a test server. */
export function deskOf({ resources }: TestServer): OperatorContext {
  return { ...resources, by: 'olga' }
}
