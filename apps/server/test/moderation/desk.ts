import type { Desk } from '../../src/areas/moderation/desk.ts'
import type { TestServer } from '../server.ts'

/** The desk of an operator at a test server. */
export function deskOf({ resources }: TestServer): Desk {
  return { ...resources, by: 'olga' }
}
