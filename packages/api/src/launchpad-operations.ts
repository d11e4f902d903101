import type { Operation } from './operations.ts'

// Operation of a part of the launchpad that loads late, apart: the first view does not need it.

export const listStarting = {
  method: 'GET',
  path: '/api/contract/starting',
  access: 'public',
} as const satisfies Operation
