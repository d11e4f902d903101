import type * as UnixFS from '@ipld/unixfs'

/** Bytes of blocks that wait for the reader. */
const CAPACITY = 4 * 2 ** 20

/** Blocks on their way from their writer to one reader. */
type BlockQueue = {
  /** In the form that the library takes; it refuses no block, also without a reader. */
  writer: UnixFS.BlockWriter
  read(): AsyncGenerator<UnixFS.Block, void>
  /** Returns whether what is written may still be read. */
  hasReader(): boolean
}

/**
 * Creates a queue. A stream of the platform would reject writes that the library does not wait
 * for once its reader leaves, which ends a server.
 */
export function createBlockQueue(): BlockQueue {
  const waiting: UnixFS.Block[] = []
  let bytes = 0
  let isClosed = false
  let isRead = true
  let changed = Promise.withResolvers<void>()
  const notify = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  async function untilRoom(): Promise<void> {
    while (isRead && bytes >= CAPACITY) await changed.promise
  }
  return {
    writer: {
      get desiredSize() {
        return isRead ? CAPACITY - bytes : CAPACITY
      },
      get ready() {
        return untilRoom()
      },
      async write(block: UnixFS.Block) {
        if (!isRead) return
        waiting.push(block)
        bytes += block.bytes.length
        notify()
      },
      async close() {
        isClosed = true
        notify()
      },
      async abort() {},
      releaseLock() {},
    },
    async *read() {
      try {
        for (;;) {
          const block = waiting.shift()
          if (block) {
            bytes -= block.bytes.length
            notify()
            yield block
          } else if (isClosed) return
          else await changed.promise
        }
      } finally {
        isRead = false
        notify()
      }
    },
    hasReader: () => isRead,
  }
}
