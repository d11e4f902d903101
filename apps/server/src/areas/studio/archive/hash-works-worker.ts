import { serveTask } from '../../../worker-task.ts'
import { hashWorks } from './hash-works.ts'

// Worker thread of `hashWorksOffThread`, for one set.
await serveTask(hashWorks)
