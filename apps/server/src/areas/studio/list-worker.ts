import { parentPort, workerData } from 'node:worker_threads'
import { buildList } from './list-file.ts'

// The thread that `buildListAside` starts for one list.
parentPort?.postMessage(buildList(workerData))
