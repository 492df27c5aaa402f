// A file that is damaged, forged or not for this shop gives nothing: what is wrong is told by its line, and no row is left behind.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { rowHash, test } from '#backend/ops/testing/export-fixture.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { openCore } from '#backend/shop.ts'
import { Chain } from './log-file.ts'

describe('a damaged file', () => {
  const change = (lines: string[], number: number, line: (old: string) => string[]) => [
    ...lines.slice(0, number - 1),
    ...line(lines[number - 1] ?? ''),
    ...lines.slice(number),
  ]

  test.for<[string, (lines: string[]) => string[], RegExp]>([
    ['cut off between two lines', (lines) => lines.slice(0, 10), /está cortado: después de la línea 10/],
    [
      'cut off inside a line',
      (lines) => [...lines.slice(0, 10), lines[10]?.slice(0, 90) ?? ''],
      /^Línea 11: está dañada/,
    ],
    ['empty', () => [], /está cortado: después de la línea 0/],
    [
      'with a changed event',
      (lines) => change(lines, 9, (line) => [line.replace('"meta":"{', '"meta":"{ ')]),
      /^Línea 9:/,
    ],
    ['with a line too few', (lines) => change(lines, 7, () => []), /^Línea 7:/],
    ['with a line twice', (lines) => change(lines, 7, (line) => [line, line]), /^Línea 8:/],
    [
      'with another end',
      (lines) => change(lines, lines.length, (line) => [line.replace('true', 'null')]),
      /^Línea \d+:/,
    ],
    ['that goes on', (lines) => [...lines, lines[1] ?? ''], /^Línea \d+:/],
    ['that is no log', () => ['{"hola":1}'], /^Línea 1:/],
    [
      'of a format of before the first release',
      (lines) => forged([lines[0]?.replace('"version":2', '"version":1') ?? '', ...lines.slice(1)]),
      /^Línea 1: es de un registro en el formato 1, de otra versión de GamerTech, y esta lee solo el 2\. No se importó nada\.$/m,
    ],
    [
      'of another format',
      (lines) => forged([lines[0]?.replace('"gamertech-log"', '"gamertech-blog"') ?? '']),
      /^Línea 1: no es el comienzo/,
    ],
    [
      'that begins later',
      (lines) => forged([lines[0]?.replace('"from":1', '"from":5') ?? '']),
      /^Línea 1: .*posición 5/,
    ],
    ['with a hole', (lines) => forged(lines.toSpliced(4, 1)), /^Línea 5: tiene la posición 5 en lugar de 4/],
    [
      'with a stream out of order',
      (lines) => forged(lines.map((line) => line.replace('"version":3,', '"version":4,'))),
      /^Línea \d+: tiene la versión 4 en lugar de 3/,
    ],
    [
      'with an event nobody knows',
      (lines) => forged(change(lines, 6, (line) => [line.replace(/"type":"[^"]+"/, '"type":"Nada"')])),
      /^Línea 6: tiene el tipo de evento Nada/,
    ],
    [
      'with data that is none',
      (lines) => forged(change(lines, 6, (line) => [line.replace('"data":"{', '"data":"')])),
      /^Línea 6: el evento no se puede leer/,
    ],
    [
      'that counts wrong',
      (lines) => forged(lines.map((line) => line.replace(/"events":\d+/, '"events":3'))),
      /^Línea \d+: cierra 3 eventos/,
    ],
    [
      'that sells what it lacks',
      (lines) => forged(lines.map((line) => line.replace(/delta\\":5/, 'delta\\":1'))),
      /^El stock del producto \d+ no cierra/,
    ],
  ])('%s is refused, and nothing was imported', async ([, damage, sentence], { source, empty }) => {
    const text = damage(source.text.trimEnd().split('\n'))
    expect(text.join('\n')).not.toBe(source.text.trimEnd())
    const {
      code,
      text: out,
      err,
    } = await empty.run.call(['import', '-'], { input: text.map((line) => `${line}\n`).join('') })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
    for (const table of ['es.events', 'es.streams', 'es.guards', 'es.claims', 'keys.subjects', 'auth.credentials'])
      expect(await rowHash(empty.pool, table)).toBe('0 ')
  })

  test('of keys is refused, and keys of another DATA_KEY too', async ({ source, empty, folder }) => {
    const whole = await readFile(source.keys, 'utf8')
    const damaged = join(folder, 'damaged.ndjson')
    for (const text of [whole.replace('argon2id', 'argon3id'), whole.split('\n').slice(0, 4).join('\n'), '']) {
      await writeFile(damaged, text)
      const refused = await empty.run('import', source.log, '--with-keys', damaged)
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^(Claves, línea \d+|El archivo de claves)/),
      })
    }
    const core = await openCore({
      databaseUrl: empty.databaseUrl,
      dataKey: Buffer.alloc(32, 8),
      sessionSecret: 's'.repeat(40),
    })
    const refused = await opsOn({ core, ownerPool: empty.pool })('import', source.log, '--with-keys', source.keys)
    await core.close()
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/otro DATA_KEY/) })
    expect(await rowHash(empty.pool, 'es.events')).toBe('0 ')
    expect(await rowHash(empty.pool, 'keys.subjects')).toBe('0 ')
  })

  test('that is not there, and a log that has events already', async ({ source, empty }) => {
    expect(await empty.run('import', '/nada/de/nada')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No se puede leer/),
    })
    const full = await source.run('import', source.log)
    expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/ya tiene eventos/) })
  })

  test('Ctrl-C leaves nothing behind', async ({ source, empty }) => {
    const stop = new AbortController()
    const lines = source.text.split('\n')
    async function* input() {
      yield `${lines.slice(0, 20).join('\n')}\n`
      stop.abort()
      yield lines.slice(20).join('\n')
    }
    const { code } = await empty.run.call(['import', '-'], { stdin: Readable.from(input()), signal: stop.signal })
    expect(code).toBe(130)
    expect(await rowHash(empty.pool, 'es.events')).toBe('0 ')
  })
})

/** The lines with a chain that fits: what only the contents can give away. */
function forged(lines: readonly string[]): string[] {
  const chain = new Chain()
  return lines.map((line) => chain.link(line.replace(/,"sum":"[0-9a-f]+"\}$/, '}')).trimEnd())
}
