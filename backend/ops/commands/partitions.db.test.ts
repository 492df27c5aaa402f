// ops partitions, and what the other commands say of a log in partitions: verify finds what is damaged in old ones, export and import carry it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject } from 'vitest'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import type { Finding } from '#backend/ops/verify/finding.ts'
import { openCore } from '#backend/shop.ts'
import { additions } from '#backend/testing/core-fixture.ts'
import { createDatabase, test as databaseTest } from '#scripts/testing/database.ts'

const keys = { dataKey: Buffer.alloc(32, 7), sessionSecret: 's'.repeat(40) }

/** 3,700 events of 37 carts: the first partition was a table of 500. */
const test = databaseTest
  .extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const core = await openCore({ databaseUrl, ...keys })
    onCleanup(() => core.close())
    for (let cart = 1; cart <= 5; cart++) await core.store.append(additions(cart, 0, 100))
    return core
  })
  .extend('pool', { scope: 'file' }, ({ databaseUrl }, { onCleanup }) => openOwnerPool(databaseUrl, onCleanup))
  .extend('run', ({ core, pool }) => opsOn({ core, ownerPool: pool }))
  .extend('begun', { scope: 'file' }, async ({ core, pool }) => {
    const run = opsOn({ core, ownerPool: pool })
    const begun = {
      before: await run('partitions'),
      began: await run('partitions', 'begin', '--size', '1000'),
    }
    for (let cart = 6; cart <= 37; cart++) await core.store.append(additions(cart, 0, 100))
    await extendChain(pool)
    expect(await run('rebuild', 'all')).toMatchObject({ code: 0 })
    const kept = ['events__1', 'events__2', 'events__3']
    await pool.query('create schema kept')
    for (const table of kept) await pool.query(`create table kept.${table} as table es.${table}`)
    return { ...begun, kept }
  })

describe('ops partitions', () => {
  test('begins, lists and tells how many are ahead', async ({ run, begun }) => {
    expect(begun.before).toMatchObject({
      code: 0,
      lines: ['El registro es una sola tabla. Se parte con: partitions begin'],
    })
    expect(begun.began.lines).toEqual([
      'El registro está partido: lo que había y lo que venga hasta la posición 1000 es la primera partición.',
    ])
    const { lines, code } = await run('partitions')
    expect([code, lines.length]).toEqual([0, 7])
    expect(lines[1]).toMatch(/^events__1 +1 +1000 +1000 +\d{5,} +pg_default +llena$/)
    expect(lines[4]).toMatch(/^events__4 +3001 +4000 +700 +\d{5,} +pg_default +en uso$/)
    expect(lines[5]).toMatch(/^events__5 +4001 +5000 +0 +\d{5,} +pg_default +vacía$/)
    expect(lines[6]).toBe('Cada una por venir: 1000 posiciones. 1 vacía por delante.')
    const status = await run('status')
    expect(status.lines[0]).toBe('Eventos: 3700, en 4 particiones; 1 vacía por delante.')
    expect(status.lines.at(-1)).toContain('el registro (1 particiones por delante, corresponden 2)')
    expect(status.lines.slice(-7, -1)).toEqual(lines.slice(0, 6))
    await run('partitions', 'size', '--size', '2000')
    expect(JSON.parse((await run('partitions', '--json')).text)).toMatchObject({ size: 2000, ahead: 1 })
  })

  test('one that is detached is told of, and counts as late', async ({ run, pool, begun }) => {
    expect(begun.began.code).toBe(0)
    await pool.query('alter table es.events detach partition es.events__2')
    const [listed, status, json] = [await run('partitions'), await run('status'), await run('status', '--json')]
    await pool.query('alter table es.events attach partition es.events__2 for values from (1001) to (2001)')
    expect(listed.lines).toHaveLength(7)
    expect(listed.lines[5]).toMatch(/^events__2 +- +- +- +\d{5,} +pg_default +separada: el registro no la lee$/)
    expect(status.lines[0]).toBe('Eventos: 3700, en 3 particiones; 1 vacía por delante.')
    expect(status.lines.at(-1)).toContain('events__2 (separada del registro)')
    expect(JSON.parse(json.text).partitions.at(-1)).toMatchObject({ name: 'events__2', state: 'detached', first: null })
  })

  test('refuses what makes no sense in one sentence', async ({ run, begun }) => {
    expect(begun.began.code).toBe(0)
    const refused: [string[], number, string][] = [
      [['begin'], 1, 'El registro ya está partido: lo muestra partitions list.'],
      [['begin', '--size', '10'], 2, '--size no admite «10»: se espera un número entero desde 1000.'],
      [['size'], 2, 'partitions size necesita --size con las posiciones de cada partición.'],
      [
        ['move', 'events__1'],
        2,
        'partitions move necesita la PARTICIÓN, como la muestra partitions list, y --tablespace.',
      ],
      [
        ['move', 'events__1', '--tablespace', 'nope'],
        2,
        'No hay ningún tablespace que se llame nope: lo crea quien administra PostgreSQL.',
      ],
      [
        ['move', 'events__4', '--tablespace', 'pg_default'],
        1,
        'events__4 no es una partición que esté llena: las que hay las muestra partitions list.',
      ],
      [['split'], 2, 'partitions no sabe split: es list, begin, size o move.'],
    ]
    for (const [args, code, sentence] of refused) {
      const answer = await run('partitions', ...args)
      expect([args, answer.code]).toEqual([args, code])
      expect(answer.err).toContain(sentence)
    }
  })

  test('moves a full one, and history and rebuild read it there', async ({ run, begun }) => {
    expect(begun.began.code).toBe(0)
    const name = await newTablespace()
    expect(await run('partitions', 'move', 'events__2', '--tablespace', name)).toMatchObject({
      code: 0,
      lines: [`events__2: está en ${name}.`],
    })
    expect((await run('partitions')).lines[2]).toMatch(new RegExp(`^events__2 .* ${name} +llena$`))
    expect((await run('history', 'cart-12', '--json')).code).toBe(0)
    expect(await run('rebuild', 'carts')).toMatchObject({ code: 0 })
  })
})

