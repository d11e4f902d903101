import type { MergePolicy } from '@platemark/lists/merge-rows'
import type { LeftOutRow, ListContent, ListRow } from '@platemark/lists/read-list'
import { createRecordStore } from '@platemark/mint/record-store'
import type { Slices } from '@platemark/rules/slices'
import { useEffect, useRef, useState } from 'react'
import type { ReadSource } from '../../../components/list-rows/row-sources.tsx'
import { runSlices } from '../../../lib/run-slices.ts'
import type { Own } from '../page/own.ts'

/** Rows that were read for a phase of a list, and how they are merged. */
export type KeptRows = ReadSource & {
  policy: MergePolicy
  /** They join the present wallets; else they replace them. */
  isAddition: boolean
}

/** Rows as the browser stores them: JSON in parts, because 100,000 objects stop the page. */
type PackedRows = {
  source: string
  policy: MergePolicy
  isAddition?: boolean
  count: number
  unusedColumns: string[]
  rows: string[]
  leftOut: string[]
}

const store = createRecordStore<PackedRows>('platemark list rows', 'rows')

/** Rows that one slice writes or parses. */
const PART_ROWS = 500

type KeptList = {
  /** The browser is being asked for rows of an earlier visit. */
  isOpening: boolean
  kept: KeptRows | undefined
  /** Shows rows and stores them until they are forgotten; undefined forgets them. */
  keep(rows: KeptRows | undefined): void
}

/** Returns the rows of a phase that an earlier visit read, and keeps those of this one. */
export function useKeptRows(own: Own, name: string): KeptList {
  const key = rowsKey(own, name)
  const [state, setState] = useState<{ kept: KeptRows | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const put = (kept: KeptRows | undefined) => {
      if (isCurrent) setState((present) => present ?? { kept })
    }
    findRows(key).then(put, () => put(undefined))
    return () => {
      isCurrent = false
    }
  }, [key])
  // One after the other, so that the newest rows are stored last.
  const queue = useRef(Promise.resolve())
  return {
    isOpening: state === undefined,
    kept: state?.kept,
    keep(kept) {
      setState({ kept })
      queue.current = queue.current.then(async () => {
        if (!kept) return store.delete(key)
        await store.put(key, await runSlices(packRows(kept)))
      })
    },
  }
}

/** Forgets the rows of a phase. */
export function forgetRows(own: Own, name: string): Promise<void> {
  return store.delete(rowsKey(own, name))
}

function rowsKey({ collection }: Own, name: string): string {
  return `${collection.chain_id}/${collection.contract_address}/${name}`
}

async function findRows(key: string): Promise<KeptRows | undefined> {
  const packed = await store.get(key)
  return packed && runSlices(unpackRows(packed))
}

/** Writes rows in the form in which they are stored. */
export function* packRows(kept: KeptRows): Slices<PackedRows> {
  const { source, policy, isAddition, content } = kept
  const { count, unusedColumns } = content
  const rows = yield* writeParts(content.rows)
  const leftOut = yield* writeParts(content.leftOut)
  return { source, policy, isAddition, count, unusedColumns, rows, leftOut }
}

/** Reads stored rows. */
export function* unpackRows(packed: PackedRows): Slices<KeptRows> {
  const { source, policy, isAddition = false, count, unusedColumns } = packed
  const content: ListContent = {
    ...{ count, unusedColumns },
    rows: yield* readParts<ListRow>(packed.rows),
    leftOut: yield* readParts<LeftOutRow>(packed.leftOut),
  }
  return { source, policy, isAddition, content }
}

function* writeParts(rows: readonly unknown[]): Slices<string[]> {
  const parts: string[] = []
  for (let start = 0; start < rows.length; start += PART_ROWS) {
    parts.push(JSON.stringify(rows.slice(start, start + PART_ROWS)))
    yield undefined
  }
  return parts
}

function* readParts<Row>(parts: readonly string[]): Slices<Row[]> {
  const rows: Row[] = []
  for (const part of parts) {
    // Safe: `writeParts` wrote rows of this type.
    rows.push(...(JSON.parse(part) as Row[]))
    yield undefined
  }
  return rows
}
