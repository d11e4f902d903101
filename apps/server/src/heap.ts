import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to twice the live size before a collection. By default V8 leaves far
 * more garbage while memory is free, so that the indexer's memory would grow with the
 * history it reads.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
