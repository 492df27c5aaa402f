// Checks an exported log without a database: completeness, and the hash that verify knows.
import type { Readable } from 'node:stream'
import { ChainHash, epochText } from '#backend/eventstore/log/chain/chain-hash.ts'
import type { NotedHash } from '#backend/ops/verify/verify-chain.ts'
import { readLog } from './log-reader.ts'

/** `notedHash` is the file's hash at the noted position; undefined if the file ends before. */
export type CheckedExport = { head: NotedHash; notedHash: string | undefined }

/** The place of the microseconds in '2026-11-21T07:49:54.123456Z'. */
const [fraction, fractionEnd] = [20, 26]

/** Reads an export to its end. Throws OpsFailure with the line if the file is damaged, cut off or starts late. */
export async function checkExport(input: Readable, noted: NotedHash | null): Promise<CheckedExport> {
  const chain = new ChainHash()
  let [position, notedHash]: [number, string | undefined] = [0, undefined]
  for await (const { events } of readLog(input))
    for (const { at, ...event } of events) {
      chain.add({ ...event, epoch: epochText(new Date(at), at.slice(fraction, fractionEnd)) })
      position = event.pos
      if (position === noted?.position) notedHash = chain.whole.toString('hex')
    }
  return { head: { position, hash: chain.whole.toString('hex') }, notedHash }
}
