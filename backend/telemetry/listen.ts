// How the channels of the shop are listened to: at the start and at the end of what is observed.
import type { TracingChannel } from 'node:diagnostics_channel'

type Ended<Message> = Message & { error?: unknown; result?: unknown }

const nothing = () => undefined

/** Listens until the answered function is called. A listener that throws would harm what it watches: it must not. */
export function listen<Message extends object>(
  channel: TracingChannel<Message, Message>,
  on: { start?: (message: Message) => void; end: (message: Ended<Message>) => void },
): () => void {
  const subscribers = {
    start: on.start ?? nothing,
    end: nothing,
    asyncStart: nothing,
    asyncEnd: on.end,
    error: nothing,
  }
  channel.subscribe(subscribers)
  return () => channel.unsubscribe(subscribers)
}

/** Seconds since performance.now() was this. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
