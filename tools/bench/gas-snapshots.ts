import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../program.ts'
import type { AllFigures, Subject } from './gas-rows.ts'

const figures = z.record(z.string(), z.coerce.number())

/** Returns the committed gas snapshots of every subject. */
export function readSnapshots(): AllFigures {
  const read = (subject: Subject) => {
    const file = join(root, 'contracts', 'snapshots', `${subject}.json`)
    return figures.parse(JSON.parse(readFileSync(file, 'utf8')))
  }
  return {
    collection: read('collection'),
    names: read('names'),
    badges: read('badges'),
    erc721a: read('erc721a'),
    solady: read('solady'),
    openzeppelin: read('openzeppelin'),
  }
}
