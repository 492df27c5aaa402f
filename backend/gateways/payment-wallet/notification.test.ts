// Forged, stale and misshapen notifications are told apart before anything is believed.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseNotification, verifySignature } from './notification.ts'

const secret = 'a webhook secret'
const now = new Date('2026-11-21T12:00:00Z')

function signed(options: { dataId?: string; xRequestId?: string; ts?: number; secret?: string } = {}) {
  const { dataId = '20000000001', xRequestId = 'request-1', ts = now.getTime() / 1000 } = options
  const manifest = `id:${dataId};request-id:${xRequestId};ts:${ts};`
  const v1 = createHmac('sha256', options.secret ?? secret)
    .update(manifest)
    .digest('hex')
  return { xSignature: `ts=${ts},v1=${v1}`, xRequestId, dataId, now }
}

test('a fresh signature is accepted, its time in seconds or in milliseconds', () => {
  expect(verifySignature(secret, signed())).toMatchObject({ ok: true })
  expect(verifySignature(secret, signed({ ts: now.getTime() }))).toMatchObject({ ok: true })
})

test('a signature that is missing, misshapen, wrong or outdated is refused with its reason', () => {
  const reasonOf = (signature: Parameters<typeof verifySignature>[1]) => {
    const verdict = verifySignature(secret, signature)
    return verdict.ok ? 'accepted' : verdict.reason
  }
  expect(reasonOf({ ...signed(), xSignature: undefined })).toBe('missing')
  expect(reasonOf({ ...signed(), xSignature: '  ' })).toBe('missing')
  expect(reasonOf({ ...signed(), xSignature: 'v1=abc' })).toBe('malformed')
  expect(reasonOf({ ...signed(), xSignature: 'nonsense' })).toBe('malformed')
  expect(reasonOf(signed({ secret: 'another secret' }))).toBe('mismatch')
  expect(reasonOf({ ...signed(), dataId: '20000000002' })).toBe('mismatch')
  expect(reasonOf({ ...signed(), xRequestId: 'request-2' })).toBe('mismatch')
  for (const minutes of [-6, 6]) {
    expect(reasonOf(signed({ ts: now.getTime() / 1000 + minutes * 60 }))).toBe('outdated')
    expect(reasonOf(signed({ ts: now.getTime() + minutes * 60_000 }))).toBe('outdated')
  }
})

test('a part of the header that comes twice is refused, so that an old notice cannot pass for a new one', () => {
  const [fresh, old] = [now.getTime() / 1000, now.getTime() / 1000 - 3600]
  const { xSignature, ...rest } = signed({ ts: old })
  const doubled = [`ts=${fresh},${xSignature}`, `${xSignature},ts=${fresh}`, `TS=${fresh}, ${xSignature}`]
  for (const header of [...doubled, `${xSignature},v1=${'0'.repeat(64)}`, `ts=${fresh},ts=${fresh},${xSignature}`])
    expect(verifySignature(secret, { ...rest, xSignature: header })).toEqual({ ok: false, reason: 'malformed' })
})

test('one notice has one identity, whatever else a sender writes into its header', () => {
  const { xSignature, ...rest } = signed()
  const [ts, v1] = xSignature.split(',')
  const headers = [
    xSignature,
    `${v1},${ts}`,
    ` ${ts} , ${v1} `,
    `${ts},${v1},v2=abc`,
    `x=1,${ts?.toUpperCase()},${v1},y`,
  ]
  const found = headers.map((header) => verifySignature(secret, { ...rest, xSignature: header }))
  expect(found[0]).toEqual({ ok: true, noticeId: expect.stringMatching(/^[0-9a-f]{64}$/) })
  for (const verdict of found) expect(verdict).toEqual(found[0])
  const others = [signed({ dataId: '20000000002' }), signed({ xRequestId: 'request-2' }), signed({ ts: now.getTime() })]
  for (const other of others) expect(verifySignature(secret, other)).not.toEqual(found[0])
})

test('a payment notification yields its id; query and body must agree', () => {
  const body = { id: 77, type: 'payment', action: 'payment.updated', data: { id: '20000000001' }, live_mode: false }
  const query = { 'data.id': '20000000001', type: 'payment' }
  expect(parseNotification({ query, body })).toEqual({ kind: 'payment', paymentId: '20000000001' })
  expect(parseNotification({ query, body: { ...body, data: { id: 20000000001 } } }).kind).toBe('payment')
  for (const other of [{ 'data.id': '20000000009' }, {}])
    expect(parseNotification({ query: other, body }).kind).toBe('forged')
  const strange = { ...body, data: { id: '1/../2' } }
  const wrongId = { kind: 'malformed', field: 'data.id' }
  expect(parseNotification({ query: { 'data.id': '1/../2' }, body: strange })).toEqual(wrongId)
})

test('older unsigned kinds, other topics and garbage are recognised', () => {
  expect(parseNotification({ query: { topic: 'payment', id: '20000000001' }, body: {} }).kind).toBe('other')
  expect(parseNotification({ query: { topic: 'merchant_order', id: '3' }, body: {} }).kind).toBe('other')
  expect(parseNotification({ query: {}, body: { type: 'plan', data: { id: 'abc' } } }).kind).toBe('other')
  for (const body of [null, 'text', 7, {}])
    expect(parseNotification({ query: {}, body })).toEqual({ kind: 'malformed', field: 'type' })
  const bare = parseNotification({ query: {}, body: { type: 'payment' } })
  expect(bare).toEqual({ kind: 'malformed', field: 'data.id' })
})
