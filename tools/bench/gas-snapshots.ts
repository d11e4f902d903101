import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../program.ts'
import { type AllFigures, mapSubjects } from './gas-rows.ts'

const figures = z.record(z.string(), z.coerce.number())

/** Returns the committed gas snapshots of every subject. */
export function readSnapshots(): AllFigures {
  return mapSubjects((subject) => {
    const file = join(root, 'contracts', 'snapshots', `${subject}.json`)
    return figures.parse(JSON.parse(readFileSync(file, 'utf8')))
  })
}
