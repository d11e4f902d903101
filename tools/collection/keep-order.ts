import { readFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { getReveal, setReveal } from '@platemark/api/reveal'
import type { Draft } from '@platemark/api/studio'
import {
  makeRevealFile,
  parseRevealFile,
  writeRevealFile,
} from '@platemark/rules/reveal-file'
import { deriveRevealSecret, revealTypedData } from '@platemark/rules/reveal-secret'
import { CommandError } from '../command-error.ts'
import { requireHex } from '../local/collection.ts'
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
  const params = { contract_id }
  const terms = await api.call(getReveal, { params })
  const { site, chain_id, set_hash, manifest } = terms
  if (manifest === null || set_hash === null || terms.factory === null) return
  const factory = requireHex(terms.factory)
  const scope = { site, chainId: chain_id, factory, contractId: contract_id }
  const signature = await account.signTypedData(revealTypedData(scope))
  const secret = deriveRevealSecret(signature)
  const file = makeRevealFile({ ...terms, factory, set_hash, manifest }, secret)
  const path = findRevealPath(state.path, set_hash)
  writeWhole(path, writeRevealFile(file))
  const read = parseRevealFile(readFileSync(path, 'utf8'))
  if (!('file' in read) || read.file.commitment !== file.commitment) {
    throw new CommandError(`${path} was written and reads back otherwise.`)
  }
  const { commitment } = file
  await api.call(setReveal, { params, body: { commitment, set_hash } })
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
