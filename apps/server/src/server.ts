import type { AddressInfo } from 'node:net'
import { contentFolder, readAcademy } from '@platemark/academy/read-academy'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { startAchievementJobs } from './areas/achievements/jobs.ts'
import { withAchievements } from './areas/achievements/projection.ts'
import { requireVoucherKeys } from './areas/badges/check-voucher-keys.ts'
import { withBadges } from './areas/badges/projection.ts'
import { startCampaignJobs } from './areas/campaigns/jobs.ts'
import { withCampaigns } from './areas/campaigns/projection.ts'
import { startRateHistory } from './areas/currencies/service.ts'
import { startCollectionJobs } from './areas/discovery/jobs.ts'
import { startBalanceChecks } from './areas/earnings/jobs.ts'
import { measureBalances } from './areas/earnings/metrics.ts'
import { collectionProjection } from './areas/indexing/projection.ts'
import { measureChains } from './areas/instance/metrics.ts'
import { deleteUnnamedFiles } from './areas/metadata/delete-files.ts'
import { openOperatorSocket } from './areas/moderation/operator-socket.ts'
import { requireGatewaySigners } from './areas/names/gateway/check-signers.ts'
import { startNameJobs } from './areas/names/jobs.ts'
import { withNames } from './areas/names/projection.ts'
import { deleteEnded } from './areas/session/open-sessions.ts'
import { deleteAbandonedUploads } from './areas/studio/uploads/delete-abandoned.ts'
import { startUploadJobs } from './areas/studio/uploads/jobs.ts'
import { connectChains } from './configuration/chains.ts'
import type { Configuration } from './configuration/configuration.ts'
import {
  type Database,
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
} from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { every } from './every.ts'
import { openFileStore } from './files/open-file-store.ts'
import { makePrivateFolder } from './files/private-folder.ts'
import type { AppContext, Logger } from './http/app-context.ts'
import { createLog } from './http/log.ts'
import {
  createMetrics,
  type Metrics,
  metricsRoutes,
  startMetricsServer,
} from './http/metrics.ts'
import { deleteExpiredLimits } from './http/rate-limits.ts'
import { createUploadPlaces } from './http/upload-places.ts'
import { resetStatuses, startIndexer } from './indexer/indexer.ts'
import { noopMetrics } from './indexer/metrics.ts'
import { prometheusMetrics } from './indexer/prometheus.ts'

export type RunningServer = {
  /** Local URL without a trailing slash. */
  url: string
  app: FastifyInstance
  database: Database
  context: AppContext
  /** Ends everything in order: new calls, the indexer's batch, the database. */
  stop(): Promise<void>
}

type Overrides = {
  /** Already open, for instance by the holder of the data folder; closed by `stop`. */
  database?: OpenDatabase
  clock?: () => Date
  log?: Logger
  /** Serves the web app from its sources through the vite development server. */
  isDevelopment?: boolean
}

/**
 * Opens the configured resources, migrates the database and starts the roles. Throws
 * `FolderInUseError`, `FolderVersionError`, `FolderModeError`, `ConfigurationError` for a file
 * store that cannot be used or a key that may not sign, and errors of listening on a port.
 */
