// Checks an exported log without a database: completeness, and the hash that verify knows.
import type { Readable } from 'node:stream'
import { ChainHash, epochText } from '#backend/eventstore/log/chain/chain-hash.ts'
import type { NotedHash } from '#backend/ops/verify/verify-chain.ts'
import { linesOf } from './log-file.ts'
import { LogReader } from './log-reader.ts'

/** `notedHash` is the file's hash at the noted position; undefined if the file ends before. */
export type CheckedExport = { head: NotedHash; notedHash: string | undefined }

/** The place of the microseconds in '2026-11-21T07:49:54.123456Z'. */
const [fraction, fractionEnd] = [20, 26]

/** Reads an export to its end. Throws OpsFailure with the line if the file is damaged, cut off or starts late. */
export async function checkExport(input: Readable, noted: NotedHash | null): Promise<CheckedExport> {
  const reader = new LogReader()
  const chain = new ChainHash()
  let notedHash: string | undefined
  for await (const lines of linesOf(input))
    for (const line of lines) {
      const read = reader.accept(line)
      if (read.kind !== 'event') continue
      const { at, ...event } = read.event
      chain.add({ ...event, epoch: epochText(new Date(at), at.slice(fraction, fractionEnd)) })
      if (event.pos === noted?.position) notedHash = chain.whole.toString('hex')
    }
  reader.finish()
  return { head: { position: reader.position, hash: chain.whole.toString('hex') }, notedHash }
}
