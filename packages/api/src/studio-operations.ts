import type { Operation } from './operations.ts'

// Operations of signed-in creators, apart from the others: the first view needs none of them.

export const listStudio = {
  method: 'GET',
  path: '/api/contract/studio/list',
  access: 'signed-in',
} as const satisfies Operation

export const createDraft = {
  method: 'POST',
  path: '/api/contract/studio/create',
  access: 'signed-in',
  body_kind: 'multipart',
} as const satisfies Operation

export const getDraft = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id',
  access: 'signed-in',
} as const satisfies Operation

export const updateDraft = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/update',
  access: 'signed-in',
} as const satisfies Operation

export const updateImage = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/update-image',
  access: 'signed-in',
  body_kind: 'multipart',
} as const satisfies Operation

export const updateCover = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/update-cover',
  access: 'signed-in',
  body_kind: 'multipart',
} as const satisfies Operation

export const showContract = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/show',
  access: 'signed-in',
} as const satisfies Operation

export const hideContract = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/hide',
  access: 'signed-in',
} as const satisfies Operation

export const deleteContract = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/delete',
  access: 'signed-in',
} as const satisfies Operation

export const getStudioStats = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/stats',
  access: 'signed-in',
} as const satisfies Operation

export const listEditors = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/editors',
  access: 'signed-in',
} as const satisfies Operation

export const addEditor = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/editors',
  access: 'signed-in',
} as const satisfies Operation

export const removeEditor = {
  method: 'DELETE',
  path: '/api/contract/studio/:contract_id/editors',
  access: 'signed-in',
} as const satisfies Operation

export const getOffer = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/offer',
  access: 'signed-in',
} as const satisfies Operation

export const listOffers = {
  method: 'GET',
  path: '/api/contract/studio/offers',
  access: 'signed-in',
} as const satisfies Operation

export const checkAlias = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/alias',
  access: 'signed-in',
} as const satisfies Operation

export const listTurnout = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/turnout',
  access: 'signed-in',
} as const satisfies Operation

export const exportFigures = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/export',
  access: 'signed-in',
} as const satisfies Operation

export const getEarnings = {
  method: 'GET',
  path: '/api/earnings',
  access: 'signed-in',
} as const satisfies Operation

export const getStatement = {
  method: 'GET',
  path: '/api/earnings/statement',
  access: 'signed-in',
} as const satisfies Operation

export const listBalanceChecks = {
  method: 'GET',
  path: '/api/earnings/checks',
  access: 'signed-in',
} as const satisfies Operation

export const checkBalances = {
  method: 'POST',
  path: '/api/earnings/checks',
  access: 'signed-in',
} as const satisfies Operation

export const prepareDeployment = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/prepare',
  access: 'signed-in',
} as const satisfies Operation

export const startRehearsal = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/rehearsal',
  access: 'signed-in',
} as const satisfies Operation

export const getRehearsal = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/rehearsal/:run_id',
  access: 'signed-in',
} as const satisfies Operation

export const prepareArchive = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/archive',
  access: 'signed-in',
} as const satisfies Operation

export const startExit = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/export',
  access: 'signed-in',
} as const satisfies Operation

export const getExit = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/exports/:run_id',
  access: 'signed-in',
} as const satisfies Operation

export const getReveal = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/reveal',
  access: 'signed-in',
} as const satisfies Operation

export const setReveal = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/reveal',
  access: 'signed-in',
} as const satisfies Operation

export const prepareReveal = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/prepare-reveal',
  access: 'signed-in',
} as const satisfies Operation

export const prepareMove = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/prepare-move',
  access: 'signed-in',
} as const satisfies Operation

export const getDeployment = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/deployment',
  access: 'signed-in',
} as const satisfies Operation

export const reportTransaction = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/sent',
  access: 'signed-in',
} as const satisfies Operation

export const declineDeployment = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/declined',
  access: 'signed-in',
} as const satisfies Operation

export const setList = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/lists',
  access: 'signed-in',
} as const satisfies Operation

export const prepareList = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/prepare-list',
  access: 'signed-in',
} as const satisfies Operation

export const getList = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/lists/:phase_id',
  access: 'signed-in',
} as const satisfies Operation

export const checkAccounts = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/accounts',
  access: 'signed-in',
} as const satisfies Operation

export const getHolderSnapshot = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/holders',
  access: 'signed-in',
} as const satisfies Operation

export const createUpload = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/uploads',
  access: 'signed-in',
} as const satisfies Operation

export const sendPart = {
  method: 'PUT',
  path: '/api/contract/studio/:contract_id/uploads/:upload_id/:part',
  access: 'signed-in',
  body_kind: 'binary',
} as const satisfies Operation

export const getUpload = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/uploads/:upload_id',
  access: 'signed-in',
} as const satisfies Operation

export const cancelUpload = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/uploads/:upload_id/cancel',
  access: 'signed-in',
} as const satisfies Operation

export const listWorks = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/works',
  access: 'signed-in',
} as const satisfies Operation

export const getTraits = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/works/traits',
  access: 'signed-in',
} as const satisfies Operation

export const getSet = {
  method: 'GET',
  path: '/api/contract/studio/:contract_id/works/report',
  access: 'signed-in',
} as const satisfies Operation

export const updateSet = {
  method: 'POST',
  path: '/api/contract/studio/:contract_id/works/report',
  access: 'signed-in',
} as const satisfies Operation
