import { defineCommand } from '#backend/ops/cli/command.ts'
import { ifGiven, readNotedHash } from '#backend/ops/cli/values.ts'
import { printable } from '#backend/ops/inspect/event-line.ts'
import { mostNamed } from '#backend/ops/verify/finding.ts'
import { type NamedCheck, type Verified, verifyAll } from '#backend/ops/verify/whole/verify-all.ts'

const shownPerCheck = 20

export const verifyCommand = defineCommand({
  name: 'verify',
  summary:
    'Comprueba el registro y su cadena, cada evento, las guardas, las cuentas de cada orden, el esquema y cada proyección, y nombra lo que no coincide.',
  access: 'looks',
  options: {
    'expect-hash': ['POSICIÓN:SUMA', 'la suma del registro que se anotó antes: hasta esa posición nada cambió'],
  },
  async run(context, { options }) {
    const noted = ifGiven(options['expect-hash'], (hash) => readNotedHash('--expect-hash', hash)) ?? null
    const { checks, ...looked } = await verifyAll(context, noted, (check) =>
      context.print(...checkLines(check).map(printable)),
    )
    const tallies = checks.map(({ tally }) => tally)
    const faults = tallies.reduce((sum, tally) => sum + tally.faults, 0)
    const result = { findings: tallies.flatMap(({ found }) => found), faults, ...looked.chain }
    const verdict = faults === 0 ? 'Todo coincide con el registro de eventos.' : `${faults} problemas.`
    return context.tell(result, ...limitLines(looked), verdict) && faults === 0
  },
})

function checkLines({ name, of, tally: { found, faults, looked } }: NamedCheck): string[] {
  const verdict = faults === 0 ? 'bien' : `${faults} ${faults === 1 ? 'problema' : 'problemas'}`
  const shown = found.slice(0, shownPerCheck).map((finding) => finding.message)
  const rest = faults - shown.length
  const more = rest === 0 ? [] : [`... y ${rest} más de este tipo (los primeros ${mostNamed} con --json)`]
  return [...shown, ...more, `${name}: ${verdict} (${looked} ${of})`]
}

function limitLines({ chain: { head, linked }, skippedSchema }: Omit<Verified, 'checks'>): string[] {
  const schema = `El esquema no se comparó: lo hizo una versión posterior (${skippedSchema}).`
  return [
    ...(skippedSchema === null ? [] : [schema]),
    `La cadena llega hasta la posición ${linked} de ${head.position}: de los eventos que siguen, un cambio que no se contradiga no se nota.`,
    `Suma del registro: ${head.position}:${head.hash}`,
    'Anotala fuera de esta base: quien cambie el registro y su cadena a la vez solo se nota con verify --expect-hash.',
  ]
}
