// The event browser: what it shows, what it masks, how it follows, and that it finds by index.
import { describe, expect } from 'vitest'
import type { EventView } from '#backend/audit/event-view.ts'
import { order } from '#backend/domain/order/order.ts'
import { user } from '#backend/domain/user/user.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import type { Core } from '#backend/shop.ts'
import { additions, test as coreTest } from '#backend/testing/core-fixture.ts'

const test = coreTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
    openOwnerPool(databaseUrl, onCleanup),
  )
  .extend('story', { scope: 'file' }, async ({ core }) => {
    const ana = { actor: 'user:7', correlation: 'ana-se-registra' } as const
    await handleCommand(core.store, ana, user, 7, {
      type: 'RegisterUser',
      userId: 7,
      name: 'Ana',
      email: 'ana@gamertech.test',
      method: 'password',
    })
    await core.store.append(additions(7, null, 30))
    await placeOrder(core, '2026-03-01T10:00:00Z')
    return core
  })
  .extend('run', ({ story, ownerPool }) => opsOn({ core: story, ownerPool }))

function placeOrder(core: Core, at: string) {
  return handleCommand(core.store, { actor: 'operator', correlation: 'pedido', at: new Date(at) }, order, 9, {
    type: 'PlaceOrder',
    orderId: 9,
    userId: 7,
    reference: '9-abc',
    lines: [
      {
        productId: 3,
        name: 'Rat\u009b2Jón',
        imageUrl: '/r.webp',
        priceCents: 100,
        netCents: 83,
        productVersion: 1,
        discountCents: 0,
        ...{ guaranteeMonths: null, guaranteeBy: null },
        quantity: 2,
      },
    ],
    currency: 'ARS',
    sellerRevision: 0,
    holdUntil: new Date('2026-03-01T10:15:00Z'),
    transfer: null,
  })
}

/** Of the lines below the headings. */
const positionsOf = (lines: readonly string[]) => lines.slice(1).map((line) => Number(line.trim().split(' ')[0]))

