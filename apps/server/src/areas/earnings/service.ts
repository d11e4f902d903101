export { toBalance } from './balance.ts'
export { createOwedReader, type OwedReader } from './owed-amounts.ts'
