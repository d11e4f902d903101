import { readFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import type { Draft } from '@platemark/api/studio'
import { parseRevealFile } from '@platemark/rules/reveal-file'
import { CommandError } from '../command-error.ts'
import { commitOrder } from '../local/commit-order.ts'
import type { CommandSession } from './session.ts'
import { writeWhole } from './state-file.ts'

/**
 * Commits a draft with hidden works to their secret order, which follows from a signature of the
 * key, once its reveal file is written and read back; nothing where that was done or nothing is
 * hidden. Throws `Problem` and `CommandError`.
 */
export async function keepOrder(session: CommandSession, draft: Draft): Promise<void> {
  const { api, account, output, state } = session
  const { contract_id, fields, reveal, set } = draft
  if (fields.art !== 'set' || fields.shown !== 'at_reveal') return
  if (reveal || draft.state !== 'draft' || !set || set.works === 0) return
  let path: string | undefined
  await commitOrder(api, account, contract_id, ({ text, setHash }) => {
    path = findRevealPath(state.path, setHash)
    writeWhole(path, text)
    const read = readFileSync(path, 'utf8')
    if (read !== text || !('file' in parseRevealFile(read))) {
      throw new CommandError(`${path} was written, but reads back differently.`)
    }
  })
  if (path === undefined) return
  state.change({ reveal_file: path })
  output.note(
    `The order of the hidden works is kept in ${basename(path)}. Keep a copy of this file: without it, or this key, the works can never be revealed.`,
  )
}

/** Returns a path that no file for other works has. */
function findRevealPath(statePath: string, setHash: string): string {
  const name = parse(statePath).name.replace(/\.platemark$/, '')
  return join(dirname(statePath), `${name}.reveal-${setHash.slice(0, 8)}.json`)
}
