import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { opsCommands } from '#backend/ops/ops-commands.ts'
import { readArguments } from './arguments.ts'
import { defineCommand, OpsFailure, WrongUse } from './command.ts'
import { openProgress } from './progress.ts'
import { type OpsParts, runOps } from './run.ts'

const options = 'Las que hay: --veces, --alto, --json, --progress, --help.'
const greet = defineCommand({
  name: 'saluda',
  summary: 'Saluda.',
  access: 'looks',
  operands: ['NOMBRE', '[OTRO]'],
  options: {
    veces: ['N', 'cuántas veces'],
    alto: 'en mayúsculas',
  },
  async run({ tell, signal, at }, { operands, options: { veces, alto } }) {
    if (veces === 'muchas') throw new WrongUse('La opción --veces no admite «muchas».')
    if (veces === '0') throw new OpsFailure('No se pudo saludar.')
    if (veces === 'mal') throw new TypeError('a bug')
    signal.throwIfAborted()
    at(1, 2, 'saludos')
    return tell({ operands, veces, alto }, `hola ${operands.join(' y ')}`)
  },
})

function sink() {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

async function type(args: string[], options: { tty?: boolean; signal?: AbortSignal; fails?: Error } = {}) {
  const stdout = sink()
  const stderr = sink()
  const terminal = {
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: Object.assign(stderr.stream, { isTTY: options.tty ?? false }),
    signal: options.signal ?? new AbortController().signal,
  }
  // The command of this file touches neither store nor pool.
  const parts = {} as OpsParts
  const code = await runOps([greet], args, terminal, async (work) => {
    if (options.fails) throw options.fails
    return work(parts)
  })
  return { code, out: stdout.text(), err: stderr.text() }
}

describe('the command line', () => {
  test('runs a command with its arguments, for a person or as JSON only', async () => {
    expect(await type(['saluda', 'Ana', 'Eva'])).toEqual({ code: 0, out: 'hola Ana y Eva\n', err: '' })
    const { out, err } = await type(['saluda', '--veces', '2', 'Ana', '--alto', '--json'])
    expect([JSON.parse(out), err]).toEqual([{ operands: ['Ana'], veces: '2', alto: true }, ''])
    expect(out).toMatch(/^[^\n]+\n$/)
    expect((await type(['saluda', '--veces=2', '--json', 'Ana'])).out).toBe(
      '{"operands":["Ana"],"veces":"2","alto":false}\n',
    )
  })

  test.each([
    [['nada'], 'No hay un comando nada. Los que hay: saluda.'],
    [['saluda', 'Ana', '--lejos'], `El comando saluda no conoce la opción --lejos. ${options}`],
    [['saluda', 'Ana', '-x'], `El comando saluda no conoce la opción -x. ${options}`],
    [['saluda', 'Ana', '--veces'], 'La opción --veces necesita un valor: --veces N.'],
    [['saluda', 'Ana', '--veces', '--json'], 'La opción --veces necesita un valor: --veces N.'],
    [['saluda', 'Ana', '--alto=si'], 'La opción --alto no lleva valor.'],
    [['saluda'], 'Al comando saluda le falta el argumento NOMBRE.'],
    [['saluda', 'Ana', 'Eva', 'Luz'], 'Al comando saluda le sobra el argumento «Luz».'],
    [['saluda', 'Ana', '--veces', 'muchas'], 'La opción --veces no admite «muchas».'],
  ])('%j is wrong use and named in one sentence', async (args, sentence) => {
    expect(await type(args)).toEqual({ code: 2, out: '', err: `${sentence}\n` })
  })

  test('help lists every command with its usage, options and the exit codes', async () => {
    const all = await type(['--help'])
    expect([all.code, all.err]).toEqual([0, ''])
    for (const part of ['saluda NOMBRE [OTRO] [OPCIONES]', 'Saluda.', '--json', '130']) expect(all.out).toContain(part)
    const bare = await type([])
    expect([bare.code, bare.out, bare.err]).toEqual([2, '', all.out])
    const own = await type(['saluda', '--help'])
    expect(own.code).toBe(0)
    for (const part of ['--veces N', 'cuántas veces', '--alto', '--help']) expect(own.out).toContain(part)
  })

  test('the help has every command once, each with a sentence', () => {
    expect(new Set(opsCommands.map((command) => command.name)).size).toBe(opsCommands.length)
    for (const { summary } of opsCommands) expect(summary).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
  })

  test('what looks is told apart from what changes something, down to the option', () => {
    const accessOf = (line: string) => {
      const [name, ...args] = line.split(' ')
      const command = opsCommands.find((known) => known.name === name)
      if (!command) throw new Error(`no command ${name}`)
      const { access } = command
      return typeof access === 'function' ? access(readArguments(command, args)) : access
    }
    const looking = ['status', 'verify', 'events', 'history user-1', 'cause 1', 'export -', 'dead-letters list']
    const changing = ['rebuild all', 'rollback users', 'pause users', 'resume users', 'dead-letters retry', 'erase 1']
    expect(new Set([...looking, 'rebuild users --dry-run'].map(accessOf))).toEqual(new Set(['looks']))
    expect(new Set([...changing, 'rebuild users --hold'].map(accessOf))).toEqual(new Set(['changes']))
    expect(accessOf('import -')).toBe('fills')
  })

  test('what cannot be done ends 1, a bug too, with its trace', async () => {
    expect(await type(['saluda', 'Ana', '--veces', '0'])).toEqual({ code: 1, out: '', err: 'No se pudo saludar.\n' })
    const bug = await type(['saluda', 'Ana', '--veces', 'mal'])
    expect([bug.code, bug.out]).toEqual([1, ''])
    expect(bug.err).toMatch(/^Error inesperado: TypeError: a bug\n\s+at /)
  })

  test('Ctrl-C ends it with 130', async () => {
    expect(await type(['saluda', 'Ana'], { signal: AbortSignal.abort() })).toEqual({
      code: 130,
      out: '',
      err: 'Interrumpido.\n',
    })
  })

  test('a database that is not there ends 3', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-ops-'))
    const code = await new Promise<[number | string | null | undefined, string]>((resolve) => {
      const env = { DATA_DIR: folder, DATABASE_URL: 'postgresql://postgres:geheim@127.0.0.1:9/x' }
      execFile(process.execPath, [join(import.meta.dirname, '../ops.ts'), 'status'], { env }, (error, _out, err) =>
        resolve([error?.code, err]),
      )
    })
    await rm(folder, { recursive: true })
    expect(code).toEqual([
      3,
      expect.stringMatching(/^No se llega a la base de datos: nadie escucha en esa dirección \(ECONNREFUSED\)\.\n$/),
    ])
  }, 60_000)
})

describe('progress', () => {
  test('draws over on a terminal, with percent, rate and what is left', async () => {
    const { err } = await type(['saluda', 'Ana'], { tty: true })
    expect(err).toMatch(/^\rsaludos \[#{15}\.{15}\] 50 %, [\d.]+ por segundo, faltan 1 s/)
    expect(err).toMatch(/\n$/)
  })

  test('writes plain lines where they are asked for and it takes long', async () => {
    const { err } = await type(['saluda', 'Ana', '--progress'])
    expect(err).toMatch(/^saludos .* 50 %.*\n$/)
    expect(err).not.toContain('\r')
  })

  test('an empty work is done', () => {
    const out = sink()
    const bar = openProgress({ out: out.stream, mode: 'lines' })
    bar.at(0, 0, 'nada')
    bar.end()
    expect(out.text()).toContain('100 %')
  })
})
