// Bounds the memory of unread answers: cuts callers who request much and read nothing.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Check interval in milliseconds; within it the bound may be exceeded. */
const everyMs = 1000

/** Above `mostBytes` of unread answers in total, cuts the callers with most. Ends with the server. */
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
