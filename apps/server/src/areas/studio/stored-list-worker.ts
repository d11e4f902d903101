import { serveTask } from '../../worker-task.ts'
import { writeStoredList } from './stored-list.ts'

// Worker thread of `getList`, for one list.
await serveTask(writeStoredList)
