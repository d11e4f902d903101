import { perPage } from '@platemark/api/lists'
import { Problem } from '@platemark/api/problem'
import type { SetOfWorks } from '@platemark/api/works'
import { countTraits } from '@platemark/works/count-traits'
import { fileUrl, pictureUrls } from '../../../files/images.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { describeOwn } from '../describe-own.ts'
import { findSet, listAttributes, listWorkRows, type SetRow } from '../queries/sets.ts'
import { type StoredReport, unpackJson } from './set-source.ts'

/** Problems in an answer. */
const MAX_PROBLEMS = 1000

/** Returns what was read of a set. Throws `not_found`, also for other owners'. */
export async function getSet(
  context: AppContext,
  session: Session,
  id: string,
): Promise<SetOfWorks> {
  return describeSet(await findOwnSet(context, session, id))
}

/** Lists a page of the works of a set. Throws `not_found`. */
export async function listWorks(
  context: AppContext,
  session: Session,
  id: string,
  page: number,
) {
  const set = await findOwnSet(context, session, id)
  const { works: total } = set
  const last_page = Math.ceil(total / perPage)
  const range = { first: (page - 1) * perPage + 1, last: page * perPage }
  // Far beyond the end a number is too large for the ids of the table.
  const rows = page > last_page ? [] : await listWorkRows(context.database, id, range)
  return {
    data: rows.map(({ token_id, file, animation_file, ...work }) => ({
      ...work,
      token_id: String(token_id),
      image: file === null ? null : pictureUrls(file, id),
      animation_url: fileUrl(animation_file),
    })),
    meta: { page, per_page: perPage, total, last_page },
  }
}

/** Counts the values of the traits of a set. Throws `not_found`. */
export async function getTraits(context: AppContext, session: Session, id: string) {
  const { works } = await findOwnSet(context, session, id)
  const { traits } = countTraits(await listAttributes(context.database, id))
  return { works, traits }
}

/** Returns a set as the studio shows it. */
export async function describeSet(set: SetRow): Promise<SetOfWorks> {
  const { upload_id, works, problem_count, corrections, accepted } = set
  // Safe: `checkSource` wrote it.
  const report = (await unpackJson(set.report)) as StoredReport
  const problem_counts: Record<string, number> = {}
  for (const { code } of report.problems) {
    problem_counts[code] = (problem_counts[code] ?? 0) + 1
  }
  return {
    ...{ upload_id, works, problem_count, problem_counts, corrections, accepted },
    described_by: report.described_by,
    problems: report.problems.slice(0, MAX_PROBLEMS),
    notices: report.notices,
  }
}

async function findOwnSet(
  context: AppContext,
  session: Session,
  id: string,
): Promise<SetRow> {
  await describeOwn(context, session, id)
  const set = await findSet(context.database, id)
  if (!set) throw new Problem('not_found', 'This collection has no set of works yet.')
  return set
}
