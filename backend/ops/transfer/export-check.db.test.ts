// An auditor with nothing but the exported file and a noted hash finds what was changed.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { test as exportTest } from '#backend/ops/testing/export-fixture.ts'
import { additions } from '#backend/testing/core-fixture.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { Chain } from './log-file.ts'

// The shop beside stands still while the script runs, and its connections with it.
allowErrors(/timeout exceeded when trying to connect|NoConnectionFree/)

const test = exportTest
  .extend('check', ({ folder }) => async (text: string, ...options: string[]) => {
    const file = join(folder, 'checked.ndjson')
    await writeFile(file, text)
    const script = join(import.meta.dirname, '../../../scripts/check-export.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file, ...options], { encoding: 'utf8' })
    return { status, out: stdout, err: stderr }
  })
  .extend('exported', { scope: 'file' }, async ({ shop, source, folder }) => {
    // More than two pages of the chain.
    await shop.core.store.append(additions(999, null, 230))
    await extendChain(source.pool)
    const file = join(folder, 'long.ndjson')
    expect(await source.run('export', file)).toMatchObject({ code: 0 })
    const { head } = JSON.parse((await source.run('verify', '--json')).text) as {
      head: { position: number; hash: string }
    }
    return { text: await readFile(file, 'utf8'), noted: { ...head, text: `${head.position}:${head.hash}` } }
  })

/** The file as somebody writes it who changed its events and knows its format. */
function written(text: string, change: (body: string) => string): string {
  const [reader, writer] = [new Chain(), new Chain()]
  const bodies = text
    .trimEnd()
    .split('\n')
    .map((line) => reader.unlink(line) ?? '')
  return bodies.map((body) => writer.link(change(body))).join('')
}

describe('an exported log, without its database', () => {
  test('has the hash that verify tells of the log, and that of before', async ({
    source,
    exported: { text, noted },
    check,
  }) => {
    const whole = await check(text, '--expect-hash', noted.text)
    expect(whole).toEqual({
      status: 0,
      out: `Archivo: bien (${noted.position} eventos)\nSuma del registro: ${noted.text}\n`,
      err: '',
    })
    // A log that goes on keeps the hash of its past.
    const { rows } = await source.pool.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from es.chain where upto = 200",
    )
    expect((await check(text, '--expect-hash', `200:${rows[0]?.hash}`)).status).toBe(0)
  })

  test('that was changed is refused at its line, or known by the noted hash if it was written anew', async ({
    exported: { text, noted },
    check,
  }) => {
    const lines = text.split('\n')
    const damaged = lines.with(6, (lines[6] ?? '').replace('"version":', '"version": ')).join('\n')
    expect(await check(damaged)).toMatchObject({ status: 1, err: expect.stringContaining('Línea 7: está dañada') })
    expect((await check(lines.slice(0, 20).join('\n'))).err).toContain('está cortado')
    const ofBefore = written(text, (body) => body.replace('"gamertech-log","version":2', '"gamertech-log","version":1'))
    const otherFormat =
      'Línea 1: es de un registro en el formato 1, de otra versión de GamerTech, y esta lee solo el 2.\n'
    expect(await check(ofBefore)).toEqual({ status: 1, out: '', err: otherFormat })
    const [pos5, year] = ['"pos":5,', /"at":"\d{4}/]
    const forged = written(text, (body) => (body.includes(pos5) ? body.replace(year, '"at":"2025') : body))
    expect(forged).not.toBe(text)
    expect((await check(forged)).status).toBe(0)
    expect(await check(forged, '--expect-hash', noted.text)).toMatchObject({
      status: 1,
      out: expect.stringContaining(`Hasta la posición ${noted.position} no es el registro que se anotó.`),
    })
    const later = `${noted.position + 1}:${noted.hash}`
    expect((await check(text, '--expect-hash', later)).out).toContain(`el archivo termina en ${noted.position}`)
    expect(await check(text, '--expect-hash', 'x')).toMatchObject({ status: 2 })
    expect(await check(text, '--nada')).toMatchObject({ status: 2, err: expect.stringMatching(/^Uso: /) })
  })
})
