import { serveTask } from '../../worker-task.ts'
import { buildList } from './list-file.ts'

// Worker thread of `buildListOffThread`, for one list.
await serveTask(buildList)
