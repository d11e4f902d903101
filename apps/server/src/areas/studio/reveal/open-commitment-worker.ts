import { serveTask } from '../../../worker-task.ts'
import { openCommitment } from './open-commitment.ts'

// Worker thread of `openCommitmentOffThread`, for one set.
await serveTask(openCommitment)
