import type { Endpoint } from './endpoint.ts'

/** The part of an endpoint that a caller needs to send a request, without its schemas. */
export type Operation = Pick<
  Endpoint,
  'method' | 'path' | 'access' | 'envelope' | 'body_kind'
>

// Every operation that the web app sends. Its endpoint, in the file of its area, adds schemas:
// the web app imports from here, so that its first view loads no schema.

export const listCollections = {
  method: 'GET',
  path: '/api/contract/list',
  access: 'public',
} as const satisfies Operation

export const listPromoted = {
  method: 'GET',
  path: '/api/contract/promoted',
  access: 'public',
} as const satisfies Operation

export const listPopular = {
  method: 'GET',
  path: '/api/contract/popular',
  access: 'public',
} as const satisfies Operation

export const listNewest = {
  method: 'GET',
  path: '/api/contract/newest',
  access: 'public',
} as const satisfies Operation

export const listTrending = {
  method: 'GET',
  path: '/api/contract/trending/:chain_alias',
  access: 'public',
} as const satisfies Operation

export const getCollection = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address',
  access: 'optional',
} as const satisfies Operation

export const updateCollection = {
  method: 'POST',
  path: '/api/contract/:chain_alias/:contract_address',
  access: 'signed-in',
} as const satisfies Operation

export const getEligibility = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/eligibility',
  access: 'public',
} as const satisfies Operation

export const getListEntries = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/allowlist/:address',
  access: 'public',
} as const satisfies Operation

export const getTokenMetadata = {
  method: 'GET',
  path: '/metadata/:chain_alias/:contract_address/:token_id',
  access: 'public',
  envelope: false,
} as const satisfies Operation

export const listHolders = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/holders',
  access: 'public',
} as const satisfies Operation

export const listTokens = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/tokens',
  access: 'public',
} as const satisfies Operation

export const getToken = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/tokens/:token_id',
  access: 'public',
} as const satisfies Operation

export const listTokensOfOwner = {
  method: 'GET',
  path: '/api/tokens',
  access: 'public',
} as const satisfies Operation

export const listChanges = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/changes',
  access: 'public',
} as const satisfies Operation

export const listActivity = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/activity',
  access: 'public',
} as const satisfies Operation

export const getCollector = {
  method: 'GET',
  path: '/api/collector/:address',
  access: 'public',
} as const satisfies Operation

export const listCollectorActivity = {
  method: 'GET',
  path: '/api/collector/:address/activity',
  access: 'public',
} as const satisfies Operation

export const listenToCollections = {
  method: 'GET',
  path: '/api/contract/events',
  access: 'public',
} as const satisfies Operation

export const listenToCollection = {
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/events',
  access: 'public',
} as const satisfies Operation

export const reportCollection = {
  method: 'POST',
  path: '/api/contract/:chain_alias/:contract_address/report',
  access: 'optional',
} as const satisfies Operation

export const getUser = {
  method: 'GET',
  path: '/api/user/get',
  access: 'signed-in',
} as const satisfies Operation

export const updateUser = {
  method: 'POST',
  path: '/api/user/update',
  access: 'signed-in',
} as const satisfies Operation

export const updateAvatar = {
  method: 'POST',
  path: '/api/user/update/avatar',
  access: 'signed-in',
  body_kind: 'multipart',
} as const satisfies Operation

export const createSignatureMessage = {
  method: 'POST',
  path: '/api/oauth/create-signature-message',
  access: 'public',
} as const satisfies Operation

export const login = {
  method: 'POST',
  path: '/api/oauth/login',
  access: 'public',
  envelope: false,
} as const satisfies Operation

export const logout = {
  method: 'POST',
  path: '/api/logout',
  access: 'signed-in',
} as const satisfies Operation

export const listSessions = {
  method: 'GET',
  path: '/api/user/sessions',
  access: 'signed-in',
} as const satisfies Operation

export const endSession = {
  method: 'POST',
  path: '/api/user/sessions/:id/end',
  access: 'signed-in',
} as const satisfies Operation

export const endAllSessions = {
  method: 'POST',
  path: '/api/user/sessions/end-all',
  access: 'signed-in',
} as const satisfies Operation

export const listCurrencies = {
  method: 'GET',
  path: '/api/currency/list',
  access: 'public',
} as const satisfies Operation

export const listReverseNames = {
  method: 'GET',
  path: '/api/names/reverse',
  access: 'public',
} as const satisfies Operation

export const getConfig = {
  method: 'GET',
  path: '/api/config',
  access: 'public',
} as const satisfies Operation

export const fundFromFaucet = {
  method: 'POST',
  path: '/api/faucet/:chain_alias',
  access: 'public',
} as const satisfies Operation
