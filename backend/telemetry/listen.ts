import type { TracingChannel } from 'node:diagnostics_channel'

export type Ended<Message> = Message & { error?: unknown; result?: unknown }

const nothing = () => undefined

/** Subscribes to a channel; returns what ends it. Listeners must not throw: it would harm the observed work. */
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

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
