import type { Achievement, AchievementRule } from '../../../configuration/achievements.ts'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { readCompletedArticles } from '../../academy/service/progress.ts'
import { findHome } from '../../names/service/home.ts'
import {
  type AccountFacts,
  type AchievementUser,
  type NameFacts,
  readFacts,
  readNameFacts,
} from '../queries/facts.ts'

/** Progress towards an achievement; `count` may exceed the target. */
export type Progress = { count: number; target: number }

type Lessons = { completed: Set<string>; safety: string[]; total: number }

type Facts = { account: AccountFacts; names: NameFacts; lessons: Lessons }

/** Track of the lessons about safety. */
const SAFETY_TRACK = 'start-safely'

const counts: Record<AchievementRule, (facts: Facts) => number> = {
  signed_in: () => 1,
  profile_fields: ({ account }) => account.profile_fields,
  mints_from_others: ({ account }) => account.others,
  collections_minted: ({ account }) => account.collections,
  early_mints: ({ account }) => account.early,
  networks_minted: ({ account }) => account.networks,
  days_in_a_row: ({ account }) => account.longest_streak,
  collections_created: ({ account }) => account.created,
  collections_sold: ({ account }) => account.sales,
  minters_of_a_collection: ({ account }) => account.most_minters,
  collections_sold_out: ({ account }) => account.sold_out,
  networks_created: ({ account }) => account.created_networks,
  names_owned: ({ names }) => names.owned,
  primary_name: ({ names }) => Number(names.has_primary),
  short_names: ({ names }) => names.short,
  lessons_completed: ({ lessons }) => lessons.completed.size,
  lessons_of_start_safely: ({ lessons }) =>
    lessons.safety.filter((alias) => lessons.completed.has(alias)).length,
  all_lessons: ({ lessons }) => lessons.completed.size,
}

/** Rules that confirmed blocks decide: all networks, or the home chain of names. */
const chainRules: Partial<Record<AchievementRule, 'all' | 'home'>> = {
  mints_from_others: 'all',
  collections_minted: 'all',
  early_mints: 'all',
  networks_minted: 'all',
  days_in_a_row: 'all',
  collections_created: 'all',
  collections_sold: 'all',
  minters_of_a_collection: 'all',
  collections_sold_out: 'all',
  networks_created: 'all',
  names_owned: 'home',
  primary_name: 'home',
  short_names: 'home',
}

type EvaluationContext = Pick<AppContext, 'academy' | 'chains' | 'configuration'>

/** Returns the progress of a user towards every achievement of the operator's file, by id. */
export async function evaluateUser(
  context: EvaluationContext,
  database: Database,
  user: AchievementUser,
): Promise<Map<string, Progress>> {
  const facts = {
    account: await readFacts(database, user),
    names: await readNames(context, database, user),
    lessons: await readLessons(context, database, user),
  }
  const { achievements } = context.configuration
  return new Map(
    achievements.map(({ id, rule, target }) => [
      id,
      {
        count: counts[rule](facts),
        // Lessons that are added later belong to it, too.
        target: rule === 'all_lessons' ? facts.lessons.total : target,
      },
    ]),
  )
}

/** Returns whether a progress reaches its target. */
export function isReached({ count, target }: Progress): boolean {
  return count >= target
}

/** Returns the ids of the chains that decide an achievement for a user; none for other facts. */
export function listDecidingChains(
  context: EvaluationContext,
  { rule }: Achievement,
  { auth_chain_id }: AchievementUser,
): number[] {
  const scope = chainRules[rule]
  const home = findHome(context)?.chain.id
  const ids = context.chains
    .filter(({ id, contracts }) => contracts && (scope === 'all' || id === home))
    .map(({ id }) => id)
  const isOwn = (id: number) => auth_chain_id === null || id === auth_chain_id
  return scope === undefined ? [] : ids.filter(isOwn)
}

/** A contract's account may be another owner's on the home chain. */
async function readNames(
  context: EvaluationContext,
  database: Database,
  { address, auth_chain_id }: AchievementUser,
): Promise<NameFacts> {
  const home = findHome(context)?.chain.id
  const isSame = home !== undefined && (auth_chain_id ?? home) === home
  return isSame
    ? readNameFacts(database, home, address)
    : { owned: 0, short: 0, has_primary: false }
}

async function readLessons(
  { academy }: EvaluationContext,
  database: Database,
  { id }: AchievementUser,
): Promise<Lessons> {
  const { articles } = academy.english
  return {
    completed: new Set(await readCompletedArticles({ database, academy }, id)),
    safety: articles
      .filter(({ track }) => track === SAFETY_TRACK)
      .map(({ alias }) => alias),
    total: articles.length,
  }
}
