import type { Operation } from './operations.ts'

// Operation of the chart of holders, which loads with the lower page alone.

export const listHolderGroups = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/holder-groups',
  access: 'public',
} as const satisfies Operation
