import type { PreparedArchive } from '@platemark/api/archive'
import { Problem } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { describeOwn } from '../describe-own.ts'
import { type ArchiveRow, findArchive, updateTicket } from '../queries/archives.ts'
import { type ArchiveComputer, waitForArchive } from './compute-archives.ts'
import { newTicket, TICKET_MS } from './new-ticket.ts'
import { type Art, readArt } from './read-art.ts'
import { baseUriOfArt } from './write-art.ts'

/**
 * Returns the archive of a set or of one work, or starts to compute it. Throws `not_found`, also for other
 * owners', `storage_unavailable` and `busy`.
 */
export async function prepareArchive(
  context: AppContext,
  computer: ArchiveComputer,
  { session, client }: { session: Session; client: string },
  id: string,
): Promise<PreparedArchive> {
  const draft = await describeOwn(context, session, id)
  const { art: kind, name, description } = draft.fields
  if (kind === 'set' && !draft.set) {
    throw new Problem('not_found', 'This collection has no set of works yet.')
  }
  const works = kind === 'set' ? (draft.set?.works ?? 0) : 1
  const none = { read_works: 0, works, archive: null }
  const art = await readArt(context.database, {
    ...{ contract_id: id, art: kind, name, description },
  })
  if (isHidden(draft, art)) return { ...none, state: 'hidden', sentence: HIDDEN }
  const missing = art.works.filter(({ file }) => file === null).length
  if (missing > 0 || art.works.length === 0) {
    const sentence = kind === 'set' ? describeMissing(missing) : NO_IMAGE
    return { ...none, state: 'incomplete', sentence }
  }
  const stored = await findArchive(context.database, id)
  if (stored?.source_hash === art.source_hash) return describeReady(context, art, stored)
  const owner = { user: session.user_id, client }
  const { row, readWorks: read_works } = await waitForArchive(computer, art, owner)
  if (row) return describeReady(context, art, row)
  return { ...none, state: 'computing', sentence: null, read_works }
}

const HIDDEN =
  'The works are hidden until the reveal. Reveal the collection to get its files.'

const NO_IMAGE =
  'This collection has no image yet. Its items show one that this site draws. Add an image first.'

function isHidden({ fields, state }: Draft, { works }: Art): boolean {
  // Works of a draft are known, but not yet those of its tokens.
  const isDraft = state === 'draft' || state === 'deploying'
  const waits = fields.art === 'set' && fields.shown === 'at_reveal'
  return waits && (isDraft || works.length === 0)
}

function describeMissing(missing: number): string {
  const count =
    missing === 1 ? '1 work has' : `${missing.toLocaleString('en')} works have`
  return `${missing === 0 ? 'There are no works' : `${count} no image`} yet. Add the files in the step Art.`
}

async function describeReady(
  context: AppContext,
  { contract_id, art, name, works: { length: works } }: Art,
  stored: ArchiveRow,
): Promise<PreparedArchive> {
  const now = context.clock().getTime()
  let { ticket, ticket_ends_at } = stored
  if (ticket_ends_at.getTime() - now < TICKET_MS / 2) {
    ;({ ticket, ticket_ends_at } = newTicket(context.clock()))
    await updateTicket(context.database, contract_id, { ticket, ticket_ends_at })
  }
  const { root, bytes } = stored
  const archive = {
    ...{ root, base_uri: baseUriOfArt(art, root), size: Number(bytes) },
    file_name: archiveFileName(name),
    download_url: `/api/contract/studio/${contract_id}/archive/${ticket}.car`,
    download_until: ticket_ends_at.toISOString(),
  }
  return { state: 'ready', sentence: null, read_works: works, works, archive }
}

/** Returns a name that file systems take. */
export function archiveFileName(name: string, extension = '.car'): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${plain.replaceAll(/^-|-$/g, '') || 'collection'}${extension}`
}
