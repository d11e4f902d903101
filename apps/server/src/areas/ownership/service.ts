import { deleteEditors } from './queries.ts'

export { deleteEditors }
