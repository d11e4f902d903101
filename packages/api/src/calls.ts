import * as academy from './academy.ts'
import * as achievements from './achievements.ts'
import * as archive from './archive.ts'
import * as art from './art.ts'
import { checkBalances, listBalanceChecks } from './balance-checks.ts'
import * as campaigns from './campaigns.ts'
import * as collectionReads from './collection-reads.ts'
import * as collections from './collections.ts'
import * as collector from './collector.ts'
import * as instance from './config.ts'
import * as currencies from './currencies.ts'
import * as deployments from './deployments.ts'
import { checkAccounts, getHolderSnapshot, getList } from './draft-lists.ts'
import { getEarnings } from './earnings.ts'
import * as exits from './exits.ts'
import * as live from './live.ts'
import { prepareList } from './live-lists.ts'
import * as moderation from './moderation.ts'
import * as move from './move.ts'
import * as names from './names.ts'
import * as ownership from './ownership.ts'
import { checkAlias } from './page-alias.ts'
import * as profile from './profile.ts'
import { getRehearsal, startRehearsal } from './rehearsal.ts'
import * as reveal from './reveal.ts'
import { searchAll } from './search.ts'
import * as session from './session.ts'
import { getStatement } from './statement.ts'
import { exportFigures, getStats, getStudioStats, listTurnout } from './stats.ts'
import * as studio from './studio.ts'
import * as uploads from './uploads.ts'
import * as works from './works.ts'

/**
 * Every call by its area, in the order of the OpenAPI description; clients offer them all. It
 * loads the schemas of all calls, so the web app imports single calls instead.
 */
export const calls = {
  collections: {
    ...collections,
    ...collectionReads,
    ...collector,
    searchAll,
    ...art,
    ...live,
    getStats,
    ...moderation,
  },
  studio: {
    ...studio,
    ...uploads,
    ...works,
    ...deployments,
    ...reveal,
    ...archive,
    ...move,
    ...exits,
    startRehearsal,
    getRehearsal,
    ...ownership,
    getList,
    prepareList,
    checkAlias,
    checkAccounts,
    getHolderSnapshot,
    getStudioStats,
    listTurnout,
    exportFigures,
    getEarnings,
    getStatement,
    listBalanceChecks,
    checkBalances,
  },
  names,
  academy,
  achievements,
  campaigns,
  session,
  profile,
  currencies,
  instance,
}
