import { checkSet } from '@platemark/works/check-set'
import { serveTask } from '../../../worker-task.ts'

// Worker thread of `checkSetOffThread`, for one set.
await serveTask(checkSet)