describe('events', () => {
  test('shows the last twenty, one a line, with everything an event has', async ({ run }) => {
    const { code, lines } = await run('events')
    expect(code).toBe(0)
    expect(positionsOf(lines)).toEqual(Array.from({ length: 20 }, (_, index) => index + 13))
    expect(lines[0]?.trim().split(/\s+/)).toEqual([
      'POSICIÓN',
      'HORA',
      'STREAM',
      'V',
      'TIPO',
      'ACTOR',
      'COMANDO',
      'CORRELACIÓN',
      'DATOS',
    ])
    const [position, time = '', ...cells] = (lines.at(-1) ?? '').trim().split(/ {2,}/)
    expect([position, new Date(time).toISOString()]).toEqual(['32', '2026-03-01T10:00:00.000Z'])
    expect(cells).toEqual([
      ...['order-9', 'v1', 'OrderPlaced', 'operator', 'PlaceOrder', 'pedido'],
      '{"orderId":9,"userId":7,"reference":"9-abc","lines":[{"productId":3,"name":"Rat\\u009b2Jón","imageUrl":"/r.webp","priceCents":100,"netCents":83,"productVersion":1,"quantity":2,"discountCents":0,"guaranteeMonths":null,"guaranteeBy":null}],' +
        '"totalCents":200,"currency":"ARS","sellerRevision":0,"holdUntil":"2026-03-01T10:15:00.000Z","transfer":null}',
    ])
    for (const heading of ['HORA', 'STREAM', 'TIPO', 'DATOS']) {
      const column = lines[0]?.indexOf(heading) ?? 0
      for (const line of lines.slice(1)) expect(line.slice(column - 2, column + 1)).toMatch(/^ {2}\S$/)
    }
  })

  test('masks personal fields unless they are asked for, and shows what was erased as null', async ({
    run,
    story,
    ownerPool,
  }) => {
    const shown = async (...options: string[]) =>
      JSON.parse((await run('events', '--stream', 'user-7', '--json', ...options)).text) as EventView
    expect((await shown()).data).toEqual({ userId: 7, name: '[personal]', email: '[personal]', method: 'password' })
    expect((await shown('--unseal')).data).toMatchObject({ name: 'Ana', email: 'ana@gamertech.test' })
    expect(await shown()).toMatchObject({
      position: 1,
      stream: 'user-7',
      version: 1,
      type: 'UserRegistered',
      actor: 'user:7',
      cause: 'RegisterUser',
      correlation: 'ana-se-registra',
    })
    const key = await ownerPool.query('delete from keys.subjects where subject = 7 returning *')
    expect((await shown('--unseal')).data).toMatchObject({ name: null, email: null })
    const { subject, wrapped_key } = key.rows[0]
    await story.pool.query('insert into keys.subjects (subject, wrapped_key) values ($1, $2)', [subject, wrapped_key])
  })

  test.for<[string[], number[]]>([
    [['--stream', 'order-9'], [32]],
    [
      ['--type', 'UserRegistered,OrderPlaced'],
      [1, 32],
    ],
    [['--actor', 'user:7'], [1]],
    [['--correlation', 'pedido'], [32]],
    [['--until', '2026-03-01T10:00:01Z'], [32]],
    [['--since', '2026-03-02T00:00Z', '--type', 'UserRegistered'], [1]],
    [['--since', '1h', '--actor', 'user:7'], [1]],
    [['--since', '2026-03-01T07:00:00-03:00', '--until', '2026-03-01T10:01Z'], [32]],
    [
      ['--limit', '2'],
      [31, 32],
    ],
    [
      ['--after', '3', '--limit', '2'],
      [4, 5],
    ],
    [['--after', '30', '--stream', 'cart-7'], [31]],
    [['--stream', 'cart-7', '--limit', '1'], [31]],
    [['--limit', '0'], Array.from({ length: 32 }, (_, index) => index + 1)],
    [['--actor', 'nobody'], []],
  ])('%j', async ([options, positions], { run }) => {
    const { code, lines } = await run('events', ...options)
    expect([code, positionsOf(lines)]).toEqual([0, positions])
  })

  test('names what there is where it knows no such stream, type, time or number', async ({ run }) => {
    for (const [options, code, sentence] of [
      [['--stream', 'pedido-9'], 2, /^No hay streams «pedido-9».*user, product, stock, cart, order, payment/],
      [['--stream', 'order-'], 2, /^No hay streams «order-»/],
      [['--stream', 'order-10'], 1, /^El registro no tiene un stream order-10\.$/m],
      [['--type', 'UserRegistered,Nada'], 2, /^No hay eventos «Nada»\. Los que hay: .*OrderPlaced/],
      [['--since', 'ayer'], 2, /^--since no admite «ayer»/],
      [['--until', '2026-02-31T25:00'], 2, /^--until no admite/],
      [['--after', '-1'], 2, /^--after no admite «-1»/],
      [['--limit', 'x'], 2, /^--limit no admite «x»/],
    ] as const) {
      const answer = await run('events', ...options)
      expect([answer.code, answer.text]).toEqual([code, ''])
      expect(answer.err).toMatch(sentence)
    }
  })

  test('follows what is appended until Ctrl-C, each event once', async ({ run, story }) => {
    const stop = new AbortController()
    const seen: number[] = []
    const following = run.call(['events', '--tail', '--type', 'ItemAddedToCart', '--limit', '1', '--json'], {
      signal: stop.signal,
      seen: (text) => void seen.push((JSON.parse(text) as EventView).position),
    })
    await expect.poll(() => seen).toEqual([31])
    for (let nth = 0; nth < 5; nth++) await story.store.append(additions(8, null, 2))
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(11)
    stop.abort()
    expect((await following).code).toBe(0)
    expect(seen).toEqual([31, ...Array.from({ length: 10 }, (_, index) => index + 33)])
  })
})
