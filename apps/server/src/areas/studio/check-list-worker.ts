import { serveTask } from '../../worker-task.ts'
import { checkList } from './check-list.ts'

// Worker thread of `checkListOffThread`, for one list.
await serveTask(checkList)
