// An entity as it was, and what led to what, on a shop where a purchase ran through request, notice and job.
import { describe, expect } from 'vitest'
import type { CommandNode } from '#backend/audit/causes/causation-tree.ts'
import type { EventView } from '#backend/audit/event-view.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import {
  buyerWith,
  type PurchaseShop,
  placed,
  test as purchaseTest,
  untilState,
} from '#backend/testing/purchase-fixture.ts'

const test = purchaseTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
    openOwnerPool(databaseUrl, onCleanup),
  )
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))
  .extend('sale', { scope: 'file' }, async ({ shop }) => {
    const buyer = await buyerWith(shop, [{ quantity: 2, price: 10.5 }])
    const { orderId, id } = await placed(buyer)
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    return { userId: buyer.id, orderId, productId: buyer.products[0] ?? 0 }
  })

type History = {
  version: number
  versions: number
  state: Record<string, unknown>
  events: (EventView & { changes?: unknown })[]
}

describe('history', () => {
  test('folds an entity as it is now', async ({ run, sale }) => {
    const { code, text } = await run('history', `order-${sale.orderId}`, '--json')
    const { state, events, ...rest } = JSON.parse(text) as History & { stream: string }
    expect([code, rest]).toEqual([0, { stream: `order-${sale.orderId}`, version: 2, versions: 2 }])
    expect(events.map((event) => event.type)).toEqual(['OrderPlaced', 'OrderPaid'])
    expect(state).toMatchObject({ orderId: sale.orderId, status: 'paid', totalCents: 2100 })
  })

  test('shows it at a version and at a time, as a tree', async ({ run, sale }) => {
    const stream = `stock-${sale.productId}`
    const at = async (...args: string[]) => (await run('history', stream, ...args)).lines
    expect((await at('--at', '2')).slice(3)).toEqual(['', `${stream}, versión 2 de 3:`, '  onHand: 5', '  reserved: 2'])
    expect(await at('--at', '0')).toEqual([`${stream}, versión 0 de 3:`, '  onHand: 0', '  reserved: 0'])
    const { events } = JSON.parse((await run('history', stream, '--json')).text) as History
    const [first] = events
    const shown = await at('--at', first?.at.replace('Z', '999Z') ?? '')
    expect(shown.slice(-3)).toEqual([`${stream}, versión 1 de 3:`, '  onHand: 5', '  reserved: 0'])
    expect((await at('--at', '2020-01-01')).at(0)).toBe(`${stream}, versión 0 de 3:`)
    expect((await at()).at(-3)).toBe(`${stream}, versión 3 de 3:`)
  })

  test('names what each event changed', async ({ run, sale }) => {
    const { lines } = await run('history', `order-${sale.orderId}`, '--diff')
    const changes = lines.filter((line) => line.startsWith('          '))
    expect(changes).toContain('          + total: 21.00')
    expect(changes).toContain('          ~ status: placed → paid')
    const { events } = JSON.parse((await run('history', `stock-${sale.productId}`, '--diff', '--json')).text) as History
    expect(events.map((event) => event.changes)).toEqual([
      [{ path: 'onHand', before: 0, after: 5 }],
      [{ path: 'reserved', before: 0, after: 2 }],
      [
        { path: 'onHand', before: 5, after: 3 },
        { path: 'reserved', before: 2, after: 0 },
      ],
    ])
  })

  test('masks personal fields in the state too', async ({ run, sale }) => {
    const state = async (...args: string[]) =>
      (JSON.parse((await run('history', `user-${sale.userId}`, '--json', ...args)).text) as History).state
    expect(await state()).toMatchObject({ name: '[personal]', email: '[personal]', isActive: true })
    expect(await state('--unseal')).toMatchObject({ name: 'Persona de Prueba' })
  })

  test('finds a stream by the name that is shown where its id is a text', async ({ run, sale }) => {
    expect(sale.orderId).toBeGreaterThan(0)
    const notice = JSON.parse((await run('events', '--type', 'PaymentNotified', '--json')).text) as EventView
    expect(notice.stream).toMatch(/^notification-#/)
    const { text } = await run('history', notice.stream, '--json')
    expect((JSON.parse(text) as History).events).toMatchObject([{ position: notice.position }])
    expect(JSON.parse((await run('events', '--stream', notice.stream, '--json')).text)).toEqual(notice)
  })

  test('says which streams and versions there are not', async ({ run, sale }) => {
    expect(await run('history', 'order-999999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('order-999999'),
    })
    expect(await run('history', 'nada-1')).toMatchObject({ code: 2, err: expect.stringContaining('product') })
    const stream = `order-${sale.orderId}`
    expect((await run('history', stream, '--at', '3')).err).toBe(
      `${stream} va por la versión 2: no tiene una versión 3.\n`,
    )
    expect(await run('history', stream, '--at', 'ayer')).toMatchObject({ code: 2 })
  })
})

describe('cause', () => {
  const positionOf = async (shop: PurchaseShop, type: string) => {
    const events = await shop.core.store.readAfter(0, 1000)
    const [id] = shop.core.store.codec.typeIds([type])
    return events.find((event) => event.type === id)?.pos ?? 0
  }

  test('leads from the paid order back over job and notice to the request, with correlation and positions', async ({
    shop,
    run,
    sale,
  }) => {
    expect(sale.orderId).toBeGreaterThan(0)
    const asked = await positionOf(shop, 'OrderPaid')
    const { code, text } = await run('cause', String(asked), '--json')
    const { commands, correlation } = JSON.parse(text) as { commands: CommandNode[]; correlation: string }
    expect(code).toBe(0)
    const [press, opened, notice] = commands
    expect(commands).toHaveLength(3)
    const buyer = `user:${sale.userId}`
    expect([press, opened]).toMatchObject([
      { cause: 'PlaceOrder', actor: buyer },
      { cause: 'AddPreference', actor: buyer },
    ])
    expect(press?.correlation).not.toBe(correlation)
    expect(notice).toMatchObject({ cause: 'NotePayment', actor: 'provider', correlation })
    expect(notice?.events[0]?.jobs).toMatchObject([{ name: 'learn-payment', state: 'completed' }])
    const [learnt] = notice?.events[0]?.commands ?? []
    expect(learnt).toMatchObject({ cause: 'RecordPayment', actor: 'provider', correlation })
    const types = learnt?.events.map((event) => event.type)
    expect(types).toEqual(['PaymentApproved', 'OrderPaid', 'StockConsumed', 'CartOrdered'])
    const found = learnt?.events.find((event) => event.position === asked)
    expect(found).toMatchObject({ type: 'OrderPaid', causation: notice?.events[0]?.position, commands: [] })
    expect(found?.jobs).toMatchObject([{ name: 'send-receipt' }])
  })

  test('draws the tree, with the asked event marked', async ({ shop, run, sale }) => {
    expect(sale.orderId).toBeGreaterThan(0)
    const asked = await positionOf(shop, 'OrderPaid')
    const { lines } = await run('cause', String(asked))
    expect(lines[0]).toMatch(/^Correlación \S+$/)
    expect(lines[1]).toBe(`├─ PlaceOrder  user:${sale.userId}`)
    const drawn = lines.slice(lines.indexOf('└─ NotePayment  provider') + 1)
    expect(drawn[0]).toMatch(/^ {3}└─ \d+ {2}20\S+ {2}notification-#\S+ {2}v1 {2}PaymentNotified$/)
    expect(drawn[1]).toMatch(/^ {6}↳ job learn-payment: hecho {2}20\S+$/)
    expect(drawn[2]).toBe('      └─ RecordPayment  provider')
    expect(drawn[3]).toMatch(/^ {9}├─ \d+ {2}20\S+ {2}payment-\d+ {2}v2 {2}PaymentApproved$/)
    expect(lines.some((line) => /↳ job send-receipt: /.test(line))).toBe(true)
    expect(lines.filter((line) => line.endsWith('◀'))).toEqual([expect.stringContaining(`${asked}  `)])
  })

  test('two commands of one request stand beside each other', async ({ shop, run, sale }) => {
    expect(sale.orderId).toBeGreaterThan(0)
    const asked = await positionOf(shop, 'PreferenceCreated')
    const { commands } = JSON.parse((await run('cause', String(asked), '--json')).text) as { commands: CommandNode[] }
    expect(commands.map((command) => command.cause)).toEqual(['PlaceOrder', 'AddPreference'])
  })

  test('an order that runs out names the placing as its cause', async ({ shop, run }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId } = await placed(buyer)
    shop.wait(20)
    const position =
      (await shop.core.store.readStreams([`order-${orderId}`])).get(`order-${orderId}`)?.[0]?.position ?? 0
    const correlation = 'of-the-request'
    await shop.jobs['expire-order']({ orderId }, { correlation, causation: position })
    const expired = await positionOf(shop, 'OrderExpired')
    const { commands } = JSON.parse((await run('cause', String(expired), '--json')).text) as { commands: CommandNode[] }
    const placing = commands.find((command) => command.cause === 'PlaceOrder')?.events ?? []
    const led = placing.find((event) => event.position === position)?.commands
    expect(led).toMatchObject([{ cause: 'ExpireOrder', actor: 'job:expire-order', correlation }])
  })

  test('says of an event which one took it back, and of that one what it took back', async ({ shop, run, sale }) => {
    const { store } = shop.core
    const stream = `product-${sale.productId}` as const
    const append = async (
      type: 'ProductActivated' | 'ProductDeactivated',
      more: { correlation: string; causation?: number },
    ) => {
      const expected = (await store.readStreams([stream])).get(stream)?.length ?? 0
      const meta = { actor: `user:${sale.userId}`, cause: 'ModifyProduct', ...more } as const
      const events = [{ type, data: { productId: sale.productId } }]
      await store.append({ commandId: newCommandId(), meta, writes: [{ stream, expected, events }] })
      return store.head()
    }
    const undone = await append('ProductDeactivated', { correlation: 'of-the-change' })
    const taking = await append('ProductActivated', { correlation: 'of-the-taking-back', causation: undone })
    for (const asked of [undone, taking]) {
      const { lines } = await run('cause', String(asked))
      const drawn = lines.flatMap((line) => / v\d+ {2}(Product.*)$/.exec(line)?.[1] ?? [])
      const mark = (position: number) => (position === asked ? '  ◀' : '')
      expect(drawn.slice(-2)).toEqual([
        `ProductDeactivated  deshecho por ${taking}${mark(undone)}`,
        `ProductActivated  deshace ${undone}${mark(taking)}`,
      ])
    }
  })

  test('names a position that is not there', async ({ run }) => {
    expect(await run('cause', '999999')).toMatchObject({ code: 1, err: 'El registro no tiene un evento 999999.\n' })
    expect(await run('cause', 'x')).toMatchObject({ code: 2 })
  })
})
