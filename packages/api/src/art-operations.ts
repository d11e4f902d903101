import type { Operation } from './operations.ts'

// Operations of the panel "Where the art is stored", which loads with the lower page alone.

export const getArt = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/art',
  access: 'public',
} as const satisfies Operation

export const computeArt = {
  method: 'POST',
  path: '/api/contract/:chain_alias/:contract_address/art',
  access: 'public',
} as const satisfies Operation
