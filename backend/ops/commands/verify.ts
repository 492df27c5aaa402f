// ops verify: compares stored data with the log, and the log with its own chain.
import { defineCommand, exitCodes, WrongUse } from '#backend/ops/cli/command.ts'
import { readNotedHash } from '#backend/ops/cli/values.ts'
import { printable } from '#backend/ops/inspect/event-line.ts'
import { mostNamed } from '#backend/ops/verify/finding.ts'
import { type NamedCheck, type Verified, verifyAll } from '#backend/ops/verify/whole/verify-all.ts'

const shownPerCheck = 20

export const verifyCommand = defineCommand({
  name: 'verify',
  summary:
    'Comprueba el registro y su cadena, cada evento, las guardas, las cuentas de cada orden, el esquema y cada proyección, y nombra lo que no coincide.',
  access: 'looks',
  operands: [],
  options: {
    'expect-hash': {
      type: 'string',
      value: 'POSICIÓN:SUMA',
      help: 'la suma del registro que se anotó antes: hasta esa posición nada cambió',
    },
    threads: {
      type: 'string',
      value: '1|2',
      help: 'cuántas proyecciones se comparan a la vez; si no se dice, 2',
    },
  },
  async run(context, { options }) {
    const { checks, ...looked } = await verifyAll(
      context,
      readNotedHash('--expect-hash', options['expect-hash']),
      (check) => {
        for (const line of checkLines(check)) context.print(printable(line))
      },
      atOnce(options.threads),
    )
    const tallies = checks.map(({ tally }) => tally)
    const faults = tallies.reduce((sum, tally) => sum + tally.faults, 0)
    for (const line of limitLines(looked)) context.print(line)
    context.emit({ findings: tallies.flatMap(({ found }) => found), faults, ...looked.chain })
    context.print(faults === 0 ? 'Todo coincide con el registro de eventos.' : `${faults} problemas.`)
    return faults === 0 ? exitCodes.ok : exitCodes.differs
  },
})

function atOnce(threads: string | undefined): number | undefined {
  if (threads !== undefined && !['1', '2'].includes(threads))
    throw new WrongUse(`--threads no admite «${threads}»: se espera 1 o 2.`)
  return threads === undefined ? undefined : Number(threads)
}

function checkLines({ name, of, tally: { found, faults, looked } }: NamedCheck): string[] {
  const verdict = faults === 0 ? 'bien' : `${faults} ${faults === 1 ? 'problema' : 'problemas'}`
  const shown = found.slice(0, shownPerCheck).map((finding) => finding.message)
  const rest = faults - shown.length
  const more = rest === 0 ? [] : [`... y ${rest} más de este tipo (los primeros ${mostNamed} con --json)`]
  return [...shown, ...more, `${name}: ${verdict} (${looked} ${of})`]
}

/** Tells the limits of this check, and a hash to note for a stricter one. */
function limitLines({ chain: { head, linked }, skippedSchema }: Omit<Verified, 'checks'>): string[] {
  const schema = `El esquema no se comparó: lo hizo una versión posterior (${skippedSchema}).`
  return [
    ...(skippedSchema === null ? [] : [schema]),
    `La cadena llega hasta la posición ${linked} de ${head.position}: de los eventos que siguen, un cambio que no se contradiga no se nota.`,
    `Suma del registro: ${head.position}:${head.hash}`,
    'Anotala fuera de esta base: quien cambie el registro y su cadena a la vez solo se nota con verify --expect-hash.',
  ]
}