export async function startServer(
  configuration: Configuration,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const log = overrides.log ?? createLog(configuration.log_level)
  const opened =
    overrides.database ?? (await openDatabase(databaseLocation(configuration)))
  const ends: (() => Promise<unknown>)[] = [() => opened.close()]
  const stop = async () => {
    const failures: unknown[] = []
    // A failing end does not stop the others: the database is closed in any case.
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    await migrate(opened.database)
    makePrivateFolder(configuration.data_folder)
    const context: AppContext = {
      configuration: { ...configuration },
      database: opened.database,
      listen: opened.listen,
      chains: connectChains(configuration),
      files: await openFileStore(configuration),
      uploads: createUploadPlaces(configuration.limits),
      academy: readAcademy(contentFolder),
      clock: overrides.clock ?? (() => new Date()),
      log,
    }
    await requireGatewaySigners(context)
    await requireVoucherKeys(context)
    const hasRole = (role: Configuration['role']) =>
      configuration.role === 'all' || configuration.role === role
    const metrics = createServerMetrics(context)
    if (hasRole('indexer')) ends.push(await startContextIndexer(context, metrics))
    if (hasRole('jobs')) ends.push(...startJobs(context))
    const extraRoutes = metrics ? metricsRoutes(metrics, configuration) : []
    const app = await buildApp(context, { ...overrides, extraRoutes })
    ends.push(() => app.close())
    const url = await listen(app, context.configuration)
    if (metrics) ends.push(await startMetrics(metrics, context))
    if (configuration.database_url === null) {
      ends.push(await openOperatorSocket(context))
    }
    return { url, app, database: opened.database, context, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function databaseLocation({
  database_url,
  data_folder,
}: Configuration): DatabaseLocation {
  return database_url ? { url: database_url } : { folder: data_folder }
}

/** Creates the metrics; undefined if none are configured. */
function createServerMetrics(context: AppContext): Metrics | undefined {
  const metrics = createMetrics(context.configuration)
  if (metrics) {
    measureChains(metrics, context)
    measureBalances(metrics, context)
  }
  return metrics
}

/**
 * Starts the metrics port, if one is configured, and returns the function that closes it.
 */
async function startMetrics(
  metrics: Metrics,
  { configuration, log }: AppContext,
): Promise<() => Promise<void>> {
  const listening = await startMetricsServer(metrics, configuration)
  if (listening) log.info({ port: listening.port }, 'metrics server listening')
  return async () => listening?.close()
}

async function startContextIndexer(
  context: AppContext,
  metrics: Metrics | undefined,
): Promise<() => Promise<void>> {
  const { database_url, limits } = context.configuration
  const isEmbedded = database_url === null
  await resetStatuses({ ...context, isAlone: isEmbedded })
  const indexer = startIndexer({
    ...context,
    projection: withCampaigns(
      withAchievements(withBadges(withNames(collectionProjection))),
    ),
    isEmbedded,
    isAlone: isEmbedded,
    metrics: metrics ? prometheusMetrics(metrics.registry) : noopMetrics,
    rpc: {
      timeoutMs: limits.rpc_timeout_seconds * 1000,
      maxResponseBytes: limits.rpc_answer_bytes,
    },
    leaseMs: limits.lease_seconds * 1000,
  })
  return () => indexer.stop()
}

const HOUR = 3_600_000

/** Starts the periodic jobs, and returns the functions that stop them. */
function startJobs(context: AppContext): (() => Promise<void>)[] {
  const { database, clock, log } = context
  const tidy = async () => {
    try {
      await deleteExpiredLimits(database, clock())
      await deleteEnded(context)
      await deleteAbandonedUploads(context)
      await deleteUnnamedFiles(context)
    } catch (error) {
      log.error({ err: error }, 'expiry cleanup failed')
    }
  }
  return [
    startCollectionJobs(context),
    startUploadJobs(context),
    startRateHistory(context),
    startBalanceChecks(context),
    startNameJobs(context),
    startAchievementJobs(context),
    startCampaignJobs(context),
    every(HOUR, tidy),
  ]
}

/** Listens in every role, so that its health can be checked, and returns the URL. */
async function listen(
  app: FastifyInstance,
  configuration: Configuration,
): Promise<string> {
  await app.listen({ host: configuration.host, port: configuration.port })
  // Safe: a TCP server that listens has such an address.
  const { port } = app.server.address() as AddressInfo
  const url = `http://${hostOf(configuration.host)}:${port}`
  // A port chosen by the system is only known now.
  if (new URL(configuration.public_url).port === '0') configuration.public_url = url
  return url
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
