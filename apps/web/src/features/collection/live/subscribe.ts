import type { StreamEvent } from './event-stream.ts'
import { createLeader, MAX_SILENCE_MS } from './lead-stream.ts'
import { joinTabs, type TabMessage } from './tabs.ts'
import { whileVisible } from './while-visible.ts'

type SubscribeOptions = {
  /** Collection, as `formatTopic` names it. */
  topic: string
  /** Takes each event once, with every tab and stream it may come from. */
  onEvent: (event: StreamEvent) => void
  /** Called when the collection is carried by a stream, and when it is not any more. */
  onOpenChange: (isOpen: boolean) => void
  /** Called when a visible page lost its stream, or its collection seems to be gone. */
  onLost: () => void
}

/**
 * Subscribes to a collection's events while the page is visible. All visible tabs of a
 * browser share one connection, for whichever collections they show, which is closed with
 * the last of them; each event carries the whole state, so a tab that comes back misses
 * nothing. Returns a function that ends the subscription.
 */
export function subscribeToCollection(options: SubscribeOptions): () => void {
  const { topic, onEvent, onOpenChange, onLost } = options
  let lastEventId: string | undefined
  let notBefore = 0
  return whileVisible((hidden) => {
    const leader = createLeader(hidden, notBefore)
    let isOpen = false
    let silence: ReturnType<typeof setTimeout> | undefined
    const setOpen = (next: boolean) => {
      clearTimeout(silence)
      if (next) silence = setTimeout(lose, MAX_SILENCE_MS)
      if (next === isOpen) return
      isOpen = next
      onOpenChange(next)
    }
    const lose = () => {
      const wasOpen = isOpen
      setOpen(false)
      if (wasOpen) onLost()
    }
    const take = (event: StreamEvent) => {
      if (event.name === 'reload') {
        setOpen(false)
        return onLost()
      }
      // The next stream and the next leader send the last event again.
      if (event.id !== undefined && event.id === lastEventId) return
      lastEventId = event.id
      onEvent(event)
    }
    const onMessage = (message: TabMessage) => {
      if (hidden.aborted) return
      if (message.kind === 'joined') leader.repeat()
      else if (message.kind === 'event') {
        if (message.topic === topic) take(message.event)
      } else {
        notBefore = message.notBefore
        if (message.open.includes(topic)) setOpen(true)
        else lose()
      }
    }
    hidden.addEventListener('abort', () => setOpen(false))
    void joinTabs({ topic, signal: hidden, onMessage, lead: leader.run })
  })
}
