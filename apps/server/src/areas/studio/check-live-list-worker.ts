import { serveTask } from '../../worker-task.ts'
import { checkLiveList } from './check-live-list.ts'

// Worker thread of `checkLiveListOffThread`, for one list.
await serveTask(checkLiveList)
