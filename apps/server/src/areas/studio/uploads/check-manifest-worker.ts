import { serveTask } from '../../../worker-task.ts'
import { checkManifest } from './check-manifest.ts'

// Worker thread of `checkManifestOffThread`, for one list.
await serveTask(checkManifest)
