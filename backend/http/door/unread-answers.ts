// Callers who ask for much and read nothing: what they leave unread stands in this process's memory, so all of it together is bounded.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often it is looked at, in milliseconds: no more than what was asked for in so long is held on to beyond the bound. */
const everyMs = 1000

/** From now on, where callers of the server leave more than `mostBytes` unread in all, those who leave most are cut. Ends with the server. */
export function boundUnread(server: Server, mostBytes: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => cutBeyond(sockets, mostBytes), everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function cutBeyond(sockets: ReadonlySet<Socket>, mostBytes: number): void {
  const unread = [...sockets].filter((socket) => socket.writableLength > 0)
  let sum = unread.reduce((bytes, socket) => bytes + socket.writableLength, 0)
  for (const socket of unread.toSorted((a, b) => b.writableLength - a.writableLength)) {
    if (sum <= mostBytes) return
    sum -= socket.writableLength
    socket.destroy()
  }
}
