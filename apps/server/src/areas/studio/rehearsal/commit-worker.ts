import { commitToOrder } from '@platemark/rules/reveal-commitment'
import { serveTask } from '../../../worker-task.ts'
import type { CommitTask } from './reveal-set.ts'

// Worker thread of `revealSet`, for one set.
await serveTask(({ text, secret }: CommitTask) => commitToOrder(text, secret))
