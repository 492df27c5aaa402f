// Moves a full partition to another tablespace: copies beside readers and writers, compares, and swaps.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { listPartitions, type Partition } from './partitions.ts'
import { type Waited, withShortLock } from './short-locks.ts'

export class NotMovable extends Error {
  override readonly name = 'NotMovable'
}
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

const digest = (table: string) =>
  `(select row(count(*), sum(hashtextextended(e::text, 0)::numeric))::text from ${table} e)`

export async function movePartition(owner: pg.Pool, name: string, tablespace: string, waited: Waited): Promise<void> {
  const partition = (await listPartitions(owner)).find((one) => one.name === name && one.state === 'full')
  if (!partition) throw new NotMovable(`${name} is no partition that is full`)
  const copy = `${name}_moving`
  try {
    await copyPartition(owner, partition, { copy, tablespace })
    await withShortLock(owner, waited, takePlace(partition, copy))
  } catch (error) {
    await owner.query(`drop table if exists es.${copy}`).catch(() => undefined)
    throw error
  }
}

async function copyPartition(
  owner: pg.Pool,
  { name, first, upto }: Partition,
  { copy, tablespace }: { copy: string; tablespace: string },
): Promise<void> {
  await transaction(owner, async (client) => {
    await client.query(`drop table if exists es.${copy}`)
    await client.query("select set_config('default_tablespace', $1, true)", [tablespace])
    await client.query('select es.create_partition($1)', [copy])
    await client.query(`insert into es.${copy} select * from es.${name} order by pos`)
    await client.query(`alter table es.${copy} add constraint ${copy}_bound check (pos >= ${first} and pos <= ${upto})`)
    const { rows } = await client.query<{ same: boolean }>(
      `select ${digest(`es.${name}`)} = ${digest(`es.${copy}`)} as same`,
    )
    if (!rows[0]?.same) throw new CopyDiffers(`the copy of ${name} differs from it`)
  })
  await owner.query(`vacuum (freeze, analyze) es.${copy}`)
}

function takePlace({ name, first, upto }: Partition, copy: string): string {
  const renamed = ['pkey', 'stream_id_version_key', 'lookup'].map(
    (index) => `alter index es.${copy}_${index} rename to ${name}_${index};`,
  )
  return `
    lock table es.recent_events in access exclusive mode;
    alter table es.events detach partition es.${name};
    drop table es.${name};
    alter table es.${copy} rename to ${name};
    ${renamed.join('\n')}
    alter table es.events attach partition es.${name} for values from (${first === 1 ? 'minvalue' : first}) to (${Number(upto) + 1});
    alter table es.${name} drop constraint ${copy}_bound`
}
