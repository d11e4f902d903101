import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../program.ts'
import {
  type AllFigures,
  type Figures,
  GAS_ROWS,
  SUBJECTS,
  type Subject,
} from './gas-rows.ts'

const FOLDER = join(root, 'contracts', 'snapshots')
const figures = z.record(z.string(), z.number())

/** The committed figures of every subject; none where a file is missing. */
export function readSnapshots(): AllFigures {
  return everySubject((subject) => {
    try {
      return figures.parse(JSON.parse(readFileSync(fileOf(subject), 'utf8')))
    } catch {
      return {}
    }
  })
}

/** Writes one file for each subject, with its rows in the order of the table. */
export function writeSnapshots(measured: AllFigures): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const subject of SUBJECTS) {
    const rows = GAS_ROWS.flatMap(({ name }) => {
      const gas = measured[subject][name]
      return gas === undefined ? [] : [[name, gas] as const]
    })
    writeFileSync(
      fileOf(subject),
      `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`,
    )
  }
}

/** A sentence for every figure that is not as committed. */
export function changesSince(committed: AllFigures, measured: AllFigures): string[] {
  return SUBJECTS.flatMap((subject) => {
    const names = new Set([
      ...Object.keys(committed[subject]),
      ...Object.keys(measured[subject]),
    ])
    return [...names].flatMap((name) => {
      const [before, now] = [committed[subject][name], measured[subject][name]]
      return before === now ? [] : [`${subject}, ${name}: ${before} → ${now}`]
    })
  })
}

export function everySubject(of: (subject: Subject) => Figures): AllFigures {
  return {
    collection: of('collection'),
    erc721a: of('erc721a'),
    solady: of('solady'),
    openzeppelin: of('openzeppelin'),
  }
}

function fileOf(subject: Subject): string {
  return join(FOLDER, `${subject}.json`)
}
