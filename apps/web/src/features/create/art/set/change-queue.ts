import { Problem } from '@platemark/api/problem'
import { addCorrections } from '@platemark/works/add-corrections'
import type { Correction } from '@platemark/works/work-types'

/** Corrections of a set, and the keys of its problems that are kept as they are. */
export type SetChanges = { corrections: Correction[]; accepted: string[] }

type ChangeQueueOptions<Answer> = {
  /** Reads the lists that the server has. */
  read(): Promise<SetChanges>
  /** Stores lists in place of those of the server. */
  send(lists: SetChanges): Promise<Answer>
  /** Called with whether changes wait, after each change of them. */
  onChange?(hasWaiting: boolean): void
}

const NONE: SetChanges = { corrections: [], accepted: [] }

/**
 * Holds changes of a set until the server has them. They are added to the lists that it has
 * at that time, because it takes whole lists.
 */
export function createChangeQueue<Answer>({
  read,
  send,
  onChange = () => undefined,
}: ChangeQueueOptions<Answer>) {
  let waiting = NONE
  let sending: Promise<Answer | undefined> | undefined

  const isEmpty = () => waiting.corrections.length + waiting.accepted.length === 0

  const write = (changes: SetChanges) => {
    waiting = changes
    onChange(!isEmpty())
  }

  const sendAll = async () => {
    let answer: Answer | undefined
    while (!isEmpty()) {
      const stored = await read()
      // Cleared meanwhile.
      if (isEmpty()) break
      const sent = waiting
      answer = await send(mergeChanges(stored, sent)).catch((error: unknown) => {
        // Refused ones would hold up all later ones.
        if (isRefusal(error)) write(removeChanges(waiting, sent))
        throw error
      })
      write(removeChanges(waiting, sent))
    }
    return answer
  }

  return {
    isEmpty,

    add(changes: Partial<SetChanges>) {
      write(mergeChanges(waiting, changes))
    },

    /** Forgets what waits. */
    clear() {
      write(NONE)
    },

    /**
     * Sends what waits and what is added meanwhile, one call at a time. Resolves to the last
     * answer, undefined where nothing waited. Rejects with the failure of a call: its changes
     * wait on, unless the server refused them.
     */
    flush(): Promise<Answer | undefined> {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
  }
}

/** Adds changes to others; a later correction takes the place of one of the same text or value. */
export function mergeChanges(
  { corrections, accepted }: SetChanges,
  added: Partial<SetChanges>,
): SetChanges {
  return {
    corrections: addCorrections(corrections, added.corrections ?? []),
    accepted: [...new Set([...accepted, ...(added.accepted ?? [])])],
  }
}

function removeChanges({ corrections, accepted }: SetChanges, sent: SetChanges) {
  return {
    corrections: corrections.filter((one) => !sent.corrections.includes(one)),
    accepted: accepted.filter((key) => !sent.accepted.includes(key)),
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.code === 'validation_failed'
}
