import type { TestServer } from '../../platform/test-server.ts'
import type { Desk } from './desk.ts'

/** The desk of an operator at a test server. */
export function deskOf({ resources }: TestServer): Desk {
  return { ...resources, by: 'olga' }
}
