import type { Operation } from './operations.ts'

// Operations of names, apart from the others: the first view needs none of them.

export const checkName = {
  method: 'GET',
  path: '/api/names/check',
  access: 'public',
} as const satisfies Operation

export const listLastNames = {
  method: 'GET',
  path: '/api/names/last',
  access: 'public',
} as const satisfies Operation

export const getNameSale = {
  method: 'GET',
  path: '/api/names/sale',
  access: 'public',
} as const satisfies Operation

export const searchNames = {
  method: 'GET',
  path: '/api/names/search',
  access: 'public',
} as const satisfies Operation

export const getReverseName = {
  method: 'GET',
  path: '/api/names/reverse/:address',
  access: 'public',
} as const satisfies Operation

export const getName = {
  method: 'GET',
  path: '/api/names/:name',
  access: 'public',
} as const satisfies Operation

export const getNameProfile = {
  method: 'GET',
  path: '/api/names/:name/profile',
  access: 'public',
} as const satisfies Operation

export const listNameActivity = {
  method: 'GET',
  path: '/api/names/:name/activity',
  access: 'public',
} as const satisfies Operation

export const listNames = {
  method: 'GET',
  path: '/api/names',
  access: 'optional',
} as const satisfies Operation

export const saveName = {
  method: 'POST',
  path: '/api/names',
  access: 'signed-in',
} as const satisfies Operation

export const setPrimaryName = {
  method: 'POST',
  path: '/api/names/:name/primary',
  access: 'signed-in',
} as const satisfies Operation

export const clearPrimaryName = {
  method: 'DELETE',
  path: '/api/names/primary',
  access: 'signed-in',
} as const satisfies Operation
