import type { ListEntry, RowOptions } from '@platemark/lists/read-row'
import { toBlobs, writeListCsv } from '@platemark/lists/write-list'
import { runSlices } from '../../lib/run-slices.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Saves the list of a phase with this title as a CSV file, which reads back as the same list. */
export async function saveList(
  title: string,
  entries: readonly ListEntry[],
  options: RowOptions,
): Promise<void> {
  const parts = await runSlices(toBlobs(writeListCsv(entries, options)))
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  saveFile(`${name || 'list'}.csv`, 'text/csv', ...parts)
}
