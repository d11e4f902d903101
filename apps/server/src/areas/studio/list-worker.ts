import { parentPort, workerData } from 'node:worker_threads'
import { buildList } from './list-file.ts'

// Worker thread of `buildListOffThread`, for one list.
parentPort?.postMessage(buildList(workerData))
