import type { Operation } from './operations.ts'

// Operation of the search of the whole site, apart: the first view needs it only once it is used.

export const searchAll = {
  method: 'GET',
  path: '/api/search',
  access: 'public',
} as const satisfies Operation
