/** Line of the table of calls: the product's promise to a caller. */
export type CallLine = {
  method: 'GET' | 'POST'
  path: string
  /** `both`: public, with more fields for signed-in callers. */
  access: 'public' | 'both' | 'signed-in'
  answers: string
}

/** Every call of sign-in, profile, collections, studio and currencies. */
export const callTable = {
  'create signature message': {
    method: 'POST',
    path: '/api/oauth/create-signature-message',
    access: 'public',
    answers: 'the text that a wallet has to sign, in data.message',
  },
  login: {
    method: 'POST',
    path: '/api/oauth/login',
    access: 'public',
    answers: 'a bare access_token for address, signature and connector',
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'signed-in',
    answers: 'nothing, and the token is worth nothing afterwards',
  },
  'get user': {
    method: 'GET',
    path: '/api/user/get',
    access: 'signed-in',
    answers: 'the user whose token it is',
  },
  'update user': {
    method: 'POST',
    path: '/api/user/update',
    access: 'signed-in',
    answers: 'the user with the changed fields, and the others as they were',
  },
  'update avatar': {
    method: 'POST',
    path: '/api/user/update/avatar',
    access: 'signed-in',
    answers: 'the user with the address of the picture that a form brought',
  },
  'list contracts': {
    method: 'GET',
    path: '/api/contract/list',
    access: 'public',
    answers: 'cards by page, chain, sort_by, search and time_interval',
  },
  'list promoted': {
    method: 'GET',
    path: '/api/contract/promoted',
    access: 'public',
    answers: 'what the operator promotes now, with its label',
  },
  'list popular': {
    method: 'GET',
    path: '/api/contract/popular',
    access: 'public',
    answers: 'cards by the number of people who minted, the most first',
  },
  'list newest': {
    method: 'GET',
    path: '/api/contract/newest',
    access: 'public',
    answers: 'cards by the time of their deployment, the latest first',
  },
  'list trending': {
    method: 'GET',
    path: '/api/contract/trending/:chain_alias',
    access: 'public',
    answers: 'cards of one network by the score of a day',
  },
  'get contract': {
    method: 'GET',
    path: '/api/contract/:chain_alias/:contract_address',
    access: 'both',
    answers: 'one collection, and its owner what is the owner\u2019s',
  },
  'update contract': {
    method: 'POST',
    path: '/api/contract/:chain_alias/:contract_address',
    access: 'signed-in',
    answers: 'the collection with what its owner changed of its page',
  },
  'studio list': {
    method: 'GET',
    path: '/api/contract/studio/list',
    access: 'signed-in',
    answers: 'drafts and collections of the caller, and nobody else\u2019s',
  },
  'studio create': {
    method: 'POST',
    path: '/api/contract/studio/create',
    access: 'signed-in',
    answers: 'a new draft with the fields and pictures of a form',
  },
  'studio show': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/show',
    access: 'signed-in',
    answers: 'the collection, which stands in the lists from then on',
  },
  'studio hide': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/hide',
    access: 'signed-in',
    answers: 'the collection, which stands in no list from then on',
  },
  'studio update': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/update',
    access: 'signed-in',
    answers: 'the draft with the changed fields',
  },
  'studio update image': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/update-image',
    access: 'signed-in',
    answers: 'the draft with the picture that a form brought',
  },
  'studio update cover': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/update-cover',
    access: 'signed-in',
    answers: 'the draft with the wide picture that a form brought',
  },
  'studio delete': {
    method: 'POST',
    path: '/api/contract/studio/:contract_id/delete',
    access: 'signed-in',
    answers: 'nothing, and the draft is gone',
  },
  'list currencies': {
    method: 'GET',
    path: '/api/currency/list',
    access: 'public',
    answers: 'an array of the coins of every network, in data',
  },
} as const satisfies Record<string, CallLine>

export type CallName = keyof typeof callTable
