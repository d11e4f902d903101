import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap of this process grow to twice what is alive, and no further, before it is
 * cleared. By itself the engine leaves far more lying while there is memory: what a follower
 * takes would grow with the history that it reads, on machines that have other things to do.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
