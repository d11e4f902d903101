import type { StreamEvent } from './event-stream.ts'

/** Message between the tabs of a browser. */
export type TabMessage =
  /** A tab shows a collection: the leader repeats what it has of it. */
  | { kind: 'joined' }
  /**
   * Collections that the open stream carries, none without a stream; and the time before
   * which the server wants no other attempt, in ms since 1970.
   */
  | { kind: 'status'; open: string[]; notBefore: number }
  | { kind: 'event'; topic: string; event: StreamEvent }

/** The leader's access to the tabs of its browser, itself included. */
export type TabGroup = {
  send(message: TabMessage): void
  /** Lists the collections that visible tabs show, its own first. */
  listTopics(): Promise<string[]>
}

type JoinOptions = {
  /** Collection that the tab shows, as `network:address`. */
  topic: string
  /** Ends the membership. */
  signal: AbortSignal
  /** Takes the messages of the leader, also of a leader in this tab. */
  onMessage(message: TabMessage): void
  /** Runs in one tab at a time; never rejects. */
  lead(tabs: TabGroup): Promise<void>
}

// Another version of the messages gets another name: tabs of two releases may be open.
const NAME = 'platemark live 1'
const LEADER = `${NAME} leader`
const TOPIC = `${NAME} of `

/**
 * Joins the tabs of this browser, of which one at a time leads. Membership and leadership
 * are Web Locks, which the browser releases for a tab that closes or crashes. A tab that
 * has no locks or no channel (page without TLS, storage forbidden) leads itself alone.
 */
export async function joinTabs(options: JoinOptions): Promise<void> {
  const { topic, signal, lead, onMessage } = options
  const channel = openChannel()
  const locks = readLocks()
  const alone: TabGroup = { send: onMessage, listTopics: async () => [topic] }
  if (!channel || !locks) {
    channel?.close()
    return lead(alone)
  }
  const post = (message: TabMessage) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  signal.addEventListener('abort', () => channel.close())
  // Safe: only this module posts to a channel of this name.
  channel.onmessage = ({ data }) => onMessage(data as TabMessage)
  const member = { mode: 'shared', signal } as const
  let isLeading = false
  try {
    const membership = locks.request(TOPIC + topic, member, () => {
      post({ kind: 'joined' })
      return aborted(signal)
    })
    const leadership = locks.request(LEADER, { signal }, () => {
      isLeading = true
      return lead({
        send(message) {
          onMessage(message)
          post(message)
        },
        listTopics: () => listTopics(locks, topic),
      })
    })
    await Promise.all([membership, leadership])
  } catch {
    if (isLeading || signal.aborted) return
    channel.close()
    await lead(alone)
  }
}

async function listTopics(locks: LockManager, own: string): Promise<string[]> {
  const { held = [] } = await locks.query()
  const topics = held.flatMap(({ name = '' }) =>
    name.startsWith(TOPIC) ? [name.slice(TOPIC.length)] : [],
  )
  return [...new Set([own, ...topics])]
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}

function readLocks(): LockManager | undefined {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}
