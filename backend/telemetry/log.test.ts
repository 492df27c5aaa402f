import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logDebug, logError, logInfo, logWarning, setLogLevel } from './log.ts'
import { redactText } from './redaction.ts'
import { runIn } from './request-context.ts'

const written: string[] = []
beforeEach(() => {
  written.length = 0
  setLogLevel('info')
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

/** The lines, each of which must be one JSON object. */
function lines(): Record<string, unknown>[] {
  const text = written.join('')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** What ends a line or moves a terminal. */
function isUnruly(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029
}

describe('lines', () => {
  test('a line has its time, level, message and fields, and the correlation of what runs', async () => {
    logInfo('outside', { count: 3 })
    await runIn({ correlation: 'c-1' }, async () => {
      await new Promise((done) => setTimeout(done, 1))
      logWarning('inside')
    })
    expect(lines()).toEqual([
      { time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'info', message: 'outside', count: 3 },
      { time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'warn', message: 'inside', correlation: 'c-1' },
    ])
  })

  test('what is below the level is not written', () => {
    logDebug('no')
    setLogLevel('error')
    logWarning('no')
    logError('yes', new Error('x'))
    expect(lines().map((line) => line.message)).toEqual(['yes'])
  })

  test('an error comes with its stack, its code and what caused it', () => {
    const cause = Object.assign(new Error('no route'), { code: 'ECONNREFUSED' })
    logError('job failed', new TypeError('fetch failed', { cause }), { job: 'send-receipt' })
    expect(lines()[0]).toMatchObject({
      level: 'error',
      job: 'send-receipt',
      error: 'TypeError',
      detail: 'fetch failed',
      stack: expect.stringContaining('log.test.ts'),
      cause: { detail: 'no route', code: 'ECONNREFUSED' },
    })
  })
})

describe('[T45] nobody writes lines of their own or takes over the terminal', () => {
  const payloads = [
    'a\r\n{"level":"info","message":"forged"}',
    '\u001b[2J\u001b[31mred\u001b[0m',
    '\u009b31m 8-bit',
    'x\u2028y\u2029z\u0085w\u007f',
    '"},{"level":"info"',
    '\0\u0008\u000b',
  ]
  test.for(payloads)('payload %#', (payload) => {
    logWarning(payload, { [payload]: payload, nested: [{ deep: payload }] })
    logError('request failed', Object.assign(new Error(payload), { stack: payload, code: payload }))
    const text = written.join('')
    expect(text.match(/\n/g)).toHaveLength(2)
    expect(Array.from(text.replaceAll('\n', '')).filter(isUnruly)).toEqual([])
    const [warning, error] = lines()
    expect(warning).toMatchObject({ level: 'warn', message: payload, nested: [{ deep: payload }] })
    expect(error).toMatchObject({ level: 'error', detail: payload, code: payload })
  })
})

describe('[T45] secrets and personal data stay out', () => {
  test('fields by their key, at any depth and however it is spelled', () => {
    const keys = ['email', 'mailFrom', 'name', 'password', 'newPassword', 'token', 'access_token', 'accessToken']
    keys.push(
      'cookie',
      'Set-Cookie',
      'Authorization',
      'webhookSecret',
      'clientSecret',
      'DATA_KEY',
      'x-signature',
      'apiKey',
    )
    const hidden = Object.fromEntries(keys.map((key) => [key, 'hunter2']))
    logInfo('test', { ...hidden, headers: hidden, list: [{ body: { user: hidden } }], hostname: 'kept', route: '/api' })
    expect(written.join('')).not.toContain('hunter2')
    const line = lines()[0] ?? {}
    expect(line).toMatchObject({ hostname: 'kept', route: '/api' })
    for (const key of keys) expect(line[key], key).toBe('[redacted]')
  })

  test('addresses and credentials inside texts and errors', () => {
    const text = 'relay denied for Ana.Núñez@correo.example.com at smtps://user:pa55word@mail.example:465'
    logError(text, new Error(`${text} Authorization: Bearer eyJhbGciOi.J9 APP_USR-1234-5678-abcdef`))
    const whole = written.join('')
    for (const secret of ['Ana', 'correo.example', 'pa55word', 'eyJhbGciOi', '5678'])
      expect(whole, secret).not.toContain(secret)
    expect(lines()[0]?.message).toBe('relay denied for [redacted] at smtps://[redacted]@mail.example:465')
  })

  test.for([
    ['a@b.example', '[redacted]'],
    ['<a.b+c@correo.example.com.ar>, x_y%z@d-e.org.', '<[redacted]>, [redacted].'],
    ['a@b.cc.x@y.cc', '[redacted][redacted]'],
    ['ñandú@correo.example 𝒜na@correo.example', '[redacted] [redacted]'],
    ['@b.example a@b a@.example a@@b.example @', '@b.example a@b a@.example a@@b.example @'],
  ])('in %s', ([text = '', cleaned]) => expect(redactText(text)).toBe(cleaned))

  test('64 KB of anything are clean in no time', () => {
    const hostile = ['a', 'a.', 'a@', '@', 'a@b.', 'a@b.cc.', '://', '://a', 'Bearer ', 'Bearer  a', 'TEST-', 'ñ1-']
    const startedAt = performance.now()
    for (const part of hostile) {
      const text = part.repeat(Math.ceil(65_536 / part.length))
      redactText(text)
      redactText(`${text}@`)
      redactText(`${text.slice(0, 32_768)}@${text.slice(32_768)}1`)
    }
    // 36 texts: a few milliseconds each, and seconds each for an expression that begins anew at every character.
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('paths of packages are no addresses', () => {
    logWarning('at node_modules/@hono/node-server/dist/index.mjs pino@10.4.0')
    expect(lines()[0]?.message).toBe('at node_modules/@hono/node-server/dist/index.mjs pino@10.4.0')
  })

  test('a circle and a deep nest end somewhere', () => {
    const circle: Record<string, unknown> = { a: 1 }
    circle.self = circle
    logInfo('circle', { circle, big: 1n })
    expect(JSON.stringify(lines()[0])).toContain('[deep]')
  })
})
