import type { Operation } from './operations.ts'

// Operations of the academy, apart from the others: the first view needs none of them.

export const listArticles = {
  method: 'GET',
  path: '/api/academy',
  access: 'public',
} as const satisfies Operation

export const getArticle = {
  method: 'GET',
  path: '/api/academy/:alias',
  access: 'public',
} as const satisfies Operation

export const getQuiz = {
  method: 'GET',
  path: '/api/academy/:alias/quiz',
  access: 'public',
} as const satisfies Operation

export const gradeQuiz = {
  method: 'POST',
  path: '/api/academy/:alias/quiz',
  access: 'optional',
} as const satisfies Operation

export const reportQuestion = {
  method: 'POST',
  path: '/api/academy/:alias/quiz/report',
  access: 'optional',
} as const satisfies Operation

export const rateArticle = {
  method: 'POST',
  path: '/api/academy/:alias/feedback',
  access: 'optional',
} as const satisfies Operation

export const getAcademyProgress = {
  method: 'GET',
  path: '/api/academy/progress',
  access: 'signed-in',
} as const satisfies Operation

export const mergeAcademyProgress = {
  method: 'POST',
  path: '/api/academy/progress',
  access: 'signed-in',
} as const satisfies Operation