async function newTablespace(): Promise<string> {
  const name = `slow_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query('set allow_in_place_tablespaces = on')
  await admin.query(`create tablespace ${name} location ''`)
  await admin.end()
  return name
}

const shownFrom = (condition: string) =>
  `create or replace view es.recent_events as
     select pos, stream_id, version, type, schema_version, data, meta, at from es.events where pos >= ${condition}`

/** What is done at once, what verify says of each, and what undoes what copies of rows cannot. */
const damages: [name: string, parts: [statement: string, sentence: RegExp, undo?: string][]][] = [
  [
    'rows of old partitions',
    [
      ['delete from es.events__1 where pos = 4', /^registro: falta la posición 4$/],
      [
        `update es.events__2 set data = '{"userId":14,"productId":1,"quantity":2}' where pos = 1350`,
        /^cadena: el evento 1350 no es el que se encadenó$/,
      ],
      [
        'update es.events__3 set version = 500 where pos = 2050',
        /^stream cart-21: tiene 100 eventos, el último de versión 500/,
      ],
      [
        'insert into es.events__4 select 3701, stream_id, 7, type, schema_version, data, meta, at from es.events where pos = 107',
        /^stream cart-2: tiene 101 eventos, el último de versión 100/,
        'delete from es.events__4 where pos = 3701',
      ],
    ],
  ],
  [
    'what guards them',
    [
      [
        'alter table es.events__1 disable trigger append_only',
        /^esquema: disparador append_only de es\.events__1 es «CREATE TRIGGER .* apagado»/,
        'alter table es.events__1 enable trigger append_only',
      ],
      [
        'grant update on es.events__2 to gamertech_app',
        /^esquema: sobra permiso de gamertech_app en es\.events__2: update$/,
        'revoke update on es.events__2 from gamertech_app',
      ],
      [
        'alter table es.events__3 drop constraint events__3_stream_id_version_key',
        /^esquema: falta restricción events__3_stream_id_version_key de es\.events__3: UNIQUE/,
        'alter table es.events__3 add unique (stream_id, version)',
      ],
      [
        shownFrom('3500'),
        /^esquema: es\.recent_events muestra desde la posición 3500, y el registro se escribe en la partición que empieza en la 3001$/,
        shownFrom('2001'),
      ],
    ],
  ],
  [
    'what is shown of them',
    [
      [shownFrom('2001 and type <> 1'), /^esquema: vista es\.recent_events es «/, shownFrom('2001')],
      [
        'alter table es.events detach partition es.events__2',
        /^esquema: la partición events__3 toma las posiciones 2001 a 3000, y corresponde que sea events__2 desde la 1001$/,
        'alter table es.events attach partition es.events__2 for values from (1001) to (2001)',
      ],
    ],
  ],
]

describe('verify in a log in partitions', () => {
  test.for(damages)('finds damage of %s', async ([, parts], { run, pool, begun }) => {
    const plant = (...sql: string[]) =>
      pool.query(`begin; set local session_replication_role = replica; ${sql.join(';')}; commit`)
    await plant(...parts.map(([statement]) => statement))
    const { code, text } = await run('verify', '--json')
    const undone = parts.flatMap(([, , undo]) => undo ?? [])
    await plant(
      ...undone,
      ...begun.kept.map((table) => `delete from es.${table}; insert into es.${table} table kept.${table}`),
    )
    const sentences = (JSON.parse(text) as { findings: Finding[] }).findings.map(({ message }) => message)
    for (const [statement, sentence] of parts)
      expect(sentences, statement).toContainEqual(expect.stringMatching(sentence))
    expect(code).toBe(1)
  })

  test('all of it undone, the shop is in order', async ({ run, begun }) => {
    expect(begun.began.code).toBe(0)
    const { findings } = JSON.parse((await run('verify', '--json')).text) as { findings: Finding[] }
    // No process does jobs here.
    expect(findings.filter(({ subject }) => subject !== 'jobs')).toEqual([])
  })
})

test('a log in partitions is exported, and taken into one that is in partitions already', async ({ run, begun }) => {
  expect(begun.began.code).toBe(0)
  const file = join(tmpdir(), `gamertech-partitions-${randomBytes(4).toString('hex')}.ndjson`)
  expect(await run('export', file)).toMatchObject({ code: 0 })
  const { databaseUrl, drop } = await createDatabase()
  const core = await openCore({ databaseUrl, ...keys })
  let end = async () => {}
  const pool = openOwnerPool(databaseUrl, (ends) => {
    end = ends
  })
  try {
    await splitLog(pool, 1000, { signal: new AbortController().signal, waitsFor: () => undefined })
    const target = opsOn({ core, ownerPool: pool })
    expect(await target('import', file)).toMatchObject({ code: 0, err: '' })
    expect((await target('partitions')).lines).toHaveLength(7)
    await core.store.append(additions(40, 0, 3))
    expect(await target('rebuild', 'all')).toMatchObject({ code: 0 })
    expect(await target('verify')).toMatchObject({ code: 0, err: '' })
  } finally {
    await core.close()
    await end()
    await drop()
    await rm(file)
  }
})
